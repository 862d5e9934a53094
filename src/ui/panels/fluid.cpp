// What the fluid is made of, live. The rows derive from settingTable(); a new setting appears by itself.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <vector>

#include "meniscus/scene/scene.h"
#include "meniscus/world/rest_note.h"
#include "meniscus/world/step_forecast.h"
#include "ui/controls/fluid_presets.h"
#include "ui/controls/setting_edits.h"
#include "ui/controls/setting_needs.h"
#include "ui/controls/slider_range.h"
#include "ui/panel.h"

namespace meniscus {

namespace {

constexpr std::array<std::string_view, 5> kFluidKeys{"viscosity", "surfaceTension", "stiffness", "restDensity",
                                                     "gravity"};
constexpr std::array<std::string_view, 7> kWorldKeys{"contactAngle", "wallGrip",      "wallRoughness", "friction",
                                                     "restitution",  "fieldStrength", "emitterRate"};
constexpr std::array<std::string_view, 7> kAngleKeys{"contactAngleFloor", "contactAngleLeft",  "contactAngleRight",
                                                     "contactAngleBack",  "contactAngleFront", "contactAngleCeiling",
                                                     "contactAngleSolids"};
constexpr std::array<std::string_view, 4> kInterfaceKeys{"interfaceTension", "wallPolarity", "interfaceModel",
                                                         "dyeDiffusion"};
constexpr std::array<std::string_view, 3> kHeatKeys{"heatOn", "heaterStrength", "boilingRate"};
constexpr std::array<std::string_view, 2> kAirKeys{"trappedAir", "airThreshold"};

// Folded at first, all but the first: what one rarely needs.
struct Group {
    std::string_view id;
    std::string_view title;
    std::span<const std::string_view> keys;  // in this order; without: what stands nowhere else
};
constexpr Group kFluid{"fluid/group/fluid", "Fluid", kFluidKeys};
constexpr Group kForces{"fluid/group/forces", "Forces", {}};
constexpr Group kSolver{"fluid/group/solver", "Solver", {}};
constexpr Group kAngles{"fluid/group/angles", "Contact angle of each wall", kAngleKeys};
constexpr std::array kFolded{Group{"fluid/group/world", "Walls, fields, emitters", kWorldKeys},
                             kAngles,
                             Group{"fluid/group/interface", "Interfaces and dye", kInterfaceKeys},
                             Group{"fluid/group/heat", "Heat and boiling", kHeatKeys},
                             Group{"fluid/group/air", "Trapped air", kAirKeys},
                             kForces,
                             kSolver};

bool isIn(const Group& group, std::string_view key) {
    return std::find(group.keys.begin(), group.keys.end(), key) != group.keys.end();
}

const Group& groupOf(const SettingInfo& info) {
    if (isIn(kFluid, info.key)) return kFluid;
    for (const Group& group : kFolded) {
        if (isIn(group, info.key)) return group;
    }
    return info.kind == SettingKind::Toggle && info.key.ends_with("On") ? kForces : kSolver;
}

// The switch that a value needs to have an effect.
struct Switch {
    std::string_view key;
    std::string_view needs;
};
constexpr std::array kSwitches{Switch{"viscosity", "viscosityOn"},
                               Switch{"stiffness", "pressureOn"},
                               Switch{"surfaceTension", "tensionOn"},
                               Switch{"surfaceThreshold", "tensionOn"},
                               Switch{"tensionModel", "tensionOn"},
                               Switch{"contactAngle", "tensionOn"},
                               Switch{"stabiliserStrength", "stabiliser"},
                               Switch{"gravity", "gravityOn"},
                               Switch{"fieldStrength", "fieldsOn"},
                               Switch{"allowSuction", "pressureOn"},
                               Switch{"interfaceTension", "interfaceOn"},
                               Switch{"interfaceModel", "interfaceOn"},
                               Switch{"wallPolarity", "interfaceOn"},
                               Switch{"heaterStrength", "heatOn"},
                               Switch{"boilingRate", "heatOn"}};

// What is doubtful about the settings: that scenes pour, stir and heat is meant.
std::string doubtOf(const Frame& frame, const SceneScale& scene) {
    const RestNote note = restNote({.settings = frame.settings,
                                    .fluid = frame.fluids[0],
                                    .method = frame.method,
                                    .supportRadius = frame.supportRadius,
                                    .size = scene.fluidSize});
    return note.isMeant || note.text.empty() ? std::string() : asSentence(note.text);
}

std::string shownValue(const SettingInfo& info, float value) {
    if (value < 0.0f && isIn(kAngles, info.key)) return "as all";
    return info.kind == SettingKind::Number ? shortNumber(value, info.unit) : formatValue(info, value);
}

std::string tipOf(const SettingInfo& info, float sceneValue) {
    const std::string scene = fmt::format("This scene: {}", shownValue(info, sceneValue));
    if (info.kind == SettingKind::Toggle) return fmt::format("On: {}.\n{}", info.effect, scene);
    if (info.kind == SettingKind::Choice) return fmt::format("{}.\n{}", info.effect, scene);
    return fmt::format("More: {}.\n{}\nCtrl + click to type any value from {} to {}", info.effect, scene,
                       shortNumber(info.minimum), shortNumber(info.maximum, info.unit));
}

// Whether a value makes the fluid so much slower that one should know beforehand.
bool isCostly(const StepCost& cost, const StepCost& before) {
    return cost.isCut() || cost.perSecond > 1.5 * before.perSecond;
}

float valueOfScene(const PanelContext& context, const SettingInfo& info) {
    return valueOf(info, context.state.sceneSettings, context.state.parts.fluids[0]);
}

class FluidPanel : public Panel {
  public:
    void draw(PanelContext& context) override {
        if (context.frame == nullptr) {
            context.ui.wrapped("Waiting for the first frame of the simulation.", palette::kDim,
                               context.ui.fonts().small);
            return;
        }
        edits_.update(context.state, *context.frame);
        forecast_.update(*context.frame);
        // While a slider is held, it stays what it was when it was taken: its rail, and what its costs are compared
        // with.
        costNow_ = forecast_.now();
        isHolding_ = ImGui::IsMouseDown(ImGuiMouseButton_Left);
        if (!isHolding_) {
            heldKey_ = {};
            costBefore_ = costNow_;
        }
        drawPresets(context);
        ImGui::Dummy({1.0f, context.ui.px(2.0f)});
        drawSettings(context, kFluid);
        drawDoubt(context);
        for (const Group& group : kFolded) drawFolded(context, group);
        drawResetAll(context);
    }

  private:
    static void drawDoubt(PanelContext& context) {
        const std::string doubt = doubtOf(*context.frame, scaleOf(*context.frame, context.state.room));
        if (doubt.empty()) return;
        context.ui.wrapped(doubt, palette::kWarning, context.ui.fonts().small);
        context.ui.record("fluid/doubt", true, doubt);
    }

    void drawPresets(PanelContext& context) {
        const Settings& scene = context.state.sceneSettings;
        const FluidKind& fluid = context.state.parts.fluids[0];
        std::vector<Choice> names;
        size_t chosen = fluidPresets().size();  // none
        for (const FluidPreset& preset : fluidPresets()) {
            const auto values = presetValues(preset, scene, fluid);
            const bool isShown = std::all_of(values.begin(), values.end(), [&](const PresetValue& v) {
                return edits_.shown(*v.info, *context.frame) == v.value;
            });
            if (isShown && chosen == fluidPresets().size()) chosen = names.size();
            names.push_back({preset.id, preset.label, preset.what});
        }
        const auto clicked = context.ui.choices("fluid/preset", names, chosen, context.ui.width());
        if (!clicked) return;
        for (const PresetValue& v : presetValues(fluidPresets()[*clicked], scene, fluid))
            set(context, *v.info, v.value);
    }

    void drawFolded(PanelContext& context, const Group& group) {
        const bool isOpen = context.isOpen(group.id, false);
        if (context.ui.groupHeader(group.id, group.title, isOpen)) context.setOpen(group.id, !isOpen);
        if (isOpen && group.id == kSolver.id) drawMethods(context);
        if (isOpen) drawSettings(context, group);
    }

    void drawMethods(PanelContext& context) {
        context.ui.caption("Method");
        std::vector<Choice> all;
        size_t chosen = 0;
        for (const MethodInfo& info : methods()) {
            if (info.name == context.frame->method) chosen = all.size();
            all.push_back({info.name, info.name, info.description});
        }
        const auto clicked = context.ui.choices("fluid/method", all, chosen, context.ui.width());
        if (clicked) context.actions.fluid.setMethod(all[*clicked].id);
    }

    void drawSettings(PanelContext& context, const Group& group) {
        for (const std::string_view key : group.keys) drawSetting(context, findSetting(key));
        if (!group.keys.empty()) return;
        for (const SettingInfo& info : settingTable()) {
            if (groupOf(info).id == group.id) drawSetting(context, info);
        }
    }

    void drawSetting(PanelContext& context, const SettingInfo& info) {
        Widgets& ui = context.ui;
        const float value = edits_.shown(info, *context.frame);
        const float sceneValue = valueOfScene(context, info);
        const std::string name = fmt::format("fluid/{}", info.key);
        const std::string tip = tipOf(info, sceneValue);
        const std::string why = whyDisabled(context, info);
        const float rest = ui.px(24.0f);
        if (info.kind == SettingKind::Number) {
            const StepCost before = heldKey_ == info.key ? costBefore_ : costNow_;
            const ValueCost cost{[&](float v) { return isCostly(forecast_.with(info, v), before); },
                                 [&](float v) { return costNote(forecast_.with(info, v), before); }};
            const auto wanted = ui.labelledSlider(name, info.label, value, scaleFor(context, info, value),
                                                  shownValue(info, value), {tip, why}, rest, &cost);
            if (wanted && isHolding_) heldKey_ = info.key;
            if (wanted) set(context, info, *wanted);
        } else if (info.kind == SettingKind::Toggle) {
            ui.setWidth(ui.width() - rest);
            if (ui.toggle(name, info.label, value != 0.0f, {tip, why})) set(context, info, value != 0.0f ? 0.0f : 1.0f);
            ui.setWidth(ui.width() + rest);
        } else {
            drawChoice(context, info, value, tip, why, rest);
        }
        ImGui::SameLine(0.0f, ui.px(4.0f));
        const bool isSame = value == sceneValue;
        const std::string undoTip = fmt::format("Back to {}, the value of this scene.", shownValue(info, sceneValue));
        if (ui.undoButton(name + "/reset", {isSame ? "" : undoTip, isSame ? "This is the scene's own value." : ""})) {
            set(context, info, sceneValue);
        }
    }

    // The rail covers what matters in this scene; all of the range can be typed.
    ValueScale scaleFor(const PanelContext& context, const SettingInfo& info, float value) {
        const auto held = rails_.find(info.key);
        if (!isHolding_ || held == rails_.end()) {
            const SceneScale scene = scaleOf(*context.frame, context.state.room);
            rails_[info.key] = sliderRange(info.key, {info.minimum, info.maximum}, scene, value);
        }
        const PropertyRange& rail = rails_[info.key];
        const float usual = defaultOf(isIn(kAngles, info.key) ? findSetting("contactAngle") : info);
        return ValueScale(rail.minimum, rail.maximum, usual).withTyped(info.minimum, info.maximum);
    }

    void drawChoice(PanelContext& context, const SettingInfo& info, float value, const std::string& tip,
                    const std::string& why, float rest) {
        Widgets& ui = context.ui;
        ui.caption(info.label);
        std::vector<Choice> all;
        for (const std::string_view choice : info.choices) all.push_back({choice, choice, tip});
        const auto clicked =
            ui.choices(fmt::format("fluid/{}", info.key), all, static_cast<size_t>(value), ui.width() - rest, why);
        if (clicked) set(context, info, static_cast<float>(*clicked));
    }

    void drawResetAll(PanelContext& context) {
        const auto isChanged = [&](const SettingInfo& info) {
            return edits_.shown(info, *context.frame) != valueOfScene(context, info);
        };
        const auto table = settingTable();
        const auto changed = std::count_if(table.begin(), table.end(), isChanged);
        const Help help{"Every setting back to the value of this scene; the fluid goes on as it is.",
                        changed == 0 ? "All settings have the scene's own values." : ""};
        const std::string label =
            changed == 0 ? "Undo changes" : fmt::format("Undo {} change{}", changed, changed == 1 ? "" : "s");
        if (!context.ui.button("fluid/reset-all", label, {context.ui.width(), 0.0f}, help)) return;
        for (const SettingInfo& info : table) {
            if (isChanged(info)) set(context, info, valueOfScene(context, info));
        }
    }

    [[nodiscard]] std::string whyDisabled(const PanelContext& context, const SettingInfo& info) const {
        const std::string_view why = whyNoEffect(info, context.state.parts, *context.frame);
        if (!why.empty()) return std::string(why);
        for (const Switch& needed : kSwitches) {
            if (needed.key != info.key && !(needed.key == "contactAngle" && isIn(kAngles, info.key))) continue;
            const SettingInfo& other = findSetting(needed.needs);
            if (edits_.shown(other, *context.frame) == 0.0f) {
                return fmt::format("No effect: {} is switched off under {}.", other.label, groupOf(other).title);
            }
        }
        return {};
    }

    void set(PanelContext& context, const SettingInfo& info, float value) {
        edits_.set(info, value, *context.frame, context.actions);
    }

    SettingEdits edits_;
    StepForecast forecast_;
    StepCost costNow_;
    StepCost costBefore_;  // when the mouse was last free
    bool isHolding_ = false;
    std::string_view heldKey_;                         // of the slider that is held, once it has changed
    std::map<std::string_view, PropertyRange> rails_;  // by key
};

const PanelRegistration kRegistration({"fluid", "Fluid", Side::Right, 10, true, makePanel<FluidPanel>});

}  // namespace
}  // namespace meniscus
