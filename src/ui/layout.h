// Where things go in a window of any size. No ImGui here.
#pragma once

#include "meniscus/ui/input_queue.h"

namespace meniscus {

struct LayoutRequest {
    float width = 0.0f;  // of the window, in pixels
    float height = 0.0f;
    float scale = 1.0f;
    float leftWidth = 300.0f;  // wanted by the user, unscaled
    float rightWidth = 300.0f;
};

struct Layout {
    bool hasColumns = false;
    UiRect left;  // at most so high
    UiRect right;
    bool hasTransport = false;
    bool hasSpeeds = false;  // the transport bar has room for them
    bool hasStrip = false;   // and the timeline, above them
    UiRect transport;
    UiRect strip;             // within the transport bar
    UiRect centre;            // free of columns and transport bar
    float mostColumn = 0.0f;  // width that a column can have here, unscaled
};

// Columns and transport bar never overlap each other nor leave the window; what finds no room is left out.
[[nodiscard]] Layout computeLayout(const LayoutRequest& request);

// The part of the window, up to its edges, that neither columns nor transport bar reach into.
[[nodiscard]] UiRect computeFreeArea(const LayoutRequest& request);

// Unscaled pixels.
inline constexpr float kMargin = 12.0f;
inline constexpr float kGutter = 12.0f;       // beside a column, for its scroll bar and the edge to drag
inline constexpr float kTitleBottom = 44.0f;  // below the scene's title
inline constexpr float kTransportHeight = 82.0f;
inline constexpr float kStripHeight = 38.0f;         // of the timeline
inline constexpr float kMinHeightForStrip = 300.0f;  // of the window
inline constexpr float kTransportPad = 10.0f;
inline constexpr float kTransportButton = 46.0f;
inline constexpr float kSpeedButton = 40.0f;
inline constexpr float kTransportGap = 4.0f;
inline constexpr int kTransportButtons = 5;
inline constexpr int kSpeedButtons = 5;

}  // namespace meniscus
