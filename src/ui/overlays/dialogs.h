// Questions before something is lost, and the offer to recover work.
#pragma once

#include <optional>

#include "ui/layout.h"
#include "ui/panel.h"

namespace meniscus {

// Covers the whole window; context.state.files.question must be there.
void drawQuestion(PanelContext& context);

// A banner below the scene's title, while there is something to recover. Gives its place.
std::optional<UiRect> drawRecovery(PanelContext& context, const Layout& layout);

}  // namespace meniscus
