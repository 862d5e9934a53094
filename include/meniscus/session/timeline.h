// The way that a world has come, to go back on: keyframes within a memory budget, and the log of commands by which the
// steps between them are taken again, bit for bit. No thread and no window; docs/timeline.md tells the rules.
#pragma once

#include <compare>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "meniscus/session/timeline_status.h"
#include "meniscus/session/undo.h"
#include "meniscus/world/world.h"
#include "meniscus/world/world_state.h"

namespace meniscus {

inline constexpr size_t kUsualTimelineBytes = size_t{kUsualTimelineMegabytes} << 20;

[[nodiscard]] double steadySeconds();

class Timeline {
  public:
    using Clock = std::function<double()>;  // seconds; tests have their own

    explicit Timeline(size_t budget = kUsualTimelineBytes, Clock now = steadySeconds);

    // Forgets everything: the world stands at a beginning.
    void begin(const World& world);
    void setBudget(size_t bytes);

    // A user's command, applied at once; in the past it cuts the future off. Commands of one gesture are undone
    // together; those of gesture 0 cannot be undone. Throws InputError and changes nothing where the world refuses it.
    void submit(World& world, Command command, uint64_t gesture = 0);

    // Ends gestures that nobody holds any more: closes the jet and the fields of the mouse.
    void letGo(World& world);

    // One step forwards: repeats the future that is kept, and goes on from its end. Throws as World::step does; the
    // step counts all the same.
    void step(World& world);

    // Sets out for a position, or for the nearest one that can be reached: takes a keyframe over where that is shorter.
    // isBackwards keeps the states on the way, so that those before the position come quickly.
    void aim(World& world, TimelinePosition position, bool isBackwards = false);
    void aimAtStep(World& world, uint64_t step, bool isBackwards = false);
    // One step or command nearer; true when there. Does nothing without an aim.
    bool approach(World& world);
    [[nodiscard]] bool isSeeking() const { return target_.has_value(); }
    void giveUpSeek() { target_.reset(); }
    void arrive(World& world);  // all the way

    // Says what was done. The world may then be on its way (isSeeking).
    std::string undo(World& world);
    std::string redo(World& world);

    [[nodiscard]] static TimelinePosition positionOf(const World& world);
    [[nodiscard]] TimelinePosition first(const World& world) const;
    [[nodiscard]] TimelinePosition end() const { return end_; }
    [[nodiscard]] bool isInPast(const World& world) const { return positionOf(world) < end_; }
    // The step that was current at that time of World::clock.
    [[nodiscard]] uint64_t stepAt(const World& world, double clock) const;

    [[nodiscard]] TimelineStatus status(const World& world) const;
    [[nodiscard]] size_t keyframeCount() const { return keyframes_.size(); }
    [[nodiscard]] size_t bytes() const;  // of all states that are kept
    [[nodiscard]] std::vector<uint64_t> keyframeSteps() const;

  private:
    struct Point {
        uint64_t step = 0;
        double clock = 0.0;
    };
    // A command or an undo that can be done again.
    struct Redo {
        UndoEntry entry;
        std::shared_ptr<Future> future;  // to come back; null: give the values again
        TimelinePosition cut;            // where it was cut off
        double cutClock = 0.0;
        TimelinePosition back;  // where undo was pressed
        bool hasReplaced = false;
    };

    std::exception_ptr stepWorld(World& world);  // why it failed, or null
    void applyNext(World& world);
    void applyLogged(World& world);
    void noteCommand(const World& world, const Command& command, uint64_t gesture, std::shared_ptr<Future> replaced);

    [[nodiscard]] const WorldState* nearest(TimelinePosition position) const;
    [[nodiscard]] bool canReach(const World& world, TimelinePosition position) const;
    void takeOver(World& world, const WorldState& state);
    // Cuts the future off behind a position; the world is taken back to it, or before it, first.
    std::shared_ptr<Future> cut(World& world, TimelinePosition position, double clock);
    void join(const std::shared_ptr<Future>& future);

    void keepDueState(const World& world);
    void keepOnWayBack(const World& world);
    [[nodiscard]] bool isKeyframeDue(TimelinePosition present) const;
    [[nodiscard]] uint64_t keyframeDistance() const;
    void keep(const World& world);
    bool makeRoom(size_t bytes);
    bool dropOne();
    bool dropAside();
    bool thin(double beforeClock);
    void drop(std::map<TimelinePosition, WorldState>::iterator keyframe);
    [[nodiscard]] size_t keyframeBudget() const { return budget_ - wayBackBudget(); }
    [[nodiscard]] size_t wayBackBudget() const { return budget_ / 8; }
    [[nodiscard]] double gapSeconds(uint64_t steps) const { return static_cast<double>(steps) * stepSeconds_; }

    std::string undoByGoingBack(World& world, UndoEntry entry);
    std::string undoByValues(World& world, UndoEntry entry);
    [[nodiscard]] std::vector<TimelineMark> marks(const World& world, double from) const;
    [[nodiscard]] std::vector<double> resets(const World& world) const;
    template <typename Visit>
    void visitPoints(const World& world, const Visit& visit) const;

    size_t budget_;
    Clock now_;
    std::map<TimelinePosition, WorldState> keyframes_;
    size_t keyframeBytes_ = 0;
    std::map<TimelinePosition, WorldState> wayBack_;  // states of one gap, for playing backwards
    size_t wayBackBytes_ = 0;
    uint64_t wayBackStride_ = 1;
    std::deque<LoggedCommand> future_;  // commands that the world has not been given again yet
    TimelinePosition end_;
    double endClock_ = 0.0;
    std::optional<TimelinePosition> target_;
    bool isGoingBack_ = false;  // towards the target

    std::vector<UndoEntry> entries_;  // in order of position
    std::vector<Redo> redo_;
    std::vector<std::weak_ptr<Future>> aside_;  // futures that were cut off and may come back

    // What things cost here, smoothed, s.
    double stepSeconds_ = 0.0;
    double saveSeconds_ = 0.0;
};

}  // namespace meniscus
