// What the timeline tells about itself: where moments lie in time, marks of commands, and numbers.
#include <algorithm>
#include <cmath>
#include <span>

#include "meniscus/session/timeline.h"

namespace meniscus {

namespace {

constexpr double kMarksPerStrip = 240.0;

struct Point {
    uint64_t step = 0;
    double clock = 0.0;
};

TimelineMarkKind markOf(const Command& command) {
    switch (infoOf(command).undo) {
        case UndoKind::Reset:
            return TimelineMarkKind::Reset;
        case UndoKind::Tool:
            return TimelineMarkKind::Tool;
        default:
            return TimelineMarkKind::Setting;
    }
}

// Commands that the world was given, and those that it will be given again.
template <typename Visit>
void visitCommands(const World& world, const std::deque<LoggedCommand>& future, const Visit& visit) {
    for (const LoggedCommand& logged : world.log()) visit(logged);
    for (const LoggedCommand& logged : future) visit(logged);
}

std::vector<TimelineMark> marksOf(const World& world, const std::deque<LoggedCommand>& future, double from, double to) {
    std::vector<TimelineMark> marks;
    const double apart = (to - from) / kMarksPerStrip;
    visitCommands(world, future, [&](const LoggedCommand& logged) {
        if (logged.clock < from) return;
        const TimelineMarkKind kind = markOf(logged.command);
        if (marks.empty() || logged.clock > marks.back().clock + apart) {
            marks.push_back({logged.clock, kind});
        } else {
            marks.back().kind = std::max(marks.back().kind, kind);
        }
    });
    return marks;
}

std::vector<double> resetsOf(const World& world, const std::deque<LoggedCommand>& future) {
    std::vector<double> clocks;
    visitCommands(world, future, [&](const LoggedCommand& logged) {
        if (std::holds_alternative<Reset>(logged.command)) clocks.push_back(logged.clock);
    });
    return clocks;
}

}  // namespace

// Between these points time goes evenly with the steps, for only commands change the time step.
uint64_t Timeline::stepAt(const World& world, double clock) const {
    if (clock >= endClock_) return end_.step;
    Point before{0, -1.0}, after{end_.step, endClock_};
    const auto visit = [&](Point point) {
        if (point.clock <= clock && point.step >= before.step) before = point;
        if (point.clock >= clock && point.step <= after.step) after = point;
    };
    for (const auto& [position, state] : store_.states()) visit({position.step, state.clock});
    visitCommands(world, future_, [&](const LoggedCommand& logged) { visit({logged.step, logged.clock}); });
    visit({world.stepIndex(), world.clock()});
    visit({end_.step, endClock_});
    if (before.clock < 0.0 || after.clock <= before.clock) return after.step;
    const double share = (clock - before.clock) / (after.clock - before.clock);
    return before.step + static_cast<uint64_t>(std::llround(share * static_cast<double>(after.step - before.step)));
}

TimelineStatus Timeline::status(const World& world) const {
    TimelineStatus status;
    const KeyframeStore::States& states = store_.states();
    const TimelinePosition present = positionOf(world);
    const bool hasPast = !states.empty() && states.begin()->first < present;
    status.firstStep = hasPast ? states.begin()->first.step : present.step;
    status.firstClock = hasPast ? states.begin()->second.clock : world.clock();
    status.presentStep = present.step;
    status.presentClock = world.clock();
    status.lastStep = end_.step;
    status.lastClock = endClock_;
    status.isInPast = present < end_;
    status.isSeeking = isSeeking();
    status.marks = marksOf(world, future_, status.firstClock, endClock_);
    status.resets = resetsOf(world, future_);
    status.keyframes = states.size();
    status.bytes = store_.bytes();
    status.budget = store_.budget();
    status.canUndo = std::any_of(entries_.begin(), entries_.end(), [&](const auto& e) { return e.before < present; });
    status.canRedo = !redo_.empty();
    return status;
}

}  // namespace meniscus
