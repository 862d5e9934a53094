// The colour controls of Widgets: a swatch in a row, and an editor of hue, saturation and brightness.
#include <algorithm>
#include <cmath>

#include "ui/widgets/widgets.h"

namespace meniscus {

bool Widgets::labelledSwatch(std::string_view name, std::string_view text, Rgb colour, const Help& help, float rest) {
    const float labelWidth = this->labelWidth(), width = width_ - labelWidth - px(6.0f) - rest;
    label(text, labelWidth, help.whyDisabled.empty());
    explain(std::string(name) + "/label", help);
    ImGui::SameLine(0.0f, px(6.0f));
    const ImU32 shown = fromLinear(colour);
    char code[8];
    std::snprintf(code, sizeof code, "#%02x%02x%02x", shown >> IM_COL32_R_SHIFT & 0xff,
                  shown >> IM_COL32_G_SHIFT & 0xff, shown >> IM_COL32_B_SHIFT & 0xff);
    const Pressed pressed = area(name, {width, rowHeight()}, help, code);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    list.AddRectFilled(lower, upper, shown, px(5.0f));
    list.AddRect(lower, upper, pressed.isHovered ? palette::kText : palette::kBorder, px(5.0f));
    return pressed.isClicked;
}

std::optional<Rgb> Widgets::colourPicker(std::string_view name, Rgb colour) {
    constexpr ImGuiColorEditFlags kPlain = ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoSidePreview |
                                           ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoOptions |
                                           ImGuiColorEditFlags_NoSmallPreview | ImGuiColorEditFlags_NoTooltip |
                                           ImGuiColorEditFlags_NoDragDrop | ImGuiColorEditFlags_PickerHueBar;
    const ImVec4 screen = ImGui::ColorConvertU32ToFloat4(fromLinear(colour));
    float parts[3] = {screen.x, screen.y, screen.z};
    ImGui::PushID(name.data(), name.data() + name.size());
    ImGui::SetNextItemWidth(std::min(width_, px(190.0f)));
    const bool isChanged = ImGui::ColorPicker3("##colour", parts, kPlain);
    ImGui::PopID();
    record(name);
    if (!isChanged) return std::nullopt;
    return toLinear(parts[0], parts[1], parts[2]);
}

}  // namespace meniscus
