// Which threads come first when cores are short.
#pragma once

namespace meniscus {

// For a thread that works behind the window, as its first act: it and the workers that it starts give way to the
// window. A few percent fewer steps are nothing, a panel that hangs is.
void giveWayToWindow();

}  // namespace meniscus
