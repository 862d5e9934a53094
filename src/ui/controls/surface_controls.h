// The part of the panel View that tells how the mesh of the fluid's surface is made.
#pragma once

#include <string>

#include "ui/panel.h"

namespace meniscus {

// Null for a view that there is not.
[[nodiscard]] const ViewInfo* shownView(const UiState& state);
// Why there is no mesh, or empty where the view needs one.
[[nodiscard]] std::string whyNoSurface(const UiState& state);

void drawSurfaceControls(PanelContext& context);

}  // namespace meniscus
