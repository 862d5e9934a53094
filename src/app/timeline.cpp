#include "app/timeline.h"

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

constexpr double kGap = 0.05;        // s that taking the steps from one keyframe to the next again should take
constexpr double kLongestGap = 1.0;  // s, where memory is short
constexpr double kSaveShare = 0.02;  // of the time, for saving
// So much simulated time before the end keeps its close keyframes while anything older is left to thin out.
constexpr double kRecentSeconds = 40.0;
constexpr double kAgeOffset = 10.0;  // s: how much finer the latest keyframes stay than older ones
constexpr size_t kMostKeyframes = 4096;
constexpr uint64_t kFirstDistance = 25;  // steps, until costs are known
constexpr double kStepSmoothing = 0.05;
constexpr double kSaveSmoothing = 0.3;
constexpr size_t kMostEntries = 1000;
constexpr double kMarksPerStrip = 240.0;

void smooth(double& mean, double value, double share) {
    mean = mean > 0.0 ? mean + share * (value - mean) : value;
}

// What saving the world would take, before it is done.
size_t expectedBytes(const World& world) {
    const size_t perParticle = 6 * sizeof(float) + sizeof(uint32_t);
    const size_t perMixed = world.isMixed() ? 2 * sizeof(float) + 1 : 0;
    return keptBytes(WorldState{}) + world.particleCount() * (perParticle + perMixed) +
           world.fluids().size() * sizeof(FluidKind) + world.setup().emitters.size() * sizeof(EmitterState) +
           world.heaterTemperatures().size() * sizeof(float);
}

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

double steadySeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Timeline::Timeline(size_t budget, Clock now) : budget_(budget), now_(std::move(now)) {}

TimelinePosition Timeline::positionOf(const World& world) {
    return {world.stepIndex(), world.log().size()};
}

void Timeline::begin(const World& world) {
    *this = Timeline(budget_, now_);
    end_ = positionOf(world);
    endClock_ = world.clock();
    keep(world);
}

void Timeline::setBudget(size_t bytes) {
    budget_ = bytes;
    if (wayBackBytes_ > wayBackBudget()) {
        wayBack_.clear();
        wayBackBytes_ = 0;
    }
    makeRoom(0);
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
        if (entries_.size() >= kMostEntries) entries_.erase(entries_.begin());
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
    const double begin = now_();
    std::exception_ptr failure;
    try {
        world.step();
    } catch (...) {
        failure = std::current_exception();
    }
    smooth(stepSeconds_, now_() - begin, kStepSmoothing);
    if (positionOf(world) > end_) {
        end_ = positionOf(world);
        endClock_ = world.clock();
    }
    keepDueState(world);
    return failure;
}

const WorldState* Timeline::nearest(TimelinePosition position) const {
    const WorldState* best = nullptr;
    for (const auto* states : {&keyframes_, &wayBack_}) {
        auto after = states->upper_bound(position);
        if (after == states->begin()) continue;
        const WorldState& state = std::prev(after)->second;
        if (best == nullptr || positionOfState(*best) < positionOfState(state)) best = &state;
    }
    return best;
}

bool Timeline::canReach(const World& world, TimelinePosition position) const {
    return positionOf(world) <= position || nearest(position) != nullptr;
}

TimelinePosition Timeline::first(const World& world) const {
    const TimelinePosition present = positionOf(world);
    return keyframes_.empty() ? present : std::min(present, keyframes_.begin()->first);
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
    const WorldState* base = nearest(position);
    const TimelinePosition present = positionOf(world);
    const bool isOnWay = present <= position && (base == nullptr || positionOfState(*base) <= present);
    if (!isOnWay && base == nullptr) throw WorkError("the timeline does not reach that far back");
    if (isBackwards && (base == nullptr || !wayBack_.contains(positionOfState(*base)))) {
        wayBack_.clear();
        wayBackBytes_ = 0;
        const uint64_t from = isOnWay ? present.step : base->stepIndex;
        const uint64_t most = std::max<uint64_t>(wayBackBudget() / expectedBytes(world), 1);
        wayBackStride_ = (position.step - from) / most + 1;
        // The search for a base began with states that are gone now.
        base = nearest(position);
    }
    if (!isOnWay) takeOver(world, *base);
    target_ = position;
    if (isBackwards) keepOnWayBack(world);
}

bool Timeline::approach(World& world) {
    if (!target_) return true;
    const TimelinePosition present = positionOf(world);
    if (present.step < target_->step) {
        applyLogged(world);
        (void)stepWorld(world);
        if (isGoingBack_) keepOnWayBack(world);
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
    if (positionOf(world) > position) takeOver(world, *nearest(position));
    auto future = std::make_shared<Future>();
    const auto kept = static_cast<std::ptrdiff_t>(position.logSize - world.log().size());
    future->log.assign(future_.begin() + kept, future_.end());
    future_.erase(future_.begin() + kept, future_.end());
    future->end = std::exchange(end_, position);
    future->endClock = std::exchange(endClock_, clock);
    for (auto it = keyframes_.upper_bound(position); it != keyframes_.end();) {
        keyframeBytes_ -= keptBytes(it->second);
        future->keyframes.insert(keyframes_.extract(it++));
    }
    const auto isAfter = [&](const UndoEntry& entry) { return entry.before >= position; };
    const auto firstAfter = std::find_if(entries_.begin(), entries_.end(), isAfter);
    future->entries.assign(std::make_move_iterator(firstAfter), std::make_move_iterator(entries_.end()));
    entries_.erase(firstAfter, entries_.end());
    // A gesture that is cut through ends here.
    if (!entries_.empty()) entries_.back().logEnd = std::min(entries_.back().logEnd, position.logSize);
    wayBack_.clear();
    wayBackBytes_ = 0;
    std::erase_if(aside_, [](const auto& other) { return other.expired(); });
    aside_.push_back(future);
    return future;
}

void Timeline::join(const std::shared_ptr<Future>& future) {
    if (!future) return;
    future_.insert(future_.end(), future->log.begin(), future->log.end());
    end_ = future->end;
    endClock_ = future->endClock;
    for (auto& [position, state] : future->keyframes) keyframeBytes_ += keptBytes(state);
    keyframes_.merge(future->keyframes);
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
    makeRoom(0);
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
    std::string message = fmt::format("Done again: {}", redo.entry.what);
    if (redo.future) {
        if (!canReach(world, redo.cut)) {
            return fmt::format("Not done again: {}: the timeline does not reach back to it", redo.entry.what);
        }
        std::shared_ptr<Future> future = cut(world, redo.cut, redo.cutClock);
        if (redo.hasReplaced) redo.entry.replaced = std::move(future);
        entries_.push_back(std::move(redo.entry));
        join(redo.future);
        makeRoom(0);
        aim(world, redo.back);
        return message;
    }
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

size_t Timeline::bytes() const {
    size_t sum = keyframeBytes_ + wayBackBytes_;
    for (const auto& future : aside_) {
        if (const auto kept = future.lock()) sum += kept->bytes();
    }
    return sum;
}

std::vector<uint64_t> Timeline::keyframeSteps() const {
    std::vector<uint64_t> steps;
    for (const auto& [position, state] : keyframes_) steps.push_back(position.step);
    return steps;
}

// Far enough for saving to cost little, and else near enough for going back to be quick.
uint64_t Timeline::keyframeDistance() const {
    if (!(stepSeconds_ > 0.0)) return kFirstDistance;
    const double cheap = std::ceil(saveSeconds_ / (kSaveShare * stepSeconds_));
    const double quick = std::floor(kGap / stepSeconds_);
    return static_cast<uint64_t>(std::clamp(std::max(cheap, quick), 1.0, 1e6));
}

bool Timeline::isKeyframeDue(TimelinePosition present) const {
    auto after = keyframes_.upper_bound(present);
    if (after == keyframes_.begin()) return present == end_ || after == keyframes_.end();
    const uint64_t before = std::prev(after)->first.step, distance = keyframeDistance();
    if (present.step - before < distance) return false;
    if (after == keyframes_.end()) return true;
    // In the past only where many are missing.
    return after->first.step - present.step >= distance && gapSeconds(after->first.step - before) > kLongestGap;
}

void Timeline::keepDueState(const World& world) {
    if (isKeyframeDue(positionOf(world))) keep(world);
}

void Timeline::keep(const World& world) {
    if (!makeRoom(expectedBytes(world))) return;
    const double begin = now_();
    WorldState state = world.save();
    smooth(saveSeconds_, now_() - begin, kSaveSmoothing);
    const size_t size = keptBytes(state);
    if (keyframes_.emplace(positionOf(world), std::move(state)).second) keyframeBytes_ += size;
    makeRoom(0);
}

void Timeline::keepOnWayBack(const World& world) {
    const TimelinePosition present = positionOf(world);
    if (!target_ || (target_->step - present.step) % wayBackStride_ != 0 || wayBack_.contains(present)) return;
    if (wayBackBytes_ + expectedBytes(world) > wayBackBudget()) return;
    WorldState state = world.save();
    wayBackBytes_ += keptBytes(state);
    wayBack_.emplace(present, std::move(state));
}

bool Timeline::makeRoom(size_t bytes) {
    const size_t most = keyframeBudget();
    if (bytes > most) return false;
    while (this->bytes() - wayBackBytes_ + bytes > most || keyframes_.size() >= kMostKeyframes) {
        if (!dropOne()) return false;
    }
    return true;
}

// What is missed least: futures that were cut off, then close keyframes of long ago, then the beginning.
bool Timeline::dropOne() {
    if (dropAside()) return true;
    if (keyframes_.empty()) return false;
    const double recent = endClock_ - kRecentSeconds;
    if (thin(recent)) return true;
    if (keyframes_.begin()->second.clock >= recent && thin(std::numeric_limits<double>::infinity())) return true;
    drop(keyframes_.begin());
    return true;
}

bool Timeline::dropAside() {
    for (const auto& weak : aside_) {
        const auto future = weak.lock();
        if (!future || future->keyframes.empty()) continue;
        future->keyframes.erase(std::prev(future->keyframes.end()));
        return true;
    }
    return false;
}

// Drops the keyframe before that time whose neighbours are closest for their age.
bool Timeline::thin(double beforeClock) {
    if (keyframes_.size() < 3) return false;
    auto best = keyframes_.end();
    double least = std::numeric_limits<double>::infinity();
    for (auto it = std::next(keyframes_.begin()); std::next(it) != keyframes_.end(); ++it) {
        if (it->second.clock >= beforeClock) break;
        const double gap = gapSeconds(std::next(it)->first.step - std::prev(it)->first.step);
        const double weight = gap / (endClock_ - it->second.clock + kAgeOffset);
        if (gap > kLongestGap || weight >= least) continue;
        least = weight;
        best = it;
    }
    if (best == keyframes_.end()) return false;
    drop(best);
    return true;
}

void Timeline::drop(std::map<TimelinePosition, WorldState>::iterator keyframe) {
    keyframeBytes_ -= keptBytes(keyframe->second);
    keyframes_.erase(keyframe);
}

// Between these points time goes evenly with the steps, for only commands change the time step.
template <typename Visit>
void Timeline::visitPoints(const World& world, const Visit& visit) const {
    for (const auto& [position, state] : keyframes_) visit(Point{position.step, state.clock});
    for (const LoggedCommand& logged : world.log()) visit(Point{logged.step, logged.clock});
    for (const LoggedCommand& logged : future_) visit(Point{logged.step, logged.clock});
    visit(Point{world.stepIndex(), world.clock()});
    visit(Point{end_.step, endClock_});
}

uint64_t Timeline::stepAt(const World& world, double clock) const {
    Point before{0, -1.0}, after{end_.step, endClock_};
    visitPoints(world, [&](Point point) {
        if (point.clock <= clock && point.step >= before.step) before = point;
        if (point.clock >= clock && point.step <= after.step) after = point;
    });
    if (clock >= endClock_) return end_.step;
    if (before.clock < 0.0 || after.clock <= before.clock) return after.step;
    const double share = (clock - before.clock) / (after.clock - before.clock);
    return before.step + static_cast<uint64_t>(std::llround(share * static_cast<double>(after.step - before.step)));
}

std::vector<TimelineMark> Timeline::marks(const World& world, double from) const {
    std::vector<TimelineMark> marks;
    const double apart = (endClock_ - from) / kMarksPerStrip;
    const auto add = [&](const LoggedCommand& logged) {
        if (logged.clock < from) return;
        const TimelineMarkKind kind = markOf(logged.command);
        if (marks.empty() || logged.clock > marks.back().clock + apart) {
            marks.push_back({logged.clock, kind});
        } else {
            marks.back().kind = std::max(marks.back().kind, kind);
        }
    };
    for (const LoggedCommand& logged : world.log()) add(logged);
    for (const LoggedCommand& logged : future_) add(logged);
    return marks;
}

std::vector<double> Timeline::resets(const World& world) const {
    std::vector<double> clocks;
    const auto add = [&](const LoggedCommand& logged) {
        if (std::holds_alternative<Reset>(logged.command)) clocks.push_back(logged.clock);
    };
    for (const LoggedCommand& logged : world.log()) add(logged);
    for (const LoggedCommand& logged : future_) add(logged);
    return clocks;
}

TimelineStatus Timeline::status(const World& world) const {
    TimelineStatus status;
    const TimelinePosition present = positionOf(world);
    const bool hasPast = !keyframes_.empty() && keyframes_.begin()->first < present;
    status.firstStep = hasPast ? keyframes_.begin()->first.step : present.step;
    status.firstClock = hasPast ? keyframes_.begin()->second.clock : world.clock();
    status.presentStep = present.step;
    status.presentClock = world.clock();
    status.lastStep = end_.step;
    status.lastClock = endClock_;
    status.isInPast = present < end_;
    status.isSeeking = isSeeking();
    status.marks = marks(world, status.firstClock);
    status.resets = resets(world);
    status.keyframes = keyframes_.size();
    status.bytes = bytes();
    status.budget = budget_;
    status.canUndo = std::any_of(entries_.begin(), entries_.end(), [&](const auto& e) { return e.before < present; });
    status.canRedo = !redo_.empty();
    return status;
}

}  // namespace meniscus
