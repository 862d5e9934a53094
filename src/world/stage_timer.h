// Adds the time from its construction to its end to one stage of the totals.
#pragma once

#include <chrono>

#include "meniscus/world/statistics.h"

namespace meniscus {

class StageTimer {
  public:
    StageTimer(StepTotals& totals, Stage stage) : seconds_(totals.stageSeconds[static_cast<size_t>(stage)]) {}
    ~StageTimer() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

  private:
    double& seconds_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace meniscus
