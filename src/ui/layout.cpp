#include "ui/layout.h"

#include <algorithm>
#include <cmath>

#include "meniscus/ui/state.h"

namespace meniscus {

namespace {

constexpr float kColumnShare = 0.36f;  // of the window, at most
constexpr float kMinColumnHeight = 160.0f;

float rowWidth(int count, float each) {
    return static_cast<float>(count) * each + static_cast<float>(count - 1) * kTransportGap;
}

void placeTransport(Layout& layout, float width, float height, float s) {
    const float plain = 2.0f * kTransportPad + rowWidth(kTransportButtons, kTransportButton);
    const float full = plain + 3.0f * kTransportGap + rowWidth(kSpeedButtons, kSpeedButton);
    const float room = width / s - 2.0f * kMargin;
    layout.hasTransport = room >= plain && height >= (kTransportHeight + 2.0f * kMargin) * s;
    layout.hasSpeeds = room >= full;
    layout.hasStrip = layout.hasTransport && height >= kMinHeightForStrip * s;
    const float w = std::floor((layout.hasSpeeds ? full : plain) * s);
    const float h = std::floor((kTransportHeight + (layout.hasStrip ? kStripHeight : 0.0f)) * s);
    layout.transport = {std::floor(0.5f * (width - w)), std::floor(height - h - kMargin * s), w, h};
    layout.strip = {layout.transport.x + kTransportPad * s, layout.transport.y + 6.0f * s, w - 2.0f * kTransportPad * s,
                    kStripHeight * s};
}

}  // namespace

Layout computeLayout(const LayoutRequest& request) {
    const float s = request.scale, width = request.width, height = request.height;
    const float margin = std::floor(kMargin * s), gutter = std::floor(kGutter * s);
    Layout layout;
    placeTransport(layout, width, height, s);

    layout.mostColumn = std::min(kMaxColumn, kColumnShare * width / s);
    const auto columnWidth = [&](float wanted) {
        return std::floor(s * std::clamp(wanted, kMinColumn, std::max(kMinColumn, layout.mostColumn)));
    };
    const float leftWidth = columnWidth(request.leftWidth), rightWidth = columnWidth(request.rightWidth);
    layout.left = {margin, margin, leftWidth, height - 2.0f * margin};
    layout.right = {width - margin - rightWidth, margin, rightWidth, height - 2.0f * margin};
    // Where the bar reaches under a column, columns end above it.
    const bool isBeside = layout.transport.x >= layout.left.right() + gutter + margin &&
                          layout.transport.right() <= layout.right.x - gutter - margin;
    if (layout.hasTransport && !isBeside) {
        layout.left.height = layout.right.height = layout.transport.y - 2.0f * margin;
    }
    layout.hasColumns = layout.mostColumn >= kMinColumn && layout.left.height >= kMinColumnHeight * s;

    const float centreLeft = layout.hasColumns ? layout.left.right() + gutter + margin : margin;
    const float centreRight = layout.hasColumns ? layout.right.x - gutter - margin : width - margin;
    const float centreBottom = layout.hasTransport ? layout.transport.y - margin : height - margin;
    layout.centre = {centreLeft, margin, std::max(0.0f, centreRight - centreLeft),
                     std::max(0.0f, centreBottom - margin)};
    return layout;
}

UiRect computeFreeArea(const LayoutRequest& request) {
    const Layout layout = computeLayout(request);
    const float left = layout.hasColumns ? layout.centre.x : 0.0f;
    const float right = layout.hasColumns ? layout.centre.right() : request.width;
    const float bottom = layout.hasTransport ? layout.centre.bottom() : request.height;
    const float top = std::min(kTitleBottom * request.scale, 0.25f * request.height);
    return {left, top, std::max(0.0f, right - left), std::max(0.0f, bottom - top)};
}

}  // namespace meniscus
