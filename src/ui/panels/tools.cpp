// What the mouse does in the water.
#include <fmt/format.h>

#include "ui/panel.h"

namespace meniscus {

namespace {

class ToolsPanel : public Panel {
  public:
    void draw(PanelContext& context) override {
        drawGrid(context);
        ImGui::Dummy({1.0f, context.ui.px(2.0f)});
        drawSliders(context);
    }

  private:
    static void drawGrid(PanelContext& context) {
        Widgets& ui = context.ui;
        constexpr int kPerRow = 5;
        const float gap = ui.px(4.0f);
        const ImVec2 size{(ui.width() - gap * (kPerRow - 1)) / kPerRow, ui.px(50.0f)};
        ToolSettings& tools = context.state.preferences.tools;
        int place = 0;
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
        for (const ToolInfo& info : toolTable()) {
            if (place++ % kPerRow != 0) ImGui::SameLine();
            if (ui.iconButton(fmt::format("tools/{}", info.name), iconOf(info.tool), info.label, size, {info.what, {}},
                              tools.tool == info.tool)) {
                tools.tool = info.tool;
            }
        }
        ImGui::PopStyleVar();
    }

    static void drawSliders(PanelContext& context) {
        Widgets& ui = context.ui;
        ToolSettings& tools = context.state.preferences.tools;
        const ToolInfo& info = toolInfo(tools.tool);
        const auto radius = ui.labelledSlider(
            "tools/radius", "Radius", tools.radius, {kMinBrush, kMaxBrush},
            fmt::format("{:.0f} %", 100.0f * tools.radius),
            {"Radius of the brush, as a share of the fluid's size. Ctrl + wheel changes it over the water.", {}});
        if (radius) tools.radius = *radius;
        const std::string why =
            info.hasStrength ? "" : fmt::format("{} has no strength: only the radius counts.", info.label);
        const auto strength = ui.labelledSlider(
            "tools/strength", "Strength", tools.strength, {kMinStrength, kMaxStrength},
            fmt::format("{:.2g}×", tools.strength),
            {"How hard the tool acts, as a factor. Ctrl + Shift + wheel changes it over the water.", why});
        if (strength) tools.strength = *strength;
    }
};

const PanelRegistration kRegistration({"tools", "Tools", Side::Left, 20, true, makePanel<ToolsPanel>});

}  // namespace
}  // namespace meniscus
