#include "ui/controls/surface_controls.h"

#include <fmt/format.h>

#include <cmath>

namespace meniscus {

namespace {

using Limits = SurfaceSettings;
const SurfaceSettings kDefault;

// Each control with an arrow beside it that takes the control back.
class SurfaceControls {
  public:
    explicit SurfaceControls(PanelContext& context)
        : ui_(context.ui),
          settings_(context.state.preferences.view.surface),
          why_(whyNoSurface(context.state)),
          rest_(ui_.px(24.0f)) {}

    void draw() {
        automatic("surface/cell-size", "Cell size", settings_.cellSize, cellSizeOf(settings_),
                  {Limits::kMinCellSize, Limits::kMaxCellSize}, " r",
                  "Edge of the cells that are meshed, in particle radii: half the distance between particles at rest. "
                  "Less: finer and slower.");
        automatic("surface/iso-value", "Iso value", settings_.isoValue, isoValueOf(settings_),
                  {Limits::kMinIso, Limits::kMaxIso}, "",
                  "Share of the colour field, 1 within the fluid and 0 outside, at which the surface lies. More: the "
                  "fluid looks thinner, and in the end falls apart into drops. Automatic keeps its volume.");
        drawSmoothing();
        drawNormals();
        toggle("surface/droplets", "Droplets", settings_.keepsDroplets, kDefault.keepsDroplets,
               "Lone particles become balls of their own volume; else they are not seen.");
        toggle("surface/walls", "Flat at walls", settings_.hugsWalls, kDefault.hugsWalls,
               "The surface lies flat against glass and floor where the fluid touches them.");
    }

  private:
    // A value that is chosen by the program as long as it is zero.
    void automatic(const std::string& name, std::string_view label, float& value, float used, const ValueScale& scale,
                   std::string_view unit, std::string_view what) {
        const bool isAutomatic = value == 0.0f;
        const std::string number = fmt::format("{:.2f}{}", used, unit);
        const std::string tip = fmt::format("{}\nRange: {} to {}{}, or automatic\nCtrl + click to type a value", what,
                                            shortNumber(scale.minimum()), shortNumber(scale.maximum()), unit);
        const auto wanted =
            ui_.labelledSlider(name, label, used, scale, isAutomatic ? "auto: " + number : number, {tip, why_}, rest_);
        if (wanted) value = *wanted;
        if (undo(name, isAutomatic, "Back to automatic.", "It is automatic.")) value = 0.0f;
    }

    void drawSmoothing() {
        const std::string name = "surface/smoothing";
        const int passes = settings_.smoothingPasses;
        const std::string tip = fmt::format(
            "How often the mesh is smoothed. More: calmer and rounder.\nRange: 0 to {} passes\n"
            "Ctrl + click to type a value",
            Limits::kMaxSmoothing);
        const auto wanted = ui_.labelledSlider(
            name, "Smoothing", static_cast<float>(passes), {0.0f, static_cast<float>(Limits::kMaxSmoothing)},
            fmt::format("{} {}", passes, passes == 1 ? "pass" : "passes"), {tip, why_}, rest_);
        if (wanted) settings_.smoothingPasses = static_cast<int>(std::lround(*wanted));
        const std::string back = fmt::format("Back to {} passes.", kDefault.smoothingPasses);
        if (undo(name, passes == kDefault.smoothingPasses, back)) settings_.smoothingPasses = kDefault.smoothingPasses;
    }

    void drawNormals() {
        const std::string name = "surface/normals";
        const Choice all[] = {{kNormalsNames[0], "Mesh normals", "Light follows the smoothed triangles."},
                              {kNormalsNames[1], "Field normals",
                               "Light follows the colour field itself, however the mesh is smoothed."}};
        const auto clicked = ui_.choices(name, all, static_cast<size_t>(settings_.normals), ui_.width() - rest_, why_);
        if (clicked) settings_.normals = static_cast<SurfaceNormals>(*clicked);
        if (undo(name, settings_.normals == kDefault.normals, "Back to the normals of the mesh.")) {
            settings_.normals = kDefault.normals;
        }
    }

    void toggle(const std::string& name, std::string_view label, bool& value, bool usual, std::string_view what) {
        ui_.setWidth(ui_.width() - rest_);
        if (ui_.toggle(name, label, value, {what, why_})) value = !value;
        ui_.setWidth(ui_.width() + rest_);
        if (undo(name, value == usual, usual ? "Back to on." : "Back to off.")) value = usual;
    }

    bool undo(const std::string& name, bool isUsual, std::string_view what,
              std::string_view whyUsual = "This is the usual value.") {
        ImGui::SameLine(0.0f, ui_.px(4.0f));
        const std::string_view why = !why_.empty() ? std::string_view(why_) : isUsual ? whyUsual : "";
        return ui_.undoButton(name + "/reset", {why.empty() ? what : "", why});
    }

    Widgets& ui_;
    SurfaceSettings& settings_;
    const std::string why_;  // there is no mesh
    const float rest_;       // that the arrow takes
};

}  // namespace

const ViewInfo* shownView(const UiState& state) {
    for (const ViewInfo& view : registeredViews()) {
        if (view.name == state.preferences.view.view) return &view;
    }
    return nullptr;
}

std::string whyNoSurface(const UiState& state) {
    const ViewInfo* view = shownView(state);
    if (view == nullptr || view->needsSurface) return {};
    return fmt::format("The view {} draws no mesh of the surface.", view->title);
}

void drawSurfaceControls(PanelContext& context) {
    SurfaceControls(context).draw();
}

}  // namespace meniscus
