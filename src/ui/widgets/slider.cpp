// The slider of Widgets: own mapping, own look, and typing that cannot yield a value out of range.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "ui/widgets/widgets.h"

namespace meniscus {

namespace {

// Where on the rail a mouse at x is; a little in from the ends, so that they can be met.
float shareAt(float x, float lower, float upper, float inset) {
    const float length = std::max(1.0f, upper - lower - 2.0f * inset);
    return std::clamp((x - lower - inset) / length, 0.0f, 1.0f);
}

}  // namespace

std::optional<float> Widgets::typeValue(const ValueScale& scale, float width) {
    const bool isFirst = std::exchange(editing_.takesFocus, false);
    editing_.wasDrawn = true;
    const bool wasValid = scale.parse(editing_.text).has_value();
    if (isFirst) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(width);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8.0f), 0.5f * (rowHeight() - fonts_.regular->FontSize)});
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
    ImGui::PushStyleColor(ImGuiCol_Border, wasValid ? palette::kAccent : palette::kError);
    const bool isEntered = ImGui::InputText("##typed", editing_.text, sizeof editing_.text,
                                            ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    const std::optional<float> typed = scale.parse(editing_.text);  // again: the last digit may have come with Enter
    const bool isLeft = !isFirst && ImGui::IsItemDeactivated();
    record(editing_.name, true, editing_.text);
    if (!typed) {
        const ImVec2 lower = ImGui::GetItemRectMin();
        ImGui::SetNextWindowPos({lower.x, ImGui::GetItemRectMax().y + px(4.0f)});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(8.0f), px(5.0f)});
        ImGui::BeginTooltip();
        ImGui::TextUnformatted(
            ("Allowed: " + shortNumber(scale.typedMinimum()) + " to " + shortNumber(scale.typedMaximum())).c_str());
        ImGui::EndTooltip();
        ImGui::PopStyleVar();
    }
    if (isEntered && !typed) {
        editing_.takesFocus = true;  // stays open until the number is one, or Escape
        return std::nullopt;
    }
    if (!isEntered && !isLeft) return std::nullopt;
    const bool isGivenUp = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)) || editing_.before == editing_.text;
    editing_.name.clear();
    return isGivenUp ? std::nullopt : typed;
}

std::optional<float> Widgets::slider(std::string_view name, float value, const ValueScale& scale,
                                     const std::string& shown, float width, const Help& help, const ValueCost* cost) {
    const bool isEnabled = help.whyDisabled.empty();
    if (isEnabled && editing_.name == name) {
        ImGui::PushID(name.data(), name.data() + name.size());
        const std::optional<float> typed = typeValue(scale, width);
        ImGui::PopID();
        return typed;
    }
    const float from = ImGui::GetCursorScreenPos().x, inset = px(5.0f);
    const float atMouse = scale.valueAt(shareAt(ImGui::GetIO().MousePos.x, from, from + width, inset));
    Help explained = help;
    std::string note;
    if (isEnabled && cost != nullptr) {
        note = cost->note(atMouse);
        explained.note = note;
        explained.isWarning = cost->isHigh(atMouse);
    }
    const Pressed pressed = area(name, {width, rowHeight()}, explained, shown);
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    std::optional<float> changed;
    if (isEnabled && ImGui::IsItemActivated() && ImGui::GetIO().KeyCtrl) {
        editing_ = {std::string(name), {}, {}, true, true};
        std::snprintf(editing_.text, sizeof editing_.text, "%.6g", static_cast<double>(value));
        editing_.before = editing_.text;
    } else if (pressed.isHeld && editing_.name != name) {
        if (atMouse != value) changed = atMouse;
    }

    const float faded = isEnabled ? 1.0f : 0.4f;
    drawRail(lower, upper, changed.value_or(value), scale, pressed, faded);
    if (isEnabled && cost != nullptr) markCost(lower, upper, scale, *cost, faded);
    const ImVec2 extent = textSize(fonts_.regular, shown);
    const float room = width - px(8.0f);
    drawCutText(
        *ImGui::GetWindowDrawList(), fonts_.regular,
        {lower.x + 0.5f * (width - std::min(extent.x, room)), lower.y + 0.5f * (rowHeight() - extent.y) - px(1.0f)},
        room, withAlpha(palette::kText, faded), shown);
    return changed;
}

void Widgets::drawRail(ImVec2 lower, ImVec2 upper, float value, const ValueScale& scale, const Pressed& pressed,
                       float faded) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float inset = px(5.0f);
    const auto along = [&](float v) { return lower.x + inset + scale.shareOf(v) * (upper.x - lower.x - 2.0f * inset); };
    const float at = along(value);
    // From zero where the range has one inside, so that gravity upward looks other than gravity downward.
    const float origin = scale.minimum() < 0.0f && scale.maximum() > 0.0f ? along(0.0f) : lower.x;
    list.AddRectFilled(lower, upper, withAlpha(pressed.isHovered ? palette::kControlHovered : palette::kControl, faded),
                       px(5.0f));
    list.PushClipRect({std::min(origin, at), lower.y}, {std::max(origin, at), upper.y}, true);
    list.AddRectFilled(lower, upper, withAlpha(palette::kAccentSoft, faded), px(5.0f));
    list.PopClipRect();
    // The bright part runs below the text, which stays legible wherever the knob is.
    const float rail = upper.y - px(2.5f), bright = pressed.isHeld || pressed.isHovered ? 1.0f : 0.85f;
    list.AddRectFilled({std::min(origin, at), rail}, {std::max(origin, at), upper.y},
                       withAlpha(palette::kAccent, bright * faded), px(1.5f));
    list.AddCircleFilled({at, upper.y - px(2.5f)}, px(pressed.isHeld ? 5.0f : 4.0f),
                         withAlpha(pressed.isHeld ? palette::kText : palette::kAccent, faded));
}

// Along the upper edge, where it does not meet the bright part.
void Widgets::markCost(ImVec2 lower, ImVec2 upper, const ValueScale& scale, const ValueCost& cost, float faded) {
    constexpr int kPieces = 48;
    const float inset = px(5.0f), length = (upper.x - lower.x - 2.0f * inset) / kPieces;
    for (int k = 0; k < kPieces; ++k) {
        const auto from = static_cast<float>(k);
        if (!cost.isHigh(scale.valueAt((from + 0.5f) / kPieces))) continue;
        const float x = lower.x + inset + from * length;
        ImGui::GetWindowDrawList()->AddRectFilled({x, lower.y}, {x + length, lower.y + px(2.0f)},
                                                  withAlpha(palette::kWarning, 0.7f * faded));
    }
}

std::optional<float> Widgets::labelledSlider(std::string_view name, std::string_view text, float value,
                                             const ValueScale& scale, const std::string& shown, const Help& help,
                                             float rest, const ValueCost* cost) {
    const float labelWidth = this->labelWidth();
    label(text, labelWidth, help.whyDisabled.empty());
    explain(std::string(name) + "/label", help);
    ImGui::SameLine(0.0f, px(6.0f));
    return slider(name, value, scale, shown, width_ - labelWidth - px(6.0f) - rest, help, cost);
}

}  // namespace meniscus
