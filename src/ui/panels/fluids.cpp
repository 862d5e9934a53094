// The fluids of the scene: which there are, what each is made of, and more of them to add. The chosen one is what the
// tool Pour pours. The rows derive from fluidPropertyTable().
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "ui/controls/slider_range.h"
#include "ui/panel.h"

namespace meniscus {

namespace {

constexpr std::array<std::string_view, 5> kHeatKeys{"temperature", "heatDiffusion", "expansion", "boilingPoint",
                                                    "cooling"};
constexpr std::array<std::string_view, 3> kColourKeys{"red", "green", "blue"};

bool isOneOf(std::span<const std::string_view> keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::string_view stateOfMatter(const FluidKind& kind) {
    if (kind.isFlame) return "flame";
    return kind.isGas ? "gas" : "";
}

// What a fluid to be added is like.
std::string tipOf(const FluidKind& kind) {
    const std::string_view matter = stateOfMatter(kind);
    return fmt::format("Adds {}{}{}: {}, {}.\nThen the tool Pour pours it.", kind.name, matter.empty() ? "" : ", a ",
                       matter, shortNumber(kind.restDensity, "kg/m^3"), shortNumber(kind.viscosity, "Pa s"));
}

class FluidsPanel : public Panel {
  public:
    void draw(PanelContext& context) override {
        if (context.frame == nullptr || context.frame->fluids.empty()) {
            context.ui.wrapped("Waiting for the first frame of the simulation.", palette::kDim,
                               context.ui.fonts().small);
            return;
        }
        const Frame& frame = *context.frame;
        edits_.update(context.state, frame);
        const size_t chosen = chosenFluid(context.state, frame);
        drawList(context, chosen);
        drawProperties(context, frame.fluids[chosen]);
        drawAdding(context);
    }

  private:
    void drawList(PanelContext& context, size_t chosen) {
        const Frame& frame = *context.frame;
        const std::vector<size_t> counts = countPerFluid(frame);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, context.ui.px(2.0f)});
        for (size_t k = 0; k < frame.fluids.size(); ++k) drawEntry(context, frame.fluids[k], counts[k], k == chosen);
        ImGui::PopStyleVar();
        if (counts[chosen] > 0) return;
        context.ui.wrapped("None of it is here: the tool Pour pours it.", palette::kDim, context.ui.fonts().small);
    }

    void drawEntry(PanelContext& context, const FluidKind& kind, size_t count, bool isChosen) {
        Widgets& ui = context.ui;
        const std::string name = fmt::format("fluids/list/{}", kind.name);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const ImVec2 end{at.x + ui.width(), at.y + ui.rowHeight()};
        ImGui::PushID(name.c_str());
        const bool isClicked = ImGui::InvisibleButton("##fluid", {ui.width(), ui.rowHeight()});
        ImGui::PopID();
        ui.record(name, true, isChosen ? "chosen" : "");
        ui.record(name + "/count", true, groupedCount(count));
        ui.explain(name, {isChosen ? "Its properties are below, and the tool Pour pours it."
                                   : "Shows its properties, and makes the tool Pour pour it.",
                          {}});

        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (isChosen || ImGui::IsItemHovered()) {
            list.AddRectFilled(at, end, isChosen ? palette::kAccentSoft : palette::kControl, ui.px(5.0f));
        }
        const float side = ui.px(13.0f), middle = 0.5f * (at.y + end.y), pad = ui.px(8.0f);
        const ImVec2 swatch{at.x + pad, middle - 0.5f * side};
        list.AddRectFilled(swatch, {swatch.x + side, swatch.y + side}, fromLinear(edits_.shownColour(kind)),
                           ui.px(3.0f));
        list.AddRect(swatch, {swatch.x + side, swatch.y + side}, palette::kBorder, ui.px(3.0f));
        ImFont* regular = ui.fonts().regular;
        const std::string shown = groupedCount(count);
        const float countWidth = textSize(regular, shown).x;
        const float textX = swatch.x + side + pad, textY = middle - 0.5f * regular->FontSize;
        drawCutText(list, regular, {textX, textY}, end.x - pad - countWidth - pad - textX,
                    isChosen ? palette::kAccent : palette::kText, kind.name);
        drawCutText(list, regular, {end.x - pad - countWidth, textY}, countWidth + 1.0f, palette::kDim, shown);
        if (isClicked) context.state.chosenFluid = kind.name;
    }

    void drawProperties(PanelContext& context, const FluidKind& kind) {
        ImGui::Dummy({1.0f, context.ui.px(2.0f)});
        const auto isElsewhere = [](const FluidProperty& property) {
            return isOneOf(kHeatKeys, property.key) || isOneOf(kColourKeys, property.key) || property.key == "opacity";
        };
        for (const FluidProperty& property : fluidPropertyTable()) {
            if (!isElsewhere(property)) drawProperty(context, kind, property);
        }
        drawColour(context, kind);
        drawProperty(context, kind, findFluidProperty("opacity"));
        const bool isOpen = context.isOpen("fluids/group/heat", false);
        if (context.ui.groupHeader("fluids/group/heat", "Heat", isOpen)) context.setOpen("fluids/group/heat", !isOpen);
        if (isOpen) {
            for (const std::string_view key : kHeatKeys) drawProperty(context, kind, findFluidProperty(key));
        }
        drawResetAll(context, kind);
    }

    void drawProperty(PanelContext& context, const FluidKind& kind, const FluidProperty& property) {
        const Frame& frame = *context.frame;
        if (!matters(property, kind, frame)) return;
        Widgets& ui = context.ui;
        const std::string name = fmt::format("fluids/{}", property.key);
        const PropertyRange range = rangeOf(property, kind.name == frame.fluids.front().name);
        const FluidKind* origin = originOf(context.state.parts, kind.name);
        const float value = edits_.shown(kind, property);
        const float first = origin != nullptr ? origin->*property.value : value;
        const std::string tip = fmt::format("More: {}.\nAt first: {}\nCtrl + click to type any value from {} to {}",
                                            property.effect, shortNumber(first, property.unit),
                                            shortNumber(range.minimum), shortNumber(range.maximum, property.unit));
        const auto wanted = ui.labelledSlider(name, property.label, value, scaleFor(context, property, range, value),
                                              shortNumber(value, property.unit), {tip, {}}, ui.px(24.0f));
        if (wanted) edits_.set(kind, property, *wanted, frame, context.actions);
        if (undo(ui, name, value == first, shortNumber(first, property.unit))) {
            edits_.set(kind, property, first, frame, context.actions);
        }
    }

    // The rail covers what matters in this scene, and stays as it is while it is held; all of the range can be typed.
    ValueScale scaleFor(const PanelContext& context, const FluidProperty& property, const PropertyRange& whole,
                        float value) {
        if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) || !rails_.contains(property.key)) {
            const SceneScale scene = scaleOf(*context.frame, context.state.room);
            rails_[property.key] = sliderRange(property.key, whole, scene, value);
        }
        const PropertyRange& rail = rails_[property.key];
        return ValueScale(rail.minimum, rail.maximum, FluidKind{}.*property.value)
            .withTyped(whole.minimum, whole.maximum);
    }

    // One control for red, green and blue: a click opens the editor below it.
    void drawColour(PanelContext& context, const FluidKind& kind) {
        Widgets& ui = context.ui;
        const FluidKind* origin = originOf(context.state.parts, kind.name);
        const Rgb colour = edits_.shownColour(kind);
        const Rgb first = origin != nullptr ? Rgb{origin->red, origin->green, origin->blue} : colour;
        const std::string_view tip = isPicking_ ? "Closes the editor." : "Opens an editor for the colour.";
        if (ui.labelledSwatch("fluids/colour", "Colour", colour, {tip, {}}, ui.px(24.0f))) isPicking_ = !isPicking_;
        const bool isSame = colour.r == first.r && colour.g == first.g && colour.b == first.b;
        if (undo(ui, "fluids/colour", isSame, "its first colour")) {
            edits_.setColour(kind, first, *context.frame, context.actions);
        }
        if (!isPicking_) return;
        const auto picked = ui.colourPicker("fluids/colour/picker", colour);
        if (picked) edits_.setColour(kind, *picked, *context.frame, context.actions);
    }

    static bool undo(Widgets& ui, const std::string& name, bool isSame, const std::string& first) {
        ImGui::SameLine(0.0f, ui.px(4.0f));
        const std::string tip = isSame ? "" : fmt::format("Back to {}.", first);
        return ui.undoButton(name + "/reset", {tip, isSame ? "This is what it was at first." : ""});
    }

    void drawResetAll(PanelContext& context, const FluidKind& kind) {
        const FluidKind* origin = originOf(context.state.parts, kind.name);
        const auto table = fluidPropertyTable();
        const auto isChanged = [&](const FluidProperty& property) {
            return origin != nullptr && edits_.shown(kind, property) != origin->*property.value;
        };
        const auto changed = std::count_if(table.begin(), table.end(), isChanged);
        const std::string label = changed == 0 ? "Undo changes" : fmt::format("Undo changes of {}", kind.name);
        const Help help{"All properties of this fluid as they were at first; the fluid goes on as it is.",
                        changed == 0 ? "All its properties are as they were at first." : ""};
        if (!context.ui.button("fluids/reset-all", label, {context.ui.width(), 0.0f}, help)) return;
        for (const FluidProperty& property : table) {
            if (isChanged(property)) {
                edits_.set(kind, property, origin->*property.value, *context.frame, context.actions);
            }
        }
    }

    static void drawAdding(PanelContext& context) {
        const Frame& frame = *context.frame;
        const auto isHere = [&](const FluidKind& known) {
            return std::any_of(frame.fluids.begin(), frame.fluids.end(),
                               [&](const FluidKind& kind) { return kind.name == known.name; });
        };
        std::vector<const FluidKind*> missing;
        std::vector<std::string> tips;
        for (const FluidKind& known : knownFluids()) {
            if (isHere(known)) continue;
            missing.push_back(&known);
            tips.push_back(tipOf(known));
        }
        if (missing.empty()) return;
        std::vector<Choice> choices;
        for (size_t k = 0; k < missing.size(); ++k) choices.push_back({missing[k]->name, missing[k]->name, tips[k]});
        const std::string why =
            frame.fluids.size() < kMaxFluids ? "" : fmt::format("No more: a scene has {} fluids at most.", kMaxFluids);
        context.ui.caption("Add fluid");
        const auto clicked = context.ui.choices("fluids/add", choices, choices.size(), context.ui.width(), why);
        if (!clicked) return;
        context.actions.fluid.addFluid(*missing[*clicked]);
        context.state.chosenFluid = missing[*clicked]->name;
    }

    std::map<std::string_view, PropertyRange> rails_;  // by key
    FluidEdits edits_;
    bool isPicking_ = false;
};

const PanelRegistration kRegistration({.id = "fluids",
                                       .title = "Fluids",
                                       .side = Side::Right,
                                       .order = 5,
                                       .opensByDefault = false,
                                       .make = makePanel<FluidsPanel>,
                                       .opensForSeveralFluids = true});

}  // namespace
}  // namespace meniscus
