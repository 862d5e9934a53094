// The way that a world has come, to go back on: keyframes within a memory budget, and the log of commands by which the
// steps between them are taken again, bit for bit. No thread and no window; docs/timeline.md tells the rules.
#pragma once

#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "meniscus/session/keyframe_store.h"
#include "meniscus/session/timeline_status.h"
#include "meniscus/session/undo.h"
#include "meniscus/world/world.h"

namespace meniscus {

inline constexpr size_t kDefaultTimelineBytes = size_t{kDefaultTimelineMegabytes} << 20;

class Timeline {
  public:
    explicit Timeline(size_t budget = kDefaultTimelineBytes, KeyframeStore::Clock now = steadySeconds);

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
    [[nodiscard]] const KeyframeStore& keyframes() const { return store_; }

  private:
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

    [[nodiscard]] bool canReach(const World& world, TimelinePosition position) const;
    void takeOver(World& world, const WorldState& state);
    // Cuts the future off behind a position; the world is taken back to it, or before it, first.
    std::shared_ptr<Future> cut(World& world, TimelinePosition position, double clock);
    void join(const std::shared_ptr<Future>& future);

    std::string undoByGoingBack(World& world, UndoEntry entry);
    std::string undoByValues(World& world, UndoEntry entry);
    std::string redoByGoingThere(World& world, Redo redo);
    std::string redoByValues(World& world, Redo redo);

    KeyframeStore store_;
    std::deque<LoggedCommand> future_;  // commands that the world has not been given again yet
    TimelinePosition end_;
    double endClock_ = 0.0;
    std::optional<TimelinePosition> target_;
    bool isGoingBack_ = false;  // towards the target

    std::vector<UndoEntry> entries_;  // in order of position
    std::vector<Redo> redo_;
};

}  // namespace meniscus
