// The controls of the cut through the fluid, in the panel View.
#pragma once

#include "ui/panel.h"

namespace meniscus {

// unseen: why a cut has no effect, or empty when it has.
void drawCutControls(PanelContext& context, std::string_view unseen);

}  // namespace meniscus
