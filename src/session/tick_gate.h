// Ticks of a recording in the simulation's thread: which states are for a picture, and that nothing goes on until the
// picture is taken.
#pragma once

#include <optional>
#include <utility>

#include "meniscus/session/frame_ticks.h"

namespace meniscus {

class TickGate {
  public:
    void setInterval(std::optional<double> seconds) { interval_ = seconds; }
    // Another scene, or another interval.
    void restart() {
        ticks_.reset();
        if (interval_) ticks_.emplace(*interval_);
        due_ = 0;
        isWaiting_ = false;
    }
    // Once for each state: whether it is one for a picture. The gate is closed then.
    [[nodiscard]] bool closesAt(double seconds, double timeStep) {
        if (!ticks_ || isWaiting_) return false;
        due_ = ticks_->due(seconds, timeStep);
        isWaiting_ = due_ > 0;
        return isWaiting_;
    }
    void release() { isWaiting_ = false; }

    [[nodiscard]] bool isWaiting() const { return isWaiting_; }  // for the picture to be taken
    [[nodiscard]] bool isOn() const { return ticks_.has_value(); }
    [[nodiscard]] std::optional<double> interval() const { return interval_; }
    // Ticks that the frame which is published now is for.
    [[nodiscard]] int takeDue() { return std::exchange(due_, 0); }

  private:
    std::optional<double> interval_;   // s of simulated time
    std::optional<FrameTicks> ticks_;  // while there is an interval
    int due_ = 0;
    bool isWaiting_ = false;
};

}  // namespace meniscus
