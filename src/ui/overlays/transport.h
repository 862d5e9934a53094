// The bar at the bottom: scene, step, pause, speed, and how fast the fluid runs.
#pragma once

#include <string>

#include "ui/layout.h"
#include "ui/overlays/timeline_strip.h"
#include "ui/panel.h"

namespace meniscus {

void drawTransport(PanelContext& context, const Layout& layout, TimelineStrip& strip);

// "0.97× real time", or that the fluid cannot keep up, or that it stands still.
[[nodiscard]] std::string rateText(const UiState& state);
// "1/4×"
[[nodiscard]] std::string speedLabel(double speed);

}  // namespace meniscus
