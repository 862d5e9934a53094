// A card over everything else, for dialogs: the rest of the window is shaded and out of reach.
#pragma once

#include <string_view>

#include "ui/panel.h"

namespace meniscus {

// Opens a window over the whole display and draws shade and card; ImGui::End() must follow. From here on controls count
// again. Gives the card's place, centred, no larger than the display.
[[nodiscard]] UiRect beginCard(PanelContext& context, const char* name, float width, float height);

// Over the shade, above the card's other content.
void drawCardTitle(PanelContext& context, const UiRect& card, std::string_view title, float rest = 0.0f);

inline constexpr float kCardPad = 20.0f;      // unscaled pixels
inline constexpr float kCardTitle = 58.0f;    // height of the title
inline constexpr float kCardButton = 104.0f;  // width of a button

}  // namespace meniscus
