// States of a world that can be gone back to, within a memory budget: keyframes along the way, and the states of one
// gap while time runs backwards. docs/timeline.md tells which are kept.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "meniscus/session/undo.h"
#include "meniscus/world/world.h"
#include "meniscus/world/world_state.h"

namespace meniscus {

[[nodiscard]] double steadySeconds();

class KeyframeStore {
  public:
    using Clock = std::function<double()>;  // seconds; tests have their own
    using States = std::map<TimelinePosition, WorldState>;

    KeyframeStore(size_t budget, Clock now) : budget_(budget), now_(std::move(now)) {}

    // Forgets everything but the budget.
    void clear();
    // endClock is the world's clock at the end of the timeline: older states are missed less.
    void setBudget(size_t bytes, double endClock);
    void makeRoom(double endClock);  // by dropping what is missed least, where the budget is exceeded

    // Keeps the state. Nothing is kept where the budget is too small for it.
    void keep(const World& world, double endClock);
    // The same where it is time for one; end is that of the timeline.
    void keepIfDue(const World& world, TimelinePosition end, double endClock);
    // How long the last step took: keyframes lie so close that the steps between two are taken again quickly.
    void noteStep(double seconds);

    // The last state at or before the position; null when there is none.
    [[nodiscard]] const WorldState* nearest(TimelinePosition position) const;
    [[nodiscard]] const States& states() const { return keyframes_; }
    [[nodiscard]] std::vector<uint64_t> steps() const;
    [[nodiscard]] size_t bytes() const;  // of all states, also of futures that were cut off
    [[nodiscard]] size_t budget() const { return budget_; }
    [[nodiscard]] double now() const { return now_(); }

    // For time that runs backwards: states between two keyframes, so that those before come quickly.
    void beginWayBack(const World& world, uint64_t fromStep, uint64_t toStep);
    void keepOnWayBack(const World& world, uint64_t targetStep);
    [[nodiscard]] bool isOnWayBack(TimelinePosition position) const { return wayBack_.contains(position); }
    void endWayBack();

    // Moves what comes after the position into the future, whose states count and may be dropped as long as somebody
    // holds it; and back.
    void cutAfter(TimelinePosition position, const std::shared_ptr<Future>& future);
    void join(Future& future);

  private:
    bool makeRoomFor(size_t bytes, double endClock);
    bool dropOne(double endClock);
    bool dropAside();
    bool thin(double beforeClock, double endClock);
    void drop(States::iterator keyframe);
    [[nodiscard]] bool isDue(TimelinePosition present, TimelinePosition end) const;
    [[nodiscard]] uint64_t distance() const;
    [[nodiscard]] size_t keyframeBudget() const { return budget_ - wayBackBudget(); }
    [[nodiscard]] size_t wayBackBudget() const { return budget_ / 8; }
    [[nodiscard]] double gapSeconds(uint64_t steps) const { return static_cast<double>(steps) * stepSeconds_; }

    size_t budget_;
    Clock now_;
    States keyframes_;
    size_t keyframeBytes_ = 0;
    States wayBack_;
    size_t wayBackBytes_ = 0;
    uint64_t wayBackStride_ = 1;
    std::vector<std::weak_ptr<Future>> aside_;  // futures that were cut off and may come back
    // What things cost here, smoothed, s.
    double stepSeconds_ = 0.0;
    double saveSeconds_ = 0.0;
};

}  // namespace meniscus
