// A scrolled column runs out into the picture instead of being cut off.
#pragma once

#include <imgui.h>

namespace meniscus {

struct EdgeFade {
    float top = 0.0f;  // of the column, in window pixels
    float bottom = 0.0f;
    float length = 1.0f;  // of the way from nothing to full
    float above = 0.0f;   // how much content lies beyond the upper edge
    float below = 0.0f;   // and beyond the lower one

    [[nodiscard]] float opacityAt(float y) const;
    // Fades what was drawn since the list had so many vertices; right for things smaller than the fade is long.
    void apply(ImDrawList& list, int firstVertex) const;
    // The ground of a panel, which is longer than that.
    void drawGround(ImDrawList& list, ImVec2 lower, ImVec2 upper, float rounding) const;
};

}  // namespace meniscus
