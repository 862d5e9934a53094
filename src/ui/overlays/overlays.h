// What lies over the picture besides panels: title, hint, messages, and why the simulation stopped.
#pragma once

#include <optional>

#include "ui/layout.h"
#include "ui/panel.h"

namespace meniscus {

void drawTitle(PanelContext& context, const Layout& layout);
// Gives the height that it took above the transport bar.
float drawHint(PanelContext& context, const Layout& layout);
// That a recording is being made; also while the panels are hidden.
void drawRecordingMark(PanelContext& context, const Layout& layout);
// Messages stack upward between the two heights, in pixels of the window. They let clicks through.
void drawMessages(PanelContext& context, const Layout& layout, float top, float bottom);
// Gives the place that catches the mouse, if there is a reason to show.
std::optional<UiRect> drawStopBanner(PanelContext& context, const Layout& layout);

}  // namespace meniscus
