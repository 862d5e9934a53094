#include "session/world_runner.h"

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "meniscus/core/thread_priority.h"

namespace meniscus {

namespace {

// After a stall the fluid does not race to catch up: what is due beyond this is dropped.
constexpr double kMaxBehind = 0.05;  // s of simulated time
// While the user drags, what was there on the way is shown after so long without a picture.
constexpr double kLongSilence = 0.1;     // s
constexpr double kLongIdle = 0.5;        // s
constexpr double kMaxSingleSteps = 0.5;  // s
constexpr int kStepsBetweenNotes = 100;

using Measuring = FramePublisher::Measuring;

std::optional<Bounds> boundsOf(const std::vector<ParticleSeed>& particles) {
    if (particles.empty()) return std::nullopt;
    Bounds bounds{particles.front().x, particles.front().x};
    for (const ParticleSeed& particle : particles) {
        bounds.lower = minPerAxis(bounds.lower, particle.x);
        bounds.upper = maxPerAxis(bounds.upper, particle.x);
    }
    return bounds;
}

}  // namespace

WorldRunner::WorldRunner(int threads, Mailbox& mailbox, PlaybackControl& playback, FrameExchange& frames)
    : threads_(threads), mailbox_(mailbox), playback_(playback), frames_(frames), publisher_(mailbox, frames) {}

void WorldRunner::run() {
    giveWayToWindow();
    while (true) {
        Inbox news = mailbox_.take(idleSeconds());
        if (news.isQuitting) return;
        try {
            handle(news);
            if (!world_) continue;
            if (timeline_.isSeeking()) {
                approach();
            } else {
                advance(playback_.state());
            }
        } catch (const std::exception& failure) {
            // What nobody expects, such as that there is no memory left: stand still and say why.
            timeline_.giveUpSeek();
            playback_.stop(failure.what());
        }
    }
}

// How long nothing is to be done, unless news comes.
double WorldRunner::idleSeconds() const {
    if (!world_) return kLongIdle;
    if (timeline_.isSeeking()) return 0.0;
    const PlaybackState playback = playback_.state();
    if (playback.isStill() || ticks_.isWaiting()) return kLongIdle;
    const double due = behind_ + (steadySeconds() - lastAdvance_) * playback.speed;
    return std::clamp((quantum(playback) - due) / playback.speed, 0.0, kLongIdle);
}

// Simulated time that must be due before anything is done. Backwards a state is taken over for each picture and not for
// each step.
double WorldRunner::quantum(const PlaybackState& playback) const {
    const double dt = world_->settings().timeStep;
    if (!playback.isBackwards) return dt;
    return std::max(dt, ticks_.interval().value_or(mailbox_.limits().frameInterval * playback.speed));
}

void WorldRunner::handle(Inbox& news) {
    if (!news.savesBefore.empty()) finishSeek();
    for (std::promise<SavedWorld>& promise : news.savesBefore) answer(promise);
    if (news.isTickReleased) ticks_.release();
    if (news.tick) {
        ticks_.setInterval(*news.tick);
        frames_.forgetTicks();
    }
    if (news.open) open(*news.open);
    if (news.tick || news.open) {
        ticks_.restart();
        stepsDue_ = 0;
    }
    if (world_) {
        const double begin = steadySeconds();
        for (Request& request : news.requests) {
            const Move* move = std::get_if<Move>(&request);
            const bool isStep = move != nullptr && *move == Move::Step;
            // Of single steps that a held key asked for faster than they can be made, the rest is dropped.
            if (isStep && steadySeconds() - begin > kMaxSingleSteps) continue;
            std::visit([this](auto& r) { handle(r); }, request);
        }
        runDueSteps();
    }
    if (!news.saves.empty()) finishSeek();
    for (std::promise<SavedWorld>& promise : news.saves) answer(promise);
    if (!world_ || !news.hasNews) return;
    timeline_.setBudget(mailbox_.limits().timelineBudget);
    // What a paused user does must show, and so must a new scene before its first step.
    const bool isStill = playback_.state().isStill() && !timeline_.isSeeking();
    if (isStill || news.open) publish(Measuring::Always);
}

void WorldRunner::open(OpenRequest& request) {
    try {
        WorldSetup& setup = request.setup;
        if (setup.particles.empty() && setup.refill) setup.particles = setup.refill();
        const OpenedWorld opened{boundsOf(setup.particles)};
        auto world = std::make_unique<World>(std::move(setup), threads_);
        if (request.saved) world->restore(request.saved->state, request.saved->log);
        world_ = std::move(world);
        frames_.drop();
        timeline_.begin(*world_);
        if (request.saved) timeline_.letGo(*world_);  // of whoever saved it
        behind_ = 0.0;
        stepsSinceNote_ = kStepsBetweenNotes;
        lastAdvance_ = steadySeconds();
        playback_.turnForwards();
        playback_.forgetStopReason();
        if (request.isPaused) playback_.setPaused(*request.isPaused);
        mailbox_.changeStatus([this](SimulationStatus& status) { status.threads = world_->threadCount(); });
        startReplay(std::move(request.replay));
        request.opened.set_value(opened);
    } catch (...) {
        request.opened.set_exception(std::current_exception());
    }
}

void WorldRunner::answer(std::promise<SavedWorld>& promise) {
    try {
        if (!world_) throw WorkError("there is no scene to save");
        promise.set_value({world_->save(), {world_->log().begin(), world_->log().end()}, world_->stateHash()});
    } catch (...) {
        promise.set_exception(std::current_exception());
    }
}

// At once, so that the next command is checked against what this one made: fluids come and go.
void WorldRunner::handle(GivenCommand& given) {
    finishSeek();
    if (replay_) endReplay("The replay ended with your own change; the scene goes on from here");
    try {
        timeline_.submit(*world_, std::move(given.command), given.gesture);
    } catch (const std::exception& error) {
        mailbox_.changeStatus([&](SimulationStatus& status) { status.refusal = error.what(); });
    }
    playback_.turnForwards();
}

void WorldRunner::handle(Move move) {
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
    playback_.forgetStopReason();
    playback_.turnForwards();
}

void WorldRunner::handle(const SeekRequest& seek) {
    const bool isSilent = steadySeconds() - publisher_.lastPublished() > kLongSilence;
    if (timeline_.isSeeking() && isSilent) publish(Measuring::Never);
    try {
        const uint64_t* step = std::get_if<uint64_t>(&seek.place);
        timeline_.aimAtStep(*world_, step != nullptr ? *step : timeline_.stepAt(*world_, std::get<double>(seek.place)));
        seekSince_ = seek.since;
    } catch (const std::exception& failure) {
        say(failure.what());
    }
    playback_.forgetStopReason();
}

// Runs the steps that are due, one at a time, so that news is heard in between.
void WorldRunner::advance(const PlaybackState& playback) {
    const double now = steadySeconds();
    if (playback.isStill()) {
        behind_ = 0.0;
        lastAdvance_ = now;
        return;
    }
    if (ticks_.isWaiting() || publishTick()) return;
    const double dt = world_->settings().timeStep, least = quantum(playback);
    behind_ = std::min(behind_ + (now - lastAdvance_) * playback.speed, std::max(kMaxBehind, least));
    lastAdvance_ = now;
    if (behind_ < least) return;
    // A recording runs evenly when it runs back, too.
    if (playback.isBackwards)
        return goBack(static_cast<uint64_t>(ticks_.interval() ? std::round(least / dt) : behind_ / dt));
    step();
    // A step that was cut short leaves the rest due: the next ones follow at once.
    behind_ -= world_->stepSeconds();
    if (!publishTick() && !ticks_.isOn()) publisher_.publishIfDue(*world_, timeline_);
}

void WorldRunner::step() {
    try {
        timeline_.step(*world_);
    } catch (const std::exception& failure) {
        playback_.stop(failure.what());
    }
    playBack();
    playback_.noteStep(world_->stepIndex());
    noteBudget();
}

// Said once, when it begins, and again when it has been better for a while.
void WorldRunner::noteBudget() {
    const StepTotals& totals = world_->totals();
    if (!totals.isLimited()) {
        if (stepsSinceNote_ < kStepsBetweenNotes) ++stepsSinceNote_;
        return;
    }
    if (stepsSinceNote_ >= kStepsBetweenNotes) say(world_->budgetNote());
    stepsSinceNote_ = 0;
}

// Single steps that the user asked for; a recording makes them wait for its pictures.
void WorldRunner::runDueSteps() {
    for (; stepsDue_ > 0 && !ticks_.isWaiting(); --stepsDue_) {
        step();
        publishTick();
    }
}

// Towards the beginning; stands still when there.
void WorldRunner::goBack(uint64_t steps) {
    const uint64_t first = timeline_.first(*world_).step, present = world_->stepIndex();
    seekSince_.reset();
    if (present <= first) return playback_.standStill();
    timeline_.aimAtStep(*world_, present - std::min(steps, present - first), true);
}

void WorldRunner::finishSeek() {
    try {
        while (world_ && timeline_.isSeeking()) approach();
    } catch (const std::exception& failure) {
        timeline_.giveUpSeek();
        playback_.stop(failure.what());
    }
}

// One step of the way, so that news is heard in between.
void WorldRunner::approach() {
    if (!timeline_.approach(*world_)) return;
    behind_ = 0.0;
    lastAdvance_ = steadySeconds();
    mailbox_.changeStatus([](SimulationStatus& status) { ++status.jumps; });
    publish(Measuring::Never);
    mailbox_.changeStatus([this](SimulationStatus& status) {
        if (!seekSince_) return;
        status.seekSeconds = steadySeconds() - *seekSince_;
        ++status.seeks;
    });
    const PlaybackState playback = playback_.state();
    if (playback.isPaused && !playback.isHeld) publish(Measuring::Always);
}

void WorldRunner::startReplay(std::optional<ReplayPlayer> replay) {
    replay_ = std::move(replay);
    mailbox_.changeStatus([this](SimulationStatus& status) { status.isReplaying = replay_.has_value(); });
    playBack();
}

// Between two steps: the commands of the session that are due, and its end. What was played and then gone back from is
// the timeline's to repeat.
void WorldRunner::playBack() {
    if (!replay_ || timeline_.isInPast(*world_)) return;
    try {
        replay_->giveDue(*world_, [this](const Command& command) { timeline_.submit(*world_, command); });
    } catch (const InputError& error) {
        return endReplay(std::string("The replay ended: ") + error.what());
    }
    if (!replay_->isOver(*world_)) return;
    endReplay(replay_->isAsRecorded(*world_)
                  ? "The replay has ended; the scene goes on"
                  : "The replay has ended, not bit for bit as it was recorded; the scene goes on");
}

void WorldRunner::endReplay(std::string note) {
    replay_.reset();
    timeline_.letGo(*world_);
    mailbox_.changeStatus([&](SimulationStatus& status) {
        status.isReplaying = false;
        status.note = std::move(note);
    });
}

// Whether the state is one for a recording. It is published then, and nothing goes on until the tick is released.
bool WorldRunner::publishTick() {
    if (!ticks_.closesAt(world_->totals().simulatedSeconds, world_->stepSeconds())) return false;
    publish(Measuring::WhenDue);
    return true;
}

void WorldRunner::publish(Measuring measuring) {
    publisher_.publish(*world_, timeline_, ticks_.takeDue(), measuring);
}

void WorldRunner::say(std::string note) {
    mailbox_.changeStatus([&](SimulationStatus& status) { status.note = std::move(note); });
}

}  // namespace meniscus
