#include "meniscus/session/goal.h"

namespace meniscus {

Goal Goal::steps(const World& world, uint64_t steps) {
    Goal goal;
    goal.startStep_ = world.stepIndex();
    goal.steps_ = steps;
    return goal;
}

Goal Goal::seconds(const World& world, double seconds) {
    Goal goal;
    goal.startStep_ = world.stepIndex();
    goal.startClock_ = world.clock();
    goal.seconds_ = seconds;
    return goal;
}

Goal Goal::sessionSteps(uint64_t steps) {
    Goal goal;
    goal.isSession_ = true;
    goal.steps_ = steps;
    return goal;
}

Goal Goal::sessionClock(double clock) {
    Goal goal;
    goal.isSession_ = true;
    goal.seconds_ = clock;
    return goal;
}

double Goal::fractionDone(const World& world) const {
    const uint64_t taken = world.stepIndex() - startStep_;
    if (steps_ > 0) return static_cast<double>(taken) / static_cast<double>(steps_);
    if (taken == 0 && !isSession_) return 0.0;
    const double halfStep = 0.5 * world.stepSeconds();
    return seconds_ > 0.0 ? (world.clock() - startClock_ + halfStep) / seconds_ : 1.0;
}

}  // namespace meniscus
