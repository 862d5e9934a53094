#include "ui/widgets/edge_fade.h"

#include <algorithm>

#include "ui/widgets/theme.h"

namespace meniscus {

namespace {

constexpr int kStrips = 20;  // steps of a ground's fade

// Near the end of the way the fade goes, as nothing is hidden there.
float opacity(float distance, float hidden, float length) {
    const float strength = std::clamp(hidden / length, 0.0f, 1.0f);
    return 1.0f - strength * (1.0f - std::clamp(distance / length, 0.0f, 1.0f));
}

}  // namespace

float EdgeFade::opacityAt(float y) const {
    return opacity(y - top, above, length) * opacity(bottom - y, below, length);
}

void EdgeFade::apply(ImDrawList& list, int firstVertex) const {
    if (above <= 0.0f && below <= 0.0f) return;
    for (int k = firstVertex; k < list.VtxBuffer.Size; ++k) {
        ImDrawVert& vertex = list.VtxBuffer[k];
        vertex.col = withAlpha(vertex.col, opacityAt(vertex.pos.y));
    }
}

void EdgeFade::drawGround(ImDrawList& list, ImVec2 lower, ImVec2 upper, float rounding) const {
    const auto drawBetween = [&](float from, float to, float faded) {
        if (to <= lower.y || from >= upper.y) return;
        list.PushClipRect({lower.x, from}, {upper.x, to}, true);
        list.AddRectFilled(lower, upper, withAlpha(palette::kPanel, faded), rounding);
        list.AddRect(lower, upper, withAlpha(palette::kBorder, faded), rounding);
        list.PopClipRect();
    };
    const float from = above > 0.0f ? top + length : top, to = below > 0.0f ? bottom - length : bottom;
    drawBetween(from, to, 1.0f);
    const float strip = length / static_cast<float>(kStrips);
    for (int k = 0; k < kStrips; ++k) {
        const float at = strip * static_cast<float>(k);
        if (above > 0.0f) drawBetween(top + at, top + at + strip, opacityAt(top + at + 0.5f * strip));
        if (below > 0.0f) drawBetween(bottom - at - strip, bottom - at, opacityAt(bottom - at - 0.5f * strip));
    }
}

}  // namespace meniscus
