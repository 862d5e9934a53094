#include "app/simulation.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "app/thread_priority.h"
#include "meniscus/core/error.h"

namespace meniscus {

namespace {

// After a stall the fluid does not race to catch up: what is due beyond this is dropped.
constexpr double kMostBehind = 0.05;  // s of simulated time
// Measuring costs about a substep: seldom, and never more than this share of the time.
constexpr double kMeasureInterval = 0.25;
constexpr double kMeasureShare = 0.03;

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
        inbox.commands.clear();  // they were meant for the scene before
        inbox.steps = 0;
        isReadyNew_ = false;  // nor is its last frame wanted any more
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

void Simulation::submit(Command command) {
    post([&](Inbox& inbox) { inbox.commands.push_back(std::move(command)); });
}

void Simulation::setPaused(bool isPaused) {
    post([&](Inbox&) {
        status_.isPaused = isPaused;
        status_.stopReason.clear();
    });
}

void Simulation::stepOnce() {
    post([&](Inbox& inbox) {
        status_.isPaused = true;
        status_.stopReason.clear();
        ++inbox.steps;
    });
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

const Frame* Simulation::takeFrame() {
    const std::lock_guard lock(mutex_);
    if (!isReadyNew_) return nullptr;
    std::swap(front_, ready_);
    isReadyNew_ = false;
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
        if (world_) advance(secondsNow());
    }
}

// How long nothing is to be done; the caller holds the lock.
double Simulation::idleSeconds(double now) const {
    constexpr double kLongIdle = 0.5;
    if (inbox_.hasNews) return 0.0;
    if (!world_ || status_.isPaused) return kLongIdle;
    const double due = behind_ + (now - lastAdvance_) * speed_;
    return std::clamp((world_->settings().timeStep - due) / speed_, 0.0, kLongIdle);
}

void Simulation::handle(Inbox& news) {
    for (std::promise<SavedWorld>& promise : news.savesBefore) answer(promise);
    if (news.setup) {
        openWorld(std::move(*news.setup), news.saved);
        startPlayback(std::move(news.playback));
    }
    if (world_) {
        for (Command& command : news.commands) apply(std::move(command));
        for (int k = 0; k < news.steps; ++k) stepWorld();
    }
    for (std::promise<SavedWorld>& promise : news.saves) answer(promise);
    if (!world_) return;
    if (!news.hasNews) return;
    bool isPaused;
    {
        const std::lock_guard lock(mutex_);
        isPaused = status_.isPaused;
    }
    // What a paused user does must show, and so must a new scene before its first step.
    if (isPaused || news.setup) {
        measure(secondsNow());
        publish(secondsNow(), true);
    }
}

void Simulation::openWorld(WorldSetup setup, const std::optional<SavedWorld>& saved) {
    std::string error;
    try {
        auto world = std::make_unique<World>(std::move(setup), threads_);
        if (saved) world->restore(saved->state, saved->log);
        world_ = std::move(world);
        behind_ = 0.0;
        lastAdvance_ = secondsNow();
    } catch (const std::exception& failure) {
        error = failure.what();
    }
    const std::lock_guard lock(mutex_);
    if (world_) status_.threads = world_->threadCount();
    if (error.empty()) status_.stopReason.clear();
    status_.refusal = std::move(error);
}

// At once, so that the next command is checked against what this one made: fluids come and go.
void Simulation::apply(Command command) {
    if (player_) endPlayback("The replay ended with your own change; the scene goes on from here");
    try {
        world_->submit(std::move(command));
        world_->applyCommands();
    } catch (const InputError& error) {
        const std::lock_guard lock(mutex_);
        status_.refusal = error.what();
    }
}

void Simulation::startPlayback(std::optional<Playback> playback) {
    player_.reset();
    playback_ = std::move(playback);
    if (playback_ && world_) player_.emplace(playback_->log);
    {
        const std::lock_guard lock(mutex_);
        status_.isReplaying = player_.has_value();
    }
    playBack();
}

// Between two steps: the commands of the session that are due, and its end.
void Simulation::playBack() {
    if (!player_) return;
    try {
        player_->submitDue(*world_);
    } catch (const InputError& error) {
        return endPlayback(std::string("The replay ended: ") + error.what());
    }
    if (world_->stepIndex() < playback_->steps) return;
    const bool isOther = playback_->hash && *playback_->hash != world_->stateHash();
    endPlayback(isOther ? "The replay has ended, not bit for bit as it was recorded; the scene goes on"
                        : "The replay has ended; the scene goes on");
}

void Simulation::endPlayback(std::string note) {
    player_.reset();
    const std::lock_guard lock(mutex_);
    status_.isReplaying = false;
    status_.note = std::move(note);
}

// Runs the steps that are due, one at a time, so that news is heard in between.
void Simulation::advance(double now) {
    double speed;
    {
        const std::lock_guard lock(mutex_);
        speed = speed_;
        if (status_.isPaused) {
            behind_ = 0.0;
            lastAdvance_ = now;
            return;
        }
    }
    const double dt = world_->settings().timeStep;
    behind_ = std::min(behind_ + (now - lastAdvance_) * speed, std::max(kMostBehind, dt));
    lastAdvance_ = now;
    if (behind_ < dt) return;
    behind_ -= dt;
    stepWorld();
    publish(secondsNow(), false);
}

void Simulation::stepWorld() {
    try {
        world_->step();
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

void Simulation::publish(double now, bool isForced) {
    {
        const std::lock_guard lock(mutex_);
        if (!isForced && now - lastPublish_ < frameInterval_) return;
    }
    lastPublish_ = now;
    if (now >= nextMeasure_) measure(now);
    world_->capture(*back_);
    back_->measure = measure_;
    const std::lock_guard lock(mutex_);
    if (inbox_.setup) return;  // another scene is on its way
    std::swap(back_, ready_);
    isReadyNew_ = true;
}

}  // namespace meniscus
