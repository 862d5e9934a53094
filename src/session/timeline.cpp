#include "meniscus/session/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

constexpr size_t kMaxEntries = 1000;

TimelinePosition positionOfState(const WorldState& state) {
    return {state.stepIndex, state.logSize};
}

// Closes what the log has left open, but for what the command itself holds.
void closeGestures(World& world, const Command* held) {
    std::array<bool, kFieldSlots> isSeen{};
    bool isJetSeen = held != nullptr && std::holds_alternative<Pour>(*held);
    if (const auto* field = held != nullptr ? std::get_if<ApplyField>(held) : nullptr) {
        isSeen[static_cast<size_t>(field->slot)] = true;
    }
    std::vector<Command> closing;
    const auto log = world.log();
    for (auto logged = log.rbegin(); logged != log.rend(); ++logged) {
        if (std::holds_alternative<Reset>(logged->command)) break;
        if (const auto* pour = std::get_if<Pour>(&logged->command); pour != nullptr && !isJetSeen) {
            isJetSeen = true;
            if (pour->isOpen) closing.emplace_back(Pour{});
        }
        const auto* apply = std::get_if<ApplyField>(&logged->command);
        if (apply == nullptr || std::exchange(isSeen[static_cast<size_t>(apply->slot)], true)) continue;
        const bool isActive = apply->field.strength > 0.0f && world.totals().simulatedSeconds < apply->field.endTime;
        if (isActive) closing.emplace_back(ApplyField{apply->slot, {}});
    }
    for (Command& command : closing) world.submit(std::move(command));
    world.applyCommands();
}

}  // namespace

Timeline::Timeline(size_t budget, KeyframeStore::Clock now) : store_(budget, std::move(now)) {}

TimelinePosition Timeline::positionOf(const World& world) {
    return {world.stepIndex(), world.log().size()};
}

void Timeline::begin(const World& world) {
    store_.clear();
    future_.clear();
    target_.reset();
    entries_.clear();
    redo_.clear();
    end_ = positionOf(world);
    endClock_ = world.clock();
    store_.keep(world, endClock_);
}

void Timeline::setBudget(size_t bytes) {
    store_.setBudget(bytes, endClock_);
}

void Timeline::submit(World& world, Command command, uint64_t gesture) {
    const Command given = command;
    const TimelinePosition present = positionOf(world);
    world.submit(std::move(command));  // refuses before anything is changed
    std::shared_ptr<Future> replaced;
    if (isInPast(world)) replaced = cut(world, present, world.clock());
    redo_.clear();
    const bool isBranch = replaced != nullptr;
    noteCommand(world, given, gesture, std::move(replaced));
    world.applyCommands();
    // The end of a gesture that was cut through is in the future that was cut off.
    if (isBranch) closeGestures(world, &given);
    end_ = positionOf(world);
    if (isBranch && gesture != 0) entries_.back().logEnd = end_.logSize;
}

void Timeline::letGo(World& world) {
    if (isInPast(world)) return;
    closeGestures(world, nullptr);
    end_ = positionOf(world);
}

void Timeline::noteCommand(const World& world, const Command& command, uint64_t gesture,
                           std::shared_ptr<Future> replaced) {
    if (gesture == 0) return;
    const TimelinePosition present = positionOf(world);
    const UndoKind kind = infoOf(command).undo;
    UndoEntry* last = entries_.empty() ? nullptr : &entries_.back();
    const bool isSame = last != nullptr && !replaced && last->gesture == gesture && last->kind == kind &&
                        last->logEnd == present.logSize && (kind == UndoKind::Values || kind == UndoKind::Tool);
    if (!isSame) {
        if (entries_.size() >= kMaxEntries) entries_.erase(entries_.begin());
        UndoEntry entry;
        entry.gesture = gesture;
        entry.kind = kind;
        entry.what = gestureOf(command);
        entry.before = present;
        entry.clock = world.clock();
        entry.seconds = world.totals().simulatedSeconds;
        entry.replaced = std::move(replaced);
        entries_.push_back(std::move(entry));
        last = &entries_.back();
    }
    last->logEnd = present.logSize + 1;
    if (kind == UndoKind::Values) addValue(*last, command, inverseOf(command, world));
}

void Timeline::applyNext(World& world) {
    Command command = std::move(future_.front().command);
    future_.pop_front();  // first: one that the world refuses must not come again
    world.submit(std::move(command));
    world.applyCommands();
}

// What was given before this step.
void Timeline::applyLogged(World& world) {
    while (!future_.empty() && future_.front().step <= world.stepIndex()) applyNext(world);
}

void Timeline::step(World& world) {
    target_.reset();
    applyLogged(world);
    const std::exception_ptr failure = stepWorld(world);
    // What was done at the end, while it stood there, belongs to it.
    if (world.stepIndex() == end_.step) applyLogged(world);
    if (failure) std::rethrow_exception(failure);
}

// A step that fails counts, and fails again in the same way when it is repeated.
std::exception_ptr Timeline::stepWorld(World& world) {
    const double begin = store_.now();
    std::exception_ptr failure;
    try {
        world.step();
    } catch (...) {
        failure = std::current_exception();
    }
    store_.noteStep(store_.now() - begin);
    if (positionOf(world) > end_) {
        end_ = positionOf(world);
        endClock_ = world.clock();
    }
    store_.keepIfDue(world, end_, endClock_);
    return failure;
}

bool Timeline::canReach(const World& world, TimelinePosition position) const {
    return positionOf(world) <= position || store_.nearest(position) != nullptr;
}

TimelinePosition Timeline::first(const World& world) const {
    const TimelinePosition present = positionOf(world);
    return store_.states().empty() ? present : std::min(present, store_.states().begin()->first);
}

void Timeline::takeOver(World& world, const WorldState& state) {
    const auto done = world.log();
    if (state.logSize <= done.size()) {  // the usual way, back: only what comes to lie in the future is copied
        const std::vector<LoggedCommand> undone(done.begin() + static_cast<std::ptrdiff_t>(state.logSize), done.end());
        world.restore(state, done);
        future_.insert(future_.begin(), undone.begin(), undone.end());
        return;
    }
    std::vector<LoggedCommand> log(done.begin(), done.end());
    log.insert(log.end(), future_.begin(), future_.end());
    world.restore(state, log);
    future_.assign(log.begin() + static_cast<std::ptrdiff_t>(state.logSize), log.end());
}

void Timeline::aimAtStep(World& world, uint64_t step, bool isBackwards) {
    const TimelinePosition present = positionOf(world);
    if (step >= end_.step) return aim(world, end_, isBackwards);
    // As the step before left it: what was given there comes with the next one.
    const auto isBefore = [](const LoggedCommand& logged, uint64_t s) { return logged.step < s; };
    const auto log = world.log();
    const auto past = static_cast<size_t>(std::lower_bound(log.begin(), log.end(), step, isBefore) - log.begin());
    const auto coming =
        static_cast<size_t>(std::lower_bound(future_.begin(), future_.end(), step, isBefore) - future_.begin());
    aim(world, {step, past < present.logSize ? past : past + coming}, isBackwards);
}

void Timeline::aim(World& world, TimelinePosition position, bool isBackwards) {
    position = std::clamp(position, first(world), end_);
    isGoingBack_ = isBackwards;
    const WorldState* base = store_.nearest(position);
    const TimelinePosition present = positionOf(world);
    const bool isOnWay = present <= position && (base == nullptr || positionOfState(*base) <= present);
    if (!isOnWay && base == nullptr) throw WorkError("the timeline does not reach that far back");
    if (isBackwards && (base == nullptr || !store_.isOnWayBack(positionOfState(*base)))) {
        store_.beginWayBack(world, isOnWay ? present.step : base->stepIndex, position.step);
        // The search for a base began with states that are gone now.
        base = store_.nearest(position);
    }
    if (!isOnWay) takeOver(world, *base);
    target_ = position;
    if (isBackwards) store_.keepOnWayBack(world, position.step);
}

bool Timeline::approach(World& world) {
    if (!target_) return true;
    const TimelinePosition present = positionOf(world);
    if (present.step < target_->step) {
        applyLogged(world);
        (void)stepWorld(world);
        if (isGoingBack_) store_.keepOnWayBack(world, target_->step);
    } else if (present.logSize < target_->logSize && !future_.empty()) {
        applyNext(world);
    }
    if (positionOf(world) < *target_ && !(world.stepIndex() == target_->step && future_.empty())) return false;
    target_.reset();
    return true;
}

void Timeline::arrive(World& world) {
    while (!approach(world)) continue;
}

std::shared_ptr<Future> Timeline::cut(World& world, TimelinePosition position, double clock) {
    target_.reset();
    if (positionOf(world) > position) takeOver(world, *store_.nearest(position));
    auto future = std::make_shared<Future>();
    const auto kept = static_cast<std::ptrdiff_t>(position.logSize - world.log().size());
    future->log.assign(future_.begin() + kept, future_.end());
    future_.erase(future_.begin() + kept, future_.end());
    future->end = std::exchange(end_, position);
    future->endClock = std::exchange(endClock_, clock);
    store_.cutAfter(position, future);
    const auto isAfter = [&](const UndoEntry& entry) { return entry.before >= position; };
    const auto firstAfter = std::find_if(entries_.begin(), entries_.end(), isAfter);
    future->entries.assign(std::make_move_iterator(firstAfter), std::make_move_iterator(entries_.end()));
    entries_.erase(firstAfter, entries_.end());
    // A gesture that is cut through ends here.
    if (!entries_.empty()) entries_.back().logEnd = std::min(entries_.back().logEnd, position.logSize);
    return future;
}

void Timeline::join(const std::shared_ptr<Future>& future) {
    if (!future) return;
    future_.insert(future_.end(), future->log.begin(), future->log.end());
    end_ = future->end;
    endClock_ = future->endClock;
    store_.join(*future);
    entries_.insert(entries_.end(), future->entries.begin(), future->entries.end());
    *future = Future{};
}

std::string Timeline::undo(World& world) {
    target_.reset();
    const TimelinePosition present = positionOf(world);
    auto last = entries_.end();
    while (last != entries_.begin() && std::prev(last)->before >= present) --last;
    if (last == entries_.begin()) return "Nothing to undo";
    --last;
    if (last->isMoment() && !canReach(world, last->before)) {
        return fmt::format("Not undone: {}: the timeline does not reach back to it", last->what);
    }
    UndoEntry entry = std::move(*last);
    entries_.erase(last);
    return entry.isMoment() ? undoByGoingBack(world, std::move(entry)) : undoByValues(world, std::move(entry));
}

std::string Timeline::undoByGoingBack(World& world, UndoEntry entry) {
    const TimelinePosition back = positionOf(world), before = entry.before;
    const std::string message = fmt::format("Undone: {}, back to {:.1f} s", entry.what, entry.seconds);
    const double clock = entry.clock;
    std::shared_ptr<Future> future = cut(world, before, clock);
    const bool hasReplaced = entry.replaced != nullptr;
    join(std::exchange(entry.replaced, nullptr));
    redo_.push_back({std::move(entry), std::move(future), before, clock, back, hasReplaced});
    store_.makeRoom(endClock_);
    aim(world, before);
    return message;
}

std::string Timeline::undoByValues(World& world, UndoEntry entry) {
    const TimelinePosition present = positionOf(world);
    const double clock = world.clock();
    std::shared_ptr<Future> future;
    if (isInPast(world)) future = cut(world, present, clock);
    std::string message = fmt::format("Undone: {}", entry.what);
    try {
        for (const Command& command : entry.undoes) world.submit(command);
    } catch (const InputError&) {
        message = fmt::format("Not undone: {}: the fluid is gone", entry.what);
    }
    world.applyCommands();
    if (future) closeGestures(world, nullptr);
    end_ = positionOf(world);
    redo_.push_back({std::move(entry), std::move(future), present, clock, present, false});
    return message;
}

std::string Timeline::redo(World& world) {
    target_.reset();
    if (redo_.empty()) return "Nothing to do again";
    Redo redo = std::move(redo_.back());
    redo_.pop_back();
    return redo.future ? redoByGoingThere(world, std::move(redo)) : redoByValues(world, std::move(redo));
}

std::string Timeline::redoByGoingThere(World& world, Redo redo) {
    if (!canReach(world, redo.cut)) {
        return fmt::format("Not done again: {}: the timeline does not reach back to it", redo.entry.what);
    }
    std::string message = fmt::format("Done again: {}", redo.entry.what);
    std::shared_ptr<Future> future = cut(world, redo.cut, redo.cutClock);
    if (redo.hasReplaced) redo.entry.replaced = std::move(future);
    entries_.push_back(std::move(redo.entry));
    join(redo.future);
    store_.makeRoom(endClock_);
    aim(world, redo.back);
    return message;
}

std::string Timeline::redoByValues(World& world, Redo redo) {
    std::string message = fmt::format("Done again: {}", redo.entry.what);
    if (isInPast(world)) (void)cut(world, positionOf(world), world.clock());
    try {
        for (const Command& command : redo.entry.redoes) world.submit(command);
    } catch (const InputError&) {
        message = fmt::format("Not done again: {}: the fluid is gone", redo.entry.what);
    }
    redo.entry.before = positionOf(world);
    redo.entry.clock = world.clock();
    redo.entry.seconds = world.totals().simulatedSeconds;
    world.applyCommands();
    end_ = positionOf(world);
    redo.entry.logEnd = end_.logSize;
    entries_.push_back(std::move(redo.entry));
    return message;
}

}  // namespace meniscus
