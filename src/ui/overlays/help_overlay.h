// The help: every key, every gesture of the mouse, every tool.
#pragma once

#include "ui/layout.h"
#include "ui/panel.h"

namespace meniscus {

// Covers the whole window.
void drawHelp(PanelContext& context);

}  // namespace meniscus
