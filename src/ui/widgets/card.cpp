#include "ui/widgets/card.h"

#include <algorithm>
#include <cmath>

#include "ui/layout.h"
#include "ui/windows.h"

namespace meniscus {

UiRect beginCard(PanelContext& context, const char* name, float width, float height) {
    Widgets& ui = context.ui;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = ui.px(kMargin);
    width = std::min(width, std::max(1.0f, display.x - 2.0f * margin));
    height = std::min(height, std::max(1.0f, display.y - 2.0f * margin));
    beginPlainWindow(name, {0.0f, 0.0f, display.x, display.y}, kPlainWindow & ~ImGuiWindowFlags_NoBringToFrontOnFocus);
    const UiRect card{std::floor(0.5f * (display.x - width)), std::floor(0.5f * (display.y - height)), width, height};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({0.0f, 0.0f}, display, palette::kShade);
    const ImVec2 lower{card.x, card.y}, upper{card.right(), card.bottom()};
    list.AddRectFilled(lower, upper, palette::kSolid, ui.px(12.0f));
    list.AddRect(lower, upper, palette::kBorder, ui.px(12.0f));
    ui.setCovered(false);
    return card;
}

void drawCardTitle(PanelContext& context, const UiRect& card, std::string_view title, float rest) {
    Widgets& ui = context.ui;
    const float pad = ui.px(kCardPad);
    drawCutText(*ImGui::GetWindowDrawList(), ui.fonts().title, {card.x + pad, card.y + ui.px(18.0f)},
                card.width - 2.0f * pad - rest, palette::kText, title);
}

}  // namespace meniscus
