// What can be undone: gestures of the user, each a run of commands in the log.
#pragma once

#include <compare>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "meniscus/world/world.h"
#include "meniscus/world/world_state.h"

namespace meniscus {

// A moment of a run: after so many steps and so many commands of the log.
struct TimelinePosition {
    uint64_t step = 0;
    size_t logSize = 0;
    friend auto operator<=>(const TimelinePosition&, const TimelinePosition&) = default;
};

struct Future;

struct UndoEntry {
    uint64_t gesture = 0;
    UndoKind kind = UndoKind::Values;
    std::string what;         // such as "viscosity 5" or "pouring"
    TimelinePosition before;  // it
    double clock = 0.0;       // s, World::clock there
    double seconds = 0.0;     // simulated time there, as the user sees it
    size_t logEnd = 0;        // its commands are those from before.logSize to here
    // Of values only: what each was before, and what each became.
    std::vector<Command> undoes;
    std::vector<Command> redoes;
    std::shared_ptr<Future> replaced;  // that it cut off

    // Undone by going back to the moment before it; else by setting the values that were before.
    [[nodiscard]] bool isMoment() const { return kind != UndoKind::Values || replaced != nullptr; }
};

// What came after a position, cut off from it.
struct Future {
    std::deque<LoggedCommand> log;
    std::map<TimelinePosition, WorldState> keyframes;
    std::vector<UndoEntry> entries;
    TimelinePosition end;
    double endClock = 0.0;

    [[nodiscard]] size_t bytes() const;  // of its states
};

// What a state takes in the memory, with its place in a map.
[[nodiscard]] size_t keptBytes(const WorldState& state);

// Takes a command of the same gesture into the entry; inverse undoes it.
void addValue(UndoEntry& entry, const Command& command, const Command& inverse);

}  // namespace meniscus
