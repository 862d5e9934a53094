// Even ticks of simulated time, and which states are to be shown for them: of the states that steps make, the nearest.
#pragma once

#include <algorithm>
#include <cstdint>

namespace meniscus {

class FrameTicks {
  public:
    explicit FrameTicks(double interval) : interval_(interval) {}  // s of simulated time

    // Once for each state, in order: how many ticks it is the nearest one for. The first state has a tick, and so has
    // each one after a jump in time, forward or back: ticks begin anew there.
    [[nodiscard]] int due(double seconds, double timeStep) {
        // Settings may have changed since: a step is as long as the one or the other.
        const bool isJump = seconds < last_ || seconds > last_ + kMaxStep * std::max(timeStep, lastStep_);
        if (isJump || !hasBegun_) {
            start_ = seconds;
            passed_ = 0;
        }
        hasBegun_ = true;
        last_ = seconds;
        lastStep_ = timeStep;
        int ticks = 0;
        for (; start_ + static_cast<double>(passed_) * interval_ <= seconds + 0.5 * timeStep; ++passed_) ++ticks;
        return ticks;
    }

  private:
    static constexpr double kMaxStep = 1.5;  // in time steps; more than one is a jump, but for rounding

    double interval_;
    double start_ = 0.0;
    uint64_t passed_ = 0;  // ticks since the start
    double last_ = 0.0;
    double lastStep_ = 0.0;
    bool hasBegun_ = false;
};

}  // namespace meniscus
