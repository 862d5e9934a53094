#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace meniscus {

namespace {

constexpr double kTooltipDelay = 0.35;  // s; the reason of a disabled control shows at once

const char* begin(std::string_view text) {
    return text.data();
}

const char* end(std::string_view text) {
    return text.data() + text.size();
}

}  // namespace

ImVec2 textSize(const ImFont* font, std::string_view text, float wrapWidth) {
    if (text.empty()) return {0.0f, font->FontSize};
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, wrapWidth, begin(text), end(text));
}

void drawCutText(ImDrawList& list, ImFont* font, ImVec2 place, float width, ImU32 colour, std::string_view text) {
    if (text.empty()) return;
    place = {std::round(place.x), std::round(place.y)};
    if (textSize(font, text).x <= width) {
        list.AddText(font, font->FontSize, place, colour, begin(text), end(text));
        return;
    }
    const char* rest = nullptr;
    constexpr std::string_view kDots = "…";
    const float room = std::max(1.0f, width - textSize(font, kDots).x);
    const ImVec2 shown = font->CalcTextSizeA(font->FontSize, room, 0.0f, begin(text), end(text), &rest);
    list.AddText(font, font->FontSize, place, colour, begin(text), rest);
    list.AddText(font, font->FontSize, {place.x + shown.x, place.y}, colour, begin(kDots), end(kDots));
}

void Widgets::begin(float scale, double time, const Fonts& fonts, bool isCovered) {
    scale_ = scale;
    time_ = time;
    fonts_ = fonts;
    isCovered_ = isCovered;
    isAnyHovered_ = false;
    editing_.wasDrawn = false;
    controls_.clear();
}

void Widgets::end() {
    if (!isAnyHovered_) hovered_.clear();
    // Its panel was closed, or the scene changed under it.
    if (!editing_.wasDrawn) editing_.name.clear();
}

void Widgets::recordAt(std::string_view name, ImVec2 lower, ImVec2 upper, std::string_view value) {
    ControlPlace place{lower.x, lower.y, upper.x - lower.x, upper.y - lower.y, true, std::string(value)};
    controls_.insert_or_assign(std::string(name), std::move(place));
}

void Widgets::record(std::string_view name, bool isEnabled, std::string_view value) {
    if (isCovered_ || !ImGui::IsItemVisible()) return;
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 clipLower = list.GetClipRectMin(), clipUpper = list.GetClipRectMax();
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    ControlPlace place;
    place.x = std::max(lower.x, clipLower.x);
    place.y = std::max(lower.y, clipLower.y);
    place.width = std::min(upper.x, clipUpper.x) - place.x;
    place.height = std::min(upper.y, clipUpper.y) - place.y;
    // A sliver at the edge of a scrolled column is not a place to click.
    if (place.width < px(4.0f) || place.height < std::min(px(4.0f), 0.5f * (upper.y - lower.y))) return;
    place.isEnabled = isEnabled;
    place.value = value;
    controls_.insert_or_assign(std::string(name), std::move(place));
}

void Widgets::explain(std::string_view name, const Help& help) {
    const bool hasNote = !help.note.empty();
    const bool isHeld = hasNote && ImGui::IsItemActive();  // the mouse may have left it meanwhile
    if (!isHeld && !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    isAnyHovered_ = true;
    if (hovered_ != name) {
        hovered_ = name;
        hoveredSince_ = time_;
    }
    const bool isDisabled = !help.whyDisabled.empty();
    if (help.what.empty() && !isDisabled && !hasNote) return;
    if (ImGui::IsAnyItemActive() && !isHeld) return;
    const bool isWhatDue = isDisabled || time_ - hoveredSince_ >= kTooltipDelay;
    if (!isWhatDue && !hasNote) return;
    if (hasNote) record(std::string(name) + "/note", true, help.note);
    showTooltip(help, isWhatDue && !isHeld);
}

void Widgets::showTooltip(const Help& help, bool isWhole) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(10.0f), px(8.0f)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    ImGui::BeginTooltip();
    const auto paragraph = [this](std::string_view text, ImU32 colour) {
        if (text.empty()) return;
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::PushTextWrapPos(px(300.0f));
        ImGui::TextUnformatted(meniscus::begin(text), meniscus::end(text));
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    };
    paragraph(help.whyDisabled, palette::kWarning);
    paragraph(help.note, help.isWarning ? palette::kWarning : palette::kAccent);
    if (isWhole) paragraph(help.what, palette::kText);
    ImGui::EndTooltip();
    ImGui::PopStyleVar(2);
}

Widgets::Pressed Widgets::area(std::string_view name, ImVec2 size, const Help& help, std::string_view value) {
    const bool isEnabled = help.whyDisabled.empty();
    ImGui::PushID(meniscus::begin(name), meniscus::end(name));
    ImGui::BeginDisabled(!isEnabled);
    Pressed pressed{};
    pressed.isClicked = ImGui::InvisibleButton("##area", {std::max(1.0f, size.x), std::max(1.0f, size.y)});
    ImGui::EndDisabled();
    ImGui::PopID();
    pressed.isHovered = isEnabled && ImGui::IsItemHovered();
    pressed.isHeld = isEnabled && ImGui::IsItemActive();
    record(name, isEnabled, value);
    explain(name, help);
    return pressed;
}

ImU32 Widgets::fillOf(const Pressed& pressed, bool isChosen) {
    if (pressed.isHeld) return isChosen ? palette::kAccentFill : palette::kControlPressed;
    if (isChosen) return palette::kAccentFill;
    return pressed.isHovered ? palette::kControlHovered : palette::kControl;
}

bool Widgets::button(std::string_view name, std::string_view text, ImVec2 size, const Help& help, bool isChosen) {
    const bool isFitting = textSize(fonts_.regular, text).x <= size.x - px(6.0f);
    return textButton(name, text, size, help, isChosen, isFitting ? fonts_.regular : fonts_.small);
}

bool Widgets::textButton(std::string_view name, std::string_view text, ImVec2 size, const Help& help, bool isChosen,
                         ImFont* font) {
    const bool isEnabled = help.whyDisabled.empty();
    if (size.y <= 0.0f) size.y = rowHeight();
    const Pressed pressed = area(name, size, help, isChosen ? "chosen" : "");
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float faded = isEnabled ? 1.0f : 0.4f;
    list.AddRectFilled(lower, upper, withAlpha(fillOf(pressed, isChosen), faded), px(5.0f));
    if (isChosen) list.AddRect(lower, upper, withAlpha(palette::kAccent, 0.8f * faded), px(5.0f));
    const float room = size.x - px(6.0f);
    const ImVec2 extent = textSize(font, text);
    const ImVec2 place{lower.x + 0.5f * (size.x - std::min(extent.x, room)), lower.y + 0.5f * (size.y - extent.y)};
    drawCutText(list, font, place, room, withAlpha(palette::kText, faded), text);
    return pressed.isClicked;
}

bool Widgets::iconButton(std::string_view name, Icon icon, std::string_view text, ImVec2 size, const Help& help,
                         bool isChosen, std::string_view value) {
    const bool isEnabled = help.whyDisabled.empty();
    const Pressed pressed = area(name, size, help, value.empty() && isChosen ? "chosen" : value);
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float faded = isEnabled ? 1.0f : 0.4f;
    list.AddRectFilled(lower, upper, withAlpha(fillOf(pressed, isChosen), faded), px(6.0f));
    if (isChosen) list.AddRect(lower, upper, withAlpha(palette::kAccent, 0.8f * faded), px(6.0f));
    const float captionHeight = text.empty() ? 0.0f : fonts_.small->FontSize;
    const float iconSize = std::min(px(18.0f), size.y - captionHeight - px(10.0f));
    const float middle = lower.y + 0.5f * (size.y - captionHeight - (text.empty() ? 0.0f : px(3.0f)));
    const ImU32 colour = withAlpha(isChosen ? palette::kAccent : palette::kText, faded);
    drawIcon(list, icon, {0.5f * (lower.x + upper.x), middle}, iconSize, colour);
    const float room = size.x - px(4.0f);
    const float extent = std::min(textSize(fonts_.small, text).x, room);
    drawCutText(list, fonts_.small, {lower.x + 0.5f * (size.x - extent), upper.y - captionHeight - px(4.0f)}, room,
                withAlpha(isChosen ? palette::kText : palette::kDim, faded), text);
    return pressed.isClicked;
}

bool Widgets::undoButton(std::string_view name, const Help& help) {
    const bool isEnabled = help.whyDisabled.empty();
    const Pressed pressed = area(name, {px(20.0f), rowHeight()}, help);
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    const ImU32 colour = pressed.isHovered ? palette::kAccent : palette::kDim;
    drawIcon(*ImGui::GetWindowDrawList(), Icon::Undo, {0.5f * (lower.x + upper.x), 0.5f * (lower.y + upper.y)},
             px(13.0f), withAlpha(colour, isEnabled ? 1.0f : 0.22f));
    return pressed.isClicked;
}

bool Widgets::toggle(std::string_view name, std::string_view text, bool isOn, const Help& help) {
    const bool isEnabled = help.whyDisabled.empty();
    const Pressed pressed = area(name, {width_, rowHeight()}, help, isOn ? "on" : "off");
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float faded = isEnabled ? 1.0f : 0.4f;
    const float middle = 0.5f * (lower.y + upper.y);
    const float height = px(16.0f), length = px(29.0f);
    const ImVec2 railLower{upper.x - length, middle - 0.5f * height};
    const ImU32 rail =
        isOn ? palette::kAccent : (pressed.isHovered ? palette::kControlPressed : palette::kControlHovered);
    list.AddRectFilled(railLower, {upper.x, middle + 0.5f * height}, withAlpha(rail, faded * (isOn ? 0.75f : 1.0f)),
                       0.5f * height);
    const float knob = isOn ? upper.x - 0.5f * height : railLower.x + 0.5f * height;
    list.AddCircleFilled({knob, middle}, 0.5f * height - px(2.0f), withAlpha(palette::kText, faded));
    drawCutText(list, fonts_.regular, {lower.x, middle - 0.5f * fonts_.regular->FontSize}, width_ - length - px(6.0f),
                withAlpha(pressed.isHovered ? palette::kText : palette::kDim, faded), text);
    return pressed.isClicked;
}

bool Widgets::panelHeader(std::string_view name, std::string_view title, bool isOpen) {
    const Pressed pressed =
        area(name, {width_, px(32.0f)}, {.what = {}, .whyDisabled = {}}, isOpen ? "open" : "closed");
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = 0.5f * (lower.y + upper.y);
    if (pressed.isHovered) {
        list.AddRectFilled(lower, upper, palette::kControl, px(8.0f),
                           isOpen ? ImDrawFlags_RoundCornersTop : ImDrawFlags_RoundCornersAll);
    }
    drawIcon(list, isOpen ? Icon::Open : Icon::Closed, {lower.x + px(18.0f), middle}, px(9.0f), palette::kAccent);
    drawCutText(list, fonts_.regular, {lower.x + px(32.0f), middle - 0.5f * fonts_.regular->FontSize},
                width_ - px(40.0f), palette::kText, title);
    return pressed.isClicked;
}

bool Widgets::groupHeader(std::string_view name, std::string_view title, bool isOpen) {
    const Pressed pressed =
        area(name, {width_, px(24.0f)}, {.what = {}, .whyDisabled = {}}, isOpen ? "open" : "closed");
    const ImVec2 lower = ImGui::GetItemRectMin(), upper = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = 0.5f * (lower.y + upper.y);
    const ImU32 colour = pressed.isHovered ? palette::kText : palette::kDim;
    drawIcon(list, isOpen ? Icon::Open : Icon::Closed, {lower.x + px(4.0f), middle}, px(7.0f), colour);
    drawCutText(list, fonts_.small, {lower.x + px(14.0f), middle - 0.5f * fonts_.small->FontSize}, width_ - px(14.0f),
                colour, title);
    const float lineFrom = lower.x + px(22.0f) + textSize(fonts_.small, title).x;
    if (lineFrom < upper.x) list.AddLine({lineFrom, middle}, {upper.x, middle}, palette::kBorder);
    return pressed.isClicked;
}

std::optional<size_t> Widgets::choices(std::string_view name, std::span<const Choice> all, size_t chosen, float width,
                                       std::string_view whyDisabled) {
    float widest = 0.0f, widestRegular = 0.0f;
    for (const Choice& choice : all) {
        widest = std::max(widest, textSize(fonts_.small, choice.label).x + px(12.0f));
        widestRegular = std::max(widestRegular, textSize(fonts_.regular, choice.label).x + px(8.0f));
    }
    const float gap = px(3.0f);
    const auto fitting = std::max<size_t>(1, static_cast<size_t>((width + gap) / (widest + gap)));
    const size_t rows = (all.size() + fitting - 1) / fitting;
    const size_t perRow = rows == 0 ? 1 : (all.size() + rows - 1) / rows;
    const float each = (width - gap * static_cast<float>(perRow - 1)) / static_cast<float>(perRow);
    ImFont* font = widestRegular <= each ? fonts_.regular : fonts_.small;
    std::optional<size_t> clicked;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    ImGui::BeginGroup();
    for (size_t k = 0; k < all.size(); ++k) {
        if (k % perRow != 0) ImGui::SameLine();
        const std::string full = std::string(name) + "/" + std::string(all[k].id);
        const Help help{all[k].what, whyDisabled.empty() ? all[k].whyDisabled : whyDisabled};
        if (textButton(full, all[k].label, {each, rowHeight()}, help, k == chosen, font)) clicked = k;
    }
    ImGui::PopStyleVar();  // before the group ends, whose distance to what follows is the usual one
    ImGui::EndGroup();
    return clicked;
}

void Widgets::label(std::string_view text, float width, bool isEnabled) {
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, rowHeight()});
    drawCutText(*ImGui::GetWindowDrawList(), fonts_.regular,
                {place.x, place.y + 0.5f * (rowHeight() - fonts_.regular->FontSize)}, width,
                isEnabled ? palette::kDim : palette::kFaint, text);
}

void Widgets::caption(std::string_view text) {
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width_, fonts_.small->FontSize + px(4.0f)});
    drawCutText(*ImGui::GetWindowDrawList(), fonts_.small, {place.x, place.y + px(4.0f)}, width_, palette::kDim, text);
}

void Widgets::wrapped(std::string_view text, ImU32 colour, ImFont* font) {
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width_, textSize(font, text, width_).y});
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, place, colour, meniscus::begin(text), meniscus::end(text),
                                        width_);
}

void Widgets::numberRow(std::string_view name, std::string_view text, const std::string& value, std::string_view what,
                        ImU32 colour, std::string_view whyDisabled) {
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const bool isEnabled = whyDisabled.empty();
    ImGui::Dummy({width_, fonts_.regular->FontSize + px(4.0f)});
    record(name, isEnabled, value);
    explain(name, {what, whyDisabled});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float extent = std::min(textSize(fonts_.regular, value).x, 0.7f * width_);
    drawCutText(list, fonts_.regular, {place.x, place.y + px(2.0f)}, width_ - extent - px(8.0f),
                isEnabled ? palette::kDim : palette::kFaint, text);
    drawCutText(list, fonts_.regular, {place.x + width_ - extent, place.y + px(2.0f)}, extent + 1.0f,
                isEnabled ? colour : palette::kFaint, value);
}

}  // namespace meniscus
