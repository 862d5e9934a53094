// Where the time of a step goes, over the last while, as a stacked plot.
#pragma once

#include <deque>

#include "ui/panel.h"

namespace meniscus {

class StagePlot {
  public:
    // Takes a sample now and then.
    void update(const UiState& state);
    void draw(Widgets& ui, const StageSeconds& nowMs) const;

  private:
    void drawAreas(const Widgets& ui, ImVec2 at, float height) const;
    static void drawLegend(Widgets& ui, const StageSeconds& nowMs);

    std::deque<StageSeconds> samples_;  // ms
    double lastTime_ = -1.0;
    uint64_t sceneSerial_ = 0;
};

}  // namespace meniscus
