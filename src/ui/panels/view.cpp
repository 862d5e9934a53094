// How the fluid is shown, and what its colours mean.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "meniscus/look/view.h"
#include "meniscus/ui/keys.h"
#include "ui/controls/cut_controls.h"
#include "ui/controls/surface_controls.h"
#include "ui/panel.h"

namespace meniscus {

namespace {

// Why nothing about the look of the fluid has an effect, or empty when it has.
std::string whyUnseen(const UiState& state) {
    const ViewInfo* view = shownView(state);
    if (view == nullptr || view->drawsFluid) return {};
    return fmt::format("The view {} draws no fluid.", view->title);
}

// Why the size of particles has no effect, or empty when it has.
std::string whyNoParticles(const UiState& state) {
    const ViewInfo* view = shownView(state);
    if (view == nullptr || view->hasParticleSize || !view->drawsFluid) return whyUnseen(state);
    return fmt::format("The view {} draws no single particles.", view->title);
}

class ViewPanel : public Panel {
  public:
    void draw(PanelContext& context) override {
        drawModes(context);
        drawColours(context);
        drawLegend(context);
        drawLook(context);
        drawCut(context);
        drawSurface(context);
        drawSizes(context);
        drawButtons(context);
    }

  private:
    static void drawModes(PanelContext& context) {
        std::vector<std::string> labels;
        for (const ViewInfo& view : registeredViews()) labels.push_back(fmt::format("{}  {}", view.order, view.title));
        std::vector<Choice> all;
        size_t chosen = labels.size();
        for (const ViewInfo& view : registeredViews()) {
            if (view.name == context.state.preferences.view.view) chosen = all.size();
            all.push_back({view.name, labels[all.size()], view.description});
        }
        const auto clicked = context.ui.choices("view", all, chosen, context.ui.width());
        if (clicked) context.actions.picture.setView(all[*clicked].id);
    }

    static void drawColours(PanelContext& context) {
        ViewSettings& view = context.state.preferences.view;
        context.ui.caption("Colour by");
        std::vector<Choice> all;
        size_t chosen = colourTable().size();
        for (const ColourInfo& colour : colourTable()) {
            if (colour.by == view.colourBy) chosen = all.size();
            const bool isThere = context.state.isMixed || !colour.needsMixture;
            all.push_back({colour.name, colour.label, colour.what, isThere ? "" : kWhyNoMixture});
        }
        const auto clicked =
            context.ui.choices("view/colour", all, chosen, context.ui.width(), whyUnseen(context.state));
        if (!clicked || colourTable()[*clicked].by == view.colourBy) return;
        view.colourBy = colourTable()[*clicked].by;
        view.range.reset();  // a range of metres per second means nothing in pascals
    }

    static void drawLegend(PanelContext& context) {
        const ColourInfo& colour = colourInfo(context.state.preferences.view.colourBy);
        const ImVec2 start = ImGui::GetCursorScreenPos();
        if (colour.hasScale) {
            drawScale(context, colour);
            drawRange(context, colour);
        } else if (colour.by == ColourBy::Surface) {
            const auto& scale = colourScale(colour.by);
            drawSwatch(context, scale.front(), "inside");
            ImGui::SameLine(0.0f, context.ui.px(14.0f));
            drawSwatch(context, scale.back(), "surface");
        } else if (colour.by == ColourBy::Fluid && context.frame != nullptr) {
            drawFluids(context);
        } else {
            context.ui.wrapped(colour.what, palette::kDim, context.ui.fonts().small);
        }
        // As high for every colour, so that what lies below stays where it is.
        const float gap = ImGui::GetStyle().ItemSpacing.y;
        const float end = start.y + scaleHeight(context.ui) + 2.0f * (context.ui.rowHeight() + gap) + gap;
        const float missing = end - gap - ImGui::GetCursorScreenPos().y;
        if (missing > 0.0f) ImGui::Dummy({1.0f, missing});
    }

    // The fluids by name, as many in a row as there is room for.
    static void drawFluids(PanelContext& context) {
        Widgets& ui = context.ui;
        float taken = 0.0f;
        for (const FluidKind& kind : context.frame->fluids) {
            const float width = ui.px(32.0f) + textSize(ui.fonts().small, kind.name).x;
            if (taken > 0.0f && taken + width <= ui.width())
                ImGui::SameLine(0.0f, ui.px(14.0f));
            else
                taken = 0.0f;
            taken += width;
            drawSwatch(context, {kind.red, kind.green, kind.blue}, kind.name);
            ui.record(fmt::format("view/legend/{}", kind.name), whyUnseen(context.state).empty(), kind.name);
        }
    }

    static constexpr float kBar = 12.0f;  // of the legend, unscaled

    [[nodiscard]] static float scaleHeight(const Widgets& ui) {
        return ui.px(kBar + 6.0f) + ui.fonts().small->FontSize;
    }

    static void drawSwatch(PanelContext& context, Rgb colour, std::string_view text) {
        Widgets& ui = context.ui;
        const float faded = whyUnseen(context.state).empty() ? 1.0f : 0.35f;
        ImFont* font = ui.fonts().small;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({ui.px(18.0f) + textSize(font, text).x, ui.px(16.0f)});
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled({at.x, at.y + ui.px(2.0f)}, {at.x + ui.px(12.0f), at.y + ui.px(14.0f)},
                           withAlpha(fromLinear(colour), faded), ui.px(3.0f));
        drawCutText(list, font, {at.x + ui.px(18.0f), at.y + ui.px(1.0f)}, ui.width(), withAlpha(palette::kDim, faded),
                    text);
    }

    static void drawScale(PanelContext& context, const ColourInfo& colour) {
        Widgets& ui = context.ui;
        const ValueRange range = context.state.shownRange;
        const float bar = ui.px(kBar);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImFont* font = ui.fonts().small;
        ImGui::Dummy({ui.width(), scaleHeight(ui)});
        const std::string ends =
            fmt::format("{} to {}", shortNumber(range.lower), shortNumber(range.upper, colour.unit));
        const std::string unseen = whyUnseen(context.state);
        const float faded = unseen.empty() ? 1.0f : 0.35f;
        ui.record("view/legend", unseen.empty(), ends);
        ui.explain("view/legend", {colour.what, unseen});
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const auto& scale = colourScale(colour.by);
        const float each = ui.width() / static_cast<float>(scale.size() - 1);
        for (size_t k = 0; k + 1 < scale.size(); ++k) {
            const float x = at.x + each * static_cast<float>(k);
            const ImU32 from = withAlpha(fromLinear(scale[k]), faded), to = withAlpha(fromLinear(scale[k + 1]), faded);
            list.AddRectFilledMultiColor({x, at.y}, {x + each, at.y + bar}, from, to, to, from);
        }
        list.AddRect(at, {at.x + ui.width(), at.y + bar}, palette::kBorder);
        // Lower end, middle and upper end; the unit stands once, with the last.
        const float y = at.y + bar + ui.px(4.0f);
        const std::string texts[] = {shortNumber(range.lower), shortNumber(0.5 * (range.lower + range.upper)),
                                     shortNumber(range.upper, colour.unit)};
        for (int k = 0; k < 3; ++k) {
            const float share = 0.5f * static_cast<float>(k), extent = textSize(font, texts[k]).x;
            const float x = std::clamp(share * ui.width() - 0.5f * extent, 0.0f, std::max(0.0f, ui.width() - extent));
            list.AddLine({at.x + share * ui.width(), at.y + bar}, {at.x + share * ui.width(), at.y + bar + ui.px(3.0f)},
                         withAlpha(palette::kDim, faded));
            drawCutText(list, font, {at.x + x, y}, ui.width(), withAlpha(palette::kDim, faded), texts[k]);
        }
    }

    static void drawRange(PanelContext& context, const ColourInfo& colour) {
        Widgets& ui = context.ui;
        ViewSettings& view = context.state.preferences.view;
        const std::string unseen = whyUnseen(context.state);
        constexpr Choice kKinds[] = {
            {"auto", "Automatic", "Round ends that suit the scene; they do not follow every splash."},
            {"fixed", "Fixed", "Keeps the two ends that you give."}};
        const auto clicked = ui.choices("view/range", kKinds, view.range ? 1 : 0, ui.width(), unseen);
        if (clicked == size_t{0}) view.range.reset();
        if (clicked == size_t{1} && !view.range) view.range = context.state.shownRange;
        const ValueRange shown = view.range.value_or(context.state.shownRange);
        const float half = 0.5f * (ui.width() - ui.px(6.0f));
        const std::string_view notFixed = view.range ? "" : "The range is automatic: choose Fixed to set it.";
        const std::string_view why = unseen.empty() ? notFixed : unseen;
        ValueRange wanted = shown;
        drawEnd(ui, "view/range/lower", wanted.lower, shown, colour, half, {"Value of the lowest colour.", why});
        ImGui::SameLine(0.0f, ui.px(6.0f));
        drawEnd(ui, "view/range/upper", wanted.upper, shown, colour, half, {"Value of the highest colour.", why});
        const bool isRange = std::isfinite(wanted.lower) && std::isfinite(wanted.upper) && wanted.lower < wanted.upper;
        if (view.range && isRange) view.range = wanted;
    }

    static void drawEnd(Widgets& ui, std::string_view name, float& value, ValueRange range, const ColourInfo& colour,
                        float width, const Help& help) {
        const bool isEnabled = help.whyDisabled.empty();
        const float speed = std::max(1e-4f, 0.005f * (range.upper - range.lower));
        const std::string format = "%.4g " + prettyUnit(colour.unit);
        ImGui::PushID(name.data(), name.data() + name.size());
        ImGui::BeginDisabled(!isEnabled);
        ImGui::SetNextItemWidth(width);
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6.0f), 0.5f * (ui.rowHeight() - ImGui::GetFontSize())});
        ImGui::DragFloat("##end", &value, speed, 0.0f, 0.0f, format.c_str());
        ImGui::PopStyleVar();
        ImGui::EndDisabled();
        ImGui::PopID();
        ui.record(name, isEnabled, shortNumber(value, colour.unit));
        ui.explain(name, help);
    }

    static void drawLook(PanelContext& context) {
        Widgets& ui = context.ui;
        ViewSettings& view = context.state.preferences.view;
        ui.caption("Background");
        std::vector<Choice> all;
        size_t chosen = backgroundTable().size();
        for (const BackgroundInfo& info : backgroundTable()) {
            if (info.background == view.background) chosen = all.size();
            all.push_back({info.name, info.label, {}});
        }
        const auto clicked = ui.choices("view/background", all, chosen, ui.width());
        if (clicked) view.background = backgroundTable()[*clicked].background;

        const std::string unseen = whyUnseen(context.state);
        const auto size = ui.labelledSlider(
            "view/size", "Particle size", view.particleSize, {kMinParticleSize, kMaxParticleSize},
            fmt::format("{:.2f}×", view.particleSize),
            {"Diameter of the drawn particles, in distances between them at rest.", whyNoParticles(context.state)});
        if (size) view.particleSize = *size;
        if (ui.toggle("view/vectors", "Velocity arrows", view.showVectors,
                      {"Draws the velocity of particles as arrows.", unseen})) {
            view.showVectors = !view.showVectors;
        }
        const std::string why =
            !unseen.empty() ? unseen : std::string(view.showVectors ? "" : "Velocity arrows are switched off.");
        const auto length = ui.labelledSlider("view/vector-scale", "Arrow length", view.vectorScale,
                                              {kMinVectorScale, kMaxVectorScale}, shortNumber(view.vectorScale, "s"),
                                              {"An arrow is as long as the way in this time.", why});
        if (length) view.vectorScale = *length;
        if (ui.toggle("view/container", "Container", view.showContainer, {"Draws the glass around the fluid.", {}})) {
            view.showContainer = !view.showContainer;
        }
        if (ui.toggle("view/shadow", "Shadow", view.showShadow, {"Draws the shadow of the fluid on the floor.", {}})) {
            view.showShadow = !view.showShadow;
        }
    }

    // Unfolded by itself where something is cut.
    static void drawCut(PanelContext& context) {
        constexpr std::string_view kGroup = "view/group/cut";
        const bool isOpen = context.isOpen(kGroup, context.state.preferences.view.cut.isOn);
        const std::string title = fmt::format("Cut ({})", firstKeyOf(KeyAction::ToggleCut));
        if (context.ui.groupHeader(kGroup, title, isOpen)) context.setOpen(kGroup, !isOpen);
        if (isOpen) drawCutControls(context, whyUnseen(context.state));
    }

    // Unfolded by itself where it counts.
    static void drawSurface(PanelContext& context) {
        constexpr std::string_view kGroup = "view/group/surface";
        const bool isOpen = context.isOpen(kGroup, whyNoSurface(context.state).empty());
        if (context.ui.groupHeader(kGroup, "Surface mesh", isOpen)) context.setOpen(kGroup, !isOpen);
        if (isOpen) drawSurfaceControls(context);
    }

    static void drawSizes(PanelContext& context) {
        Widgets& ui = context.ui;
        Preferences& preferences = context.state.preferences;
        ui.caption(fmt::format("Resolution, now {:.2g} of the window's", context.state.resolution));
        std::vector<Choice> all;
        size_t chosen = std::size(kResolutions);
        for (const std::string_view resolution : kResolutions) {
            if (resolution == preferences.resolution) chosen = all.size();
            all.push_back({resolution, resolution,
                           resolution == "auto"
                               ? "As fine as this machine draws fluently."
                               : "Inner pixels per pixel and axis: less is faster, more is smoother."});
        }
        if (const auto clicked = ui.choices("view/resolution", all, chosen, ui.width())) {
            preferences.resolution = kResolutions[*clicked];
        }
        ui.caption("Size of the panels");
        std::vector<std::string> labels;
        for (const float scale : kInterfaceScales) labels.push_back(scale == 0.0f ? "auto" : fmt::format("{}", scale));
        all.clear();
        chosen = labels.size();
        for (size_t k = 0; k < labels.size(); ++k) {
            if (kInterfaceScales[k] == preferences.interfaceScale) chosen = k;
            all.push_back(
                {labels[k], labels[k], k == 0 ? "By the resolution of the screen." : "Factor on text and controls."});
        }
        if (const auto clicked = ui.choices("view/interface", all, chosen, ui.width())) {
            preferences.interfaceScale = kInterfaceScales[*clicked];
        }
        if (ui.toggle(
                "view/ask", "Ask before changes are lost", preferences.askBeforeLoss,
                {"Before closing the window or opening something else, when there is work that is in no file.", {}})) {
            preferences.askBeforeLoss = !preferences.askBeforeLoss;
        }
    }

    static void drawButtons(PanelContext& context) {
        Widgets& ui = context.ui;
        const float gap = ui.px(4.0f);
        const ImVec2 size{(ui.width() - 2.0f * gap) / 3.0f, ui.px(44.0f)};
        const auto button = [&](std::string_view name, Icon icon, std::string_view text, KeyAction action,
                                std::string_view what) {
            const std::string caption = fmt::format("{} ({})", text, firstKeyOf(action));
            return ui.iconButton(name, icon, caption, size, {what, {}});
        };
        ImGui::Dummy({1.0f, ui.px(2.0f)});
        if (button("view/camera-reset", Icon::Home, "Camera", KeyAction::ResetCamera,
                   "Camera back to the scene's own place. A double click does the same.")) {
            context.actions.picture.resetCamera();
        }
        ImGui::SameLine(0.0f, gap);
        if (button("view/screenshot", Icon::Picture, "Picture", KeyAction::Screenshot, "Saves a picture as PNG.")) {
            context.actions.files.takeScreenshot();
        }
        ImGui::SameLine(0.0f, gap);
        if (button("view/full-screen", Icon::FullScreen, "Screen", KeyAction::FullScreen, "Full screen and back.")) {
            context.actions.picture.toggleFullScreen();
        }
    }
};

const PanelRegistration kRegistration({"view", "View", Side::Right, 20, true, makePanel<ViewPanel>});

}  // namespace
}  // namespace meniscus
