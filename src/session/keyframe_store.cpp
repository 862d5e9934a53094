#include "meniscus/session/keyframe_store.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace meniscus {

namespace {

constexpr double kGap = 0.05;        // s that taking the steps from one keyframe to the next again should take
constexpr double kMaxGap = 1.0;      // s, where memory is short
constexpr double kSaveShare = 0.02;  // of the time, for saving
// So much simulated time before the end keeps its close keyframes while anything older is left to thin out.
constexpr double kRecentSeconds = 40.0;
constexpr double kAgeOffset = 10.0;  // s: how much finer the latest keyframes stay than older ones
constexpr size_t kMaxKeyframes = 4096;
constexpr uint64_t kFirstDistance = 25;  // steps, until costs are known
constexpr double kStepSmoothing = 0.05;
constexpr double kSaveSmoothing = 0.3;

void smooth(double& mean, double value, double share) {
    mean = mean > 0.0 ? mean + share * (value - mean) : value;
}

// What saving the world would take, before it is done.
size_t expectedBytes(const World& world) {
    return keptBytes(WorldState{}) + world.particleCount() * WorldState::bytesPerParticle(world.isMixed()) +
           world.fluids().size() * sizeof(FluidKind) + world.setup().emitters.size() * sizeof(EmitterState) +
           world.heaterTemperatures().size() * sizeof(float);
}

TimelinePosition positionOf(const World& world) {
    return {world.stepIndex(), world.log().size()};
}

}  // namespace

double steadySeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void KeyframeStore::clear() {
    *this = KeyframeStore(budget_, now_);
}

void KeyframeStore::setBudget(size_t bytes, double endClock) {
    budget_ = bytes;
    if (wayBackBytes_ > wayBackBudget()) endWayBack();
    makeRoom(endClock);
}

void KeyframeStore::makeRoom(double endClock) {
    (void)makeRoomFor(0, endClock);
}

void KeyframeStore::noteStep(double seconds) {
    smooth(stepSeconds_, seconds, kStepSmoothing);
}

const WorldState* KeyframeStore::nearest(TimelinePosition position) const {
    const States::value_type* best = nullptr;
    for (const States* states : {&keyframes_, &wayBack_}) {
        auto after = states->upper_bound(position);
        if (after == states->begin()) continue;
        const States::value_type& state = *std::prev(after);
        if (best == nullptr || best->first < state.first) best = &state;
    }
    return best != nullptr ? &best->second : nullptr;
}

std::vector<uint64_t> KeyframeStore::steps() const {
    std::vector<uint64_t> steps;
    for (const auto& [position, state] : keyframes_) steps.push_back(position.step);
    return steps;
}

size_t KeyframeStore::bytes() const {
    size_t sum = keyframeBytes_ + wayBackBytes_;
    for (const auto& future : aside_) {
        if (const auto kept = future.lock()) sum += kept->bytes();
    }
    return sum;
}

// Far enough for saving to cost little, and else near enough for going back to be quick.
uint64_t KeyframeStore::distance() const {
    if (!(stepSeconds_ > 0.0)) return kFirstDistance;
    const double cheap = std::ceil(saveSeconds_ / (kSaveShare * stepSeconds_));
    const double quick = std::floor(kGap / stepSeconds_);
    return static_cast<uint64_t>(std::clamp(std::max(cheap, quick), 1.0, 1e6));
}

bool KeyframeStore::isDue(TimelinePosition present, TimelinePosition end) const {
    auto after = keyframes_.upper_bound(present);
    if (after == keyframes_.begin()) return present == end || after == keyframes_.end();
    const uint64_t before = std::prev(after)->first.step, wanted = distance();
    if (present.step - before < wanted) return false;
    if (after == keyframes_.end()) return true;
    // In the past only where many are missing.
    return after->first.step - present.step >= wanted && gapSeconds(after->first.step - before) > kMaxGap;
}

void KeyframeStore::keepIfDue(const World& world, TimelinePosition end, double endClock) {
    if (isDue(positionOf(world), end)) keep(world, endClock);
}

void KeyframeStore::keep(const World& world, double endClock) {
    if (!makeRoomFor(expectedBytes(world), endClock)) return;
    const double begin = now_();
    WorldState state = world.save();
    smooth(saveSeconds_, now_() - begin, kSaveSmoothing);
    const size_t size = keptBytes(state);
    if (keyframes_.emplace(positionOf(world), std::move(state)).second) keyframeBytes_ += size;
    makeRoom(endClock);
}

void KeyframeStore::beginWayBack(const World& world, uint64_t fromStep, uint64_t toStep) {
    endWayBack();
    const uint64_t most = std::max<uint64_t>(wayBackBudget() / expectedBytes(world), 1);
    wayBackStride_ = (toStep - fromStep) / most + 1;
}

void KeyframeStore::keepOnWayBack(const World& world, uint64_t targetStep) {
    const TimelinePosition present = positionOf(world);
    if ((targetStep - present.step) % wayBackStride_ != 0 || wayBack_.contains(present)) return;
    if (wayBackBytes_ + expectedBytes(world) > wayBackBudget()) return;
    WorldState state = world.save();
    wayBackBytes_ += keptBytes(state);
    wayBack_.emplace(present, std::move(state));
}

void KeyframeStore::endWayBack() {
    wayBack_.clear();
    wayBackBytes_ = 0;
}

void KeyframeStore::cutAfter(TimelinePosition position, const std::shared_ptr<Future>& future) {
    for (auto it = keyframes_.upper_bound(position); it != keyframes_.end();) {
        keyframeBytes_ -= keptBytes(it->second);
        future->keyframes.insert(keyframes_.extract(it++));
    }
    endWayBack();
    std::erase_if(aside_, [](const auto& other) { return other.expired(); });
    aside_.push_back(future);
}

void KeyframeStore::join(Future& future) {
    for (auto& [position, state] : future.keyframes) keyframeBytes_ += keptBytes(state);
    keyframes_.merge(future.keyframes);
}

bool KeyframeStore::makeRoomFor(size_t bytes, double endClock) {
    const size_t most = keyframeBudget();
    if (bytes > most) return false;
    while (this->bytes() - wayBackBytes_ + bytes > most || keyframes_.size() >= kMaxKeyframes) {
        if (!dropOne(endClock)) return false;
    }
    return true;
}

// What is missed least: futures that were cut off, then close keyframes of long ago, then the beginning.
bool KeyframeStore::dropOne(double endClock) {
    if (dropAside()) return true;
    if (keyframes_.empty()) return false;
    const double recent = endClock - kRecentSeconds;
    if (thin(recent, endClock)) return true;
    const bool isAllRecent = keyframes_.begin()->second.clock >= recent;
    if (isAllRecent && thin(std::numeric_limits<double>::infinity(), endClock)) return true;
    drop(keyframes_.begin());
    return true;
}

bool KeyframeStore::dropAside() {
    for (const auto& weak : aside_) {
        const auto future = weak.lock();
        if (!future || future->keyframes.empty()) continue;
        future->keyframes.erase(std::prev(future->keyframes.end()));
        return true;
    }
    return false;
}

// Drops the keyframe before that time whose neighbours are closest for their age.
bool KeyframeStore::thin(double beforeClock, double endClock) {
    if (keyframes_.size() < 3) return false;
    auto best = keyframes_.end();
    double least = std::numeric_limits<double>::infinity();
    for (auto it = std::next(keyframes_.begin()); std::next(it) != keyframes_.end(); ++it) {
        if (it->second.clock >= beforeClock) break;
        const double gap = gapSeconds(std::next(it)->first.step - std::prev(it)->first.step);
        const double weight = gap / (endClock - it->second.clock + kAgeOffset);
        if (gap > kMaxGap || weight >= least) continue;
        least = weight;
        best = it;
    }
    if (best == keyframes_.end()) return false;
    drop(best);
    return true;
}

void KeyframeStore::drop(States::iterator keyframe) {
    keyframeBytes_ -= keptBytes(keyframe->second);
    keyframes_.erase(keyframe);
}

}  // namespace meniscus
