// When a run is to end.
#pragma once

#include <cstdint>

#include "meniscus/world/world.h"

namespace meniscus {

class Goal {
  public:
    // Counted from where the world stands.
    static Goal steps(const World& world, uint64_t steps);
    static Goal seconds(const World& world, double seconds);
    // The end of a session that is repeated from its start: after so many steps, or at that time of the world's clock.
    static Goal sessionSteps(uint64_t steps);
    static Goal sessionClock(double clock);

    // How much of the way is done; 1 or more at the goal. Time steps need not divide the seconds, so it is reached at
    // the step nearest to them, and never without a step, unless it is the end of a session.
    [[nodiscard]] double fractionDone(const World& world) const;

  private:
    uint64_t startStep_ = 0;
    uint64_t steps_ = 0;  // 0: by seconds
    double startClock_ = 0.0;
    double seconds_ = 0.0;
    bool isSession_ = false;  // may be over before the first step
};

}  // namespace meniscus
