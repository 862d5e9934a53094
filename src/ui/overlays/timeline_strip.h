// The strip of time above the transport bar: what can be gone back to, what is kept of the future, and where time is.
#pragma once

#include <string>

#include "ui/layout.h"
#include "ui/panel.h"

namespace meniscus {

// Times of the world's clock that the strip shows from its left end to its right one.
struct StripSpan {
    double from = 0.0;
    double to = 0.0;
};

// The last minutes; earlier ones where time was taken back to them.
[[nodiscard]] StripSpan spanOf(const TimelineStatus& timeline);
// Distance of times that are written below a strip of so many pixels, s; each needs so many.
[[nodiscard]] double labelDistance(const StripSpan& span, double pixels, double each);
// Simulated time there as the user knows it: a reset begins it again. Such as "12.4 s" or "2:03.5".
[[nodiscard]] std::string timeText(const TimelineStatus& timeline, double clock, int digits = 1);
// "-12.4 s" while time is in the past, else "now".
[[nodiscard]] std::string distanceText(const TimelineStatus& timeline, double clock);

class TimelineStrip {
  public:
    void draw(PanelContext& context, const UiRect& place);
    // It is not drawn this time: whoever was dragging has let go.
    void leave(PanelContext& context);

  private:
    void drawRail(PanelContext& context, const UiRect& rail);
    void drag(PanelContext& context, const UiRect& rail, bool isHeld);
    [[nodiscard]] float xOf(double clock, const UiRect& rail) const;
    [[nodiscard]] double clockUnderMouse(const TimelineStatus& timeline, const UiRect& rail) const;
    void drawMarks(PanelContext& context, const UiRect& rail) const;
    void drawTimes(PanelContext& context, const UiRect& rail) const;
    void drawHover(PanelContext& context, const UiRect& rail, double clock) const;

    StripSpan span_;
    bool isDragged_ = false;
    double wanted_ = 0.0;  // while it is dragged
};

}  // namespace meniscus
