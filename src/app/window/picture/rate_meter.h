// How fast things go, from what happened in the last second.
#pragma once

#include <deque>

#include "meniscus/ui/state.h"

namespace meniscus {

class RateMeter {
  public:
    void noteDraw(double time);
    void noteSimulation(double time, const StepTotals& totals);
    // Another scene or a reset: totals start again.
    void restartSimulation() { samples_.clear(); }

    [[nodiscard]] Rates rates(double time) const;

  private:
    struct Sample {
        double time;
        StepTotals totals;
    };
    std::deque<double> draws_;
    std::deque<Sample> samples_;
};

}  // namespace meniscus
