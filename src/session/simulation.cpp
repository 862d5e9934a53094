#include "meniscus/session/simulation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

#include "meniscus/core/error.h"
#include "meniscus/core/thread_priority.h"

namespace meniscus {

namespace {

// After a stall the fluid does not race to catch up: what is due beyond this is dropped.
constexpr double kMostBehind = 0.05;  // s of simulated time
// Measuring costs about a substep: seldom, and never more than this share of the time.
constexpr double kMeasureInterval = 0.25;
constexpr double kMeasureShare = 0.03;
constexpr double kShareInterval = 0.1;  // s between numbers of the timeline
// While the user drags, what was there on the way is shown after so long without a picture.
constexpr double kLongSilence = 0.1;  // s

double secondsNow() {
    using Clock = std::chrono::steady_clock;
    static const Clock::time_point start = Clock::now();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

Simulation::Simulation(int threads) : threads_(threads), thread_([this] { run(); }) {}

Simulation::~Simulation() {
    (void)finish();
}

std::unique_ptr<World> Simulation::finish() {
    if (thread_.joinable()) {
        post([](Inbox& inbox) { inbox.isQuitting = true; });
        thread_.join();
    }
    return std::move(world_);
}

template <typename Change>
void Simulation::post(const Change& change) {
    {
        const std::lock_guard lock(mutex_);
        change(inbox_);
        inbox_.hasNews = true;
    }
    wakeUp_.notify_one();
}

void Simulation::open(WorldSetup setup, std::optional<SavedWorld> saved, std::optional<Playback> playback) {
    post([&](Inbox& inbox) {
        inbox.setup = std::move(setup);
        inbox.saved = std::move(saved);
        inbox.playback = std::move(playback);
        std::move(inbox.saves.begin(), inbox.saves.end(), std::back_inserter(inbox.savesBefore));
        inbox.saves.clear();
        isHeld_ = false;
        inbox.requests.clear();  // they were meant for the scene before
        isReadyNew_ = false;     // nor is its last frame wanted any more
        readyTicks_ = 0;
    });
}

std::future<SavedWorld> Simulation::save() {
    std::promise<SavedWorld> promise;
    std::future<SavedWorld> future = promise.get_future();
    post([&](Inbox& inbox) { inbox.saves.push_back(std::move(promise)); });
    return future;
}

void Simulation::answer(std::promise<SavedWorld>& promise) const {
    try {
        if (!world_) throw WorkError("there is no scene to save");
        promise.set_value({world_->save(), {world_->log().begin(), world_->log().end()}, world_->stateHash()});
    } catch (...) {
        promise.set_exception(std::current_exception());
    }
}

void Simulation::request(Request request) {
    post([&](Inbox& inbox) {
        const bool isSeek = std::holds_alternative<SeekRequest>(request);
        if (isSeek && !inbox.requests.empty() && std::holds_alternative<SeekRequest>(inbox.requests.back())) {
            inbox.requests.pop_back();
        }
        inbox.requests.push_back(std::move(request));
    });
}

void Simulation::submit(Command command, uint64_t gesture) {
    request(GivenCommand{std::move(command), gesture});
}

void Simulation::setPaused(bool isPaused) {
    post([&](Inbox&) {
        status_.isPaused = isPaused;
        status_.isBackwards = false;
        status_.stopReason.clear();
    });
}

void Simulation::stepOnce() {
    setPaused(true);
    request(Move::Step);
}

void Simulation::stepBack() {
    setPaused(true);
    request(Move::StepBack);
}

void Simulation::playBackwards() {
    post([&](Inbox&) {
        status_.isPaused = false;
        status_.isBackwards = true;
        status_.stopReason.clear();
    });
}

void Simulation::seek(uint64_t step) {
    request(SeekRequest{step, secondsNow()});
}

void Simulation::seekTime(double clock) {
    request(SeekRequest{clock, secondsNow()});
}

void Simulation::setHeld(bool isHeld) {
    post([&](Inbox&) { isHeld_ = isHeld; });
}

void Simulation::undo() {
    request(Move::Undo);
}

void Simulation::redo() {
    request(Move::Redo);
}

void Simulation::setTimelineBudget(size_t bytes) {
    post([&](Inbox&) { timelineBudget_ = bytes; });
}

void Simulation::setSpeed(double speed) {
    post([&](Inbox&) { speed_ = speed; });
}

void Simulation::stopAtStep(uint64_t step) {
    post([&](Inbox&) { lastStep_ = step; });
}

void Simulation::setFrameInterval(double seconds) {
    const std::lock_guard lock(mutex_);
    frameInterval_ = seconds;
}

void Simulation::setFrameTick(std::optional<double> seconds) {
    post([&](Inbox& inbox) {
        inbox.tick = seconds;
        inbox.isTickReleased = false;  // it was for one of the ticks before
        readyTicks_ = 0;
    });
}

void Simulation::releaseTick() {
    post([](Inbox& inbox) { inbox.isTickReleased = true; });
}

const Frame* Simulation::takeFrame() {
    const std::lock_guard lock(mutex_);
    if (!isReadyNew_) return nullptr;
    std::swap(front_, ready_);
    isReadyNew_ = false;
    frontTicks_ = readyTicks_;
    readyTicks_ = 0;
    return front_.get();
}

SimulationStatus Simulation::status() {
    const std::lock_guard lock(mutex_);
    SimulationStatus status = status_;
    status_.refusal.clear();
    status_.note.clear();
    return status;
}

void Simulation::run() {
    giveWayToWindow();
    while (true) {
        Inbox news;
        {
            std::unique_lock lock(mutex_);
            const double idle = idleSeconds(secondsNow());
            const auto hasNews = [this] { return inbox_.hasNews; };
            if (idle > 0.0) wakeUp_.wait_for(lock, std::chrono::duration<double>(idle), hasNews);
            std::swap(news, inbox_);
        }
        if (news.isQuitting) return;
        handle(news);
        if (!world_) continue;
        try {
            if (timeline_.isSeeking()) {
                approach();
            } else {
                advance(secondsNow());
            }
        } catch (const std::exception& failure) {
            stop(failure);
        }
    }
}

// What nobody expects, such as that there is no memory left: stand still and say why.
void Simulation::stop(const std::exception& failure) {
    timeline_.giveUpSeek();
    const std::lock_guard lock(mutex_);
    status_.isPaused = true;
    status_.isBackwards = false;
    status_.stopReason = failure.what();
}

// How long nothing is to be done; the caller holds the lock.
double Simulation::idleSeconds(double now) const {
    constexpr double kLongIdle = 0.5;
    if (inbox_.hasNews) return 0.0;
    if (world_ && timeline_.isSeeking()) return 0.0;
    if (!world_ || status_.isPaused || isHeld_ || isTickWaiting_) return kLongIdle;
    const double due = behind_ + (now - lastAdvance_) * speed_;
    return std::clamp((quantum() - due) / speed_, 0.0, kLongIdle);
}

// Simulated time that must be due before anything is done; the caller holds the lock. Backwards a state is taken over
// for each picture and not for each step.
double Simulation::quantum() const {
    const double dt = world_->settings().timeStep;
    return status_.isBackwards ? std::max(dt, tickInterval_.value_or(frameInterval_ * speed_)) : dt;
}

void Simulation::handle(Inbox& news) {
    if (!news.savesBefore.empty()) finishSeek();
    for (std::promise<SavedWorld>& promise : news.savesBefore) answer(promise);
    if (news.isTickReleased) isTickWaiting_ = false;
    if (news.tick) tickInterval_ = *news.tick;
    if (news.setup) {
        if (openWorld(std::move(*news.setup), news.saved)) startPlayback(std::move(news.playback));
    }
    if (news.tick || news.setup) restartTicks();
    if (world_) {
        for (Request& request : news.requests) {
            std::visit([this](auto& r) { handle(r); }, request);
        }
        runDueSteps();
    }
    if (!news.saves.empty()) finishSeek();
    for (std::promise<SavedWorld>& promise : news.saves) answer(promise);
    if (!world_ || !news.hasNews) return;
    bool isStill;
    size_t budget;
    {
        const std::lock_guard lock(mutex_);
        isStill = status_.isPaused || isHeld_;
        budget = timelineBudget_;
    }
    timeline_.setBudget(budget);
    // What a paused user does must show, and so must a new scene before its first step.
    if ((isStill && !timeline_.isSeeking()) || news.setup) showStill();
}

void Simulation::showStill() {
    measure(secondsNow());
    publish(secondsNow(), true);
}

bool Simulation::openWorld(WorldSetup setup, const std::optional<SavedWorld>& saved) {
    std::string error;
    try {
        auto world = std::make_unique<World>(std::move(setup), threads_);
        if (saved) world->restore(saved->state, saved->log);
        world_ = std::move(world);
        timeline_.begin(*world_);
        if (saved) timeline_.letGo(*world_);  // of whoever saved it
        behind_ = 0.0;
        lastAdvance_ = secondsNow();
    } catch (const std::exception& failure) {
        error = failure.what();
    }
    const std::lock_guard lock(mutex_);
    if (world_) status_.threads = world_->threadCount();
    if (error.empty()) {
        status_.stopReason.clear();
        status_.isBackwards = false;
    } else {
        ++status_.openFailures;
    }
    status_.refusal = std::move(error);
    return status_.refusal.empty();
}

void Simulation::restartTicks() {
    ticks_.reset();
    if (tickInterval_) ticks_.emplace(*tickInterval_);
    dueTicks_ = 0;
    isTickWaiting_ = false;
    stepsDue_ = 0;
}

// Single steps that the user asked for; a recording makes them wait for its pictures.
void Simulation::runDueSteps() {
    for (; stepsDue_ > 0 && !isTickWaiting_; --stepsDue_) {
        stepWorld();
        publishTick();
    }
}

// Whether the state is one for a recording. It is published then, and nothing goes on until the tick is released.
bool Simulation::publishTick() {
    if (!ticks_ || isTickWaiting_) return false;
    dueTicks_ = ticks_->due(world_->totals().simulatedSeconds, world_->settings().timeStep);
    if (dueTicks_ == 0) return false;
    isTickWaiting_ = true;
    publish(secondsNow(), true);
    return true;
}

// At once, so that the next command is checked against what this one made: fluids come and go.
void Simulation::handle(GivenCommand& given) {
    finishSeek();
    if (playback_) endPlayback("The replay ended with your own change; the scene goes on from here");
    try {
        timeline_.submit(*world_, std::move(given.command), given.gesture);
    } catch (const std::exception& error) {
        const std::lock_guard lock(mutex_);
        status_.refusal = error.what();
    }
    const std::lock_guard lock(mutex_);
    status_.isBackwards = false;
}

void Simulation::handle(Move move) {
    finishSeek();
    try {
        if (move == Move::Step) {
            ++stepsDue_;
            runDueSteps();
        }
        if (move == Move::StepBack) goBack(1);
        if (move == Move::Undo) say(timeline_.undo(*world_));
        if (move == Move::Redo) say(timeline_.redo(*world_));
    } catch (const std::exception& failure) {
        say(failure.what());
    }
    if (move == Move::Step || !timeline_.isSeeking()) return;
    seekSince_.reset();
    const std::lock_guard lock(mutex_);
    status_.stopReason.clear();
    status_.isBackwards = false;
}

void Simulation::handle(const SeekRequest& seek) {
    const double now = secondsNow();
    if (timeline_.isSeeking() && now - lastPublish_ > kLongSilence) publish(now, true, false);
    try {
        const uint64_t* step = std::get_if<uint64_t>(&seek.place);
        timeline_.aimAtStep(*world_, step != nullptr ? *step : timeline_.stepAt(*world_, std::get<double>(seek.place)));
        seekSince_ = seek.since;
    } catch (const std::exception& failure) {
        say(failure.what());
    }
    const std::lock_guard lock(mutex_);
    status_.stopReason.clear();
}

// Towards the beginning; stands still when there.
void Simulation::goBack(uint64_t steps) {
    const uint64_t first = timeline_.first(*world_).step, present = world_->stepIndex();
    seekSince_.reset();
    if (present <= first) {
        const std::lock_guard lock(mutex_);
        status_.isPaused = true;
        status_.isBackwards = false;
        return;
    }
    timeline_.aimAtStep(*world_, present - std::min(steps, present - first), true);
}

void Simulation::finishSeek() {
    try {
        while (world_ && timeline_.isSeeking()) approach();
    } catch (const std::exception& failure) {
        stop(failure);
    }
}

// One step of the way, so that news is heard in between.
void Simulation::approach() {
    if (!timeline_.approach(*world_)) return;
    behind_ = 0.0;
    lastAdvance_ = secondsNow();
    {
        const std::lock_guard lock(mutex_);
        ++status_.jumps;
    }
    publish(lastAdvance_, true, false);
    bool isStill;
    {
        const std::lock_guard lock(mutex_);
        if (seekSince_) {
            status_.seekSeconds = secondsNow() - *seekSince_;
            ++status_.seeks;
        }
        isStill = status_.isPaused && !isHeld_;
    }
    if (isStill) showStill();
}

void Simulation::say(std::string note) {
    const std::lock_guard lock(mutex_);
    status_.note = std::move(note);
}

void Simulation::startPlayback(std::optional<Playback> playback) {
    playback_ = std::move(playback);
    if (!world_) playback_.reset();
    {
        const std::lock_guard lock(mutex_);
        status_.isReplaying = playback_.has_value();
    }
    playBack();
}

// Between two steps: the commands of the session that are due, and its end. What was played and then gone back from is
// the timeline's to repeat.
void Simulation::playBack() {
    if (!playback_ || timeline_.isInPast(*world_)) return;
    const bool isByStep = playback_->by == ReplayPlayer::By::Step;
    // The step that begins nearest to it; time steps need not divide the time.
    const double clock = world_->clock() + 0.5 * static_cast<double>(world_->settings().timeStep);
    const auto isDue = [&](const LoggedCommand& logged) {
        return isByStep ? logged.step <= world_->stepIndex() : logged.clock < clock;
    };
    try {
        for (size_t& next = playback_->next; next < playback_->log.size() && isDue(playback_->log[next]); ++next) {
            timeline_.submit(*world_, playback_->log[next].command);
        }
    } catch (const InputError& error) {
        return endPlayback(std::string("The replay ended: ") + error.what());
    }
    if (isByStep ? world_->stepIndex() < playback_->steps : clock < playback_->clock) return;
    const bool isOther = playback_->hash && *playback_->hash != world_->stateHash();
    endPlayback(isOther ? "The replay has ended, not bit for bit as it was recorded; the scene goes on"
                        : "The replay has ended; the scene goes on");
}

void Simulation::endPlayback(std::string note) {
    playback_.reset();
    timeline_.letGo(*world_);
    const std::lock_guard lock(mutex_);
    status_.isReplaying = false;
    status_.note = std::move(note);
}

// Runs the steps that are due, one at a time, so that news is heard in between.
void Simulation::advance(double now) {
    double speed, least;
    bool isBackwards;
    {
        const std::lock_guard lock(mutex_);
        speed = speed_;
        isBackwards = status_.isBackwards;
        least = quantum();
        if (status_.isPaused || isHeld_) {
            behind_ = 0.0;
            lastAdvance_ = now;
            return;
        }
    }
    if (isTickWaiting_ || publishTick()) return;
    const double dt = world_->settings().timeStep;
    behind_ = std::min(behind_ + (now - lastAdvance_) * speed, std::max(kMostBehind, least));
    lastAdvance_ = now;
    if (behind_ < least) return;
    // A recording runs evenly when it runs back, too.
    if (isBackwards) return goBack(static_cast<uint64_t>(tickInterval_ ? std::round(least / dt) : behind_ / dt));
    behind_ -= dt;
    stepWorld();
    if (!publishTick()) publish(secondsNow(), false);
}

void Simulation::stepWorld() {
    try {
        timeline_.step(*world_);
    } catch (const std::exception& failure) {
        const std::lock_guard lock(mutex_);
        status_.isPaused = true;
        status_.stopReason = failure.what();
    }
    playBack();
    const std::lock_guard lock(mutex_);
    if (lastStep_ && world_->stepIndex() >= *lastStep_) status_.isPaused = status_.isAtLastStep = true;
}

void Simulation::measure(double now) {
    measure_ = world_->measure();
    const double cost = secondsNow() - now;
    nextMeasure_ = now + std::max(kMeasureInterval, cost / kMeasureShare);
}

void Simulation::publish(double now, bool isForced, bool canMeasure) {
    if (ticks_ && !isForced) return;
    {
        const std::lock_guard lock(mutex_);
        if (!isForced && now - lastPublish_ < frameInterval_) return;
    }
    lastPublish_ = now;
    if (canMeasure && now >= nextMeasure_) measure(now);
    world_->capture(*back_);
    back_->measure = measure_;
    shareTimeline(now, isForced);
    const std::lock_guard lock(mutex_);
    if (inbox_.setup) return;  // another scene is on its way
    std::swap(back_, ready_);
    isReadyNew_ = true;
    readyTicks_ += dueTicks_;  // one that nobody took yet is of the same moment
    dueTicks_ = 0;
}

void Simulation::shareTimeline(double now, bool isForced) {
    if (!isForced && now - lastShare_ < kShareInterval) return;
    lastShare_ = now;
    TimelineStatus timeline = timeline_.status(*world_);
    const std::lock_guard lock(mutex_);
    status_.timeline = std::move(timeline);
}

}  // namespace meniscus
