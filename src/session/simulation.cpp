#include "meniscus/session/simulation.h"

#include "meniscus/core/error.h"
#include "meniscus/session/timeline.h"
#include "session/mailbox.h"
#include "session/user_work.h"
#include "session/world_runner.h"

namespace meniscus {

namespace {

void addRequest(Mailbox& mailbox, Request request) {
    mailbox.post([&](Inbox& inbox) {
        const bool isSeek = std::holds_alternative<SeekRequest>(request);
        if (isSeek && !inbox.requests.empty() && std::holds_alternative<SeekRequest>(inbox.requests.back())) {
            inbox.requests.pop_back();
        }
        inbox.requests.push_back(std::move(request));
    });
}

}  // namespace

Simulation::Simulation(int threads)
    : mailbox_(std::make_unique<Mailbox>()),
      runner_(std::make_unique<WorldRunner>(threads, *mailbox_, playback_, frames_)),
      thread_([runner = runner_.get()] { runner->run(); }) {}

Simulation::~Simulation() {
    (void)finish();
}

std::unique_ptr<World> Simulation::finish() {
    if (thread_.joinable()) {
        mailbox_->post([](Inbox& inbox) { inbox.isQuitting = true; });
        thread_.join();
    }
    return runner_->takeWorld();
}

std::future<OpenedWorld> Simulation::open(WorldSetup setup, std::optional<SavedWorld> saved,
                                          std::optional<ReplayPlayer> replay, std::optional<bool> isPaused) {
    OpenRequest request{std::move(setup), std::move(saved), std::move(replay), isPaused, {}};
    std::future<OpenedWorld> opened = request.opened.get_future();
    playback_.setHeld(false);
    mailbox_->post([&](Inbox& inbox) {
        if (inbox.open) {
            const auto superseded = std::make_exception_ptr(WorkError("another scene was opened instead"));
            inbox.open->opened.set_exception(superseded);
        }
        inbox.open = std::move(request);
        std::move(inbox.saves.begin(), inbox.saves.end(), std::back_inserter(inbox.savesBefore));
        inbox.saves.clear();
        inbox.requests.clear();  // they were meant for the scene before
    });
    return opened;
}

std::future<SavedWorld> Simulation::save() {
    std::promise<SavedWorld> promise;
    std::future<SavedWorld> future = promise.get_future();
    mailbox_->post([&](Inbox& inbox) { inbox.saves.push_back(std::move(promise)); });
    return future;
}

void Simulation::submit(Command command, uint64_t gesture) {
    if (gesture != 0) countWork(work_, command);
    addRequest(*mailbox_, GivenCommand{std::move(command), gesture});
}

void Simulation::setPaused(bool isPaused) {
    playback_.setPaused(isPaused);
    mailbox_->wake();
}

void Simulation::stepOnce() {
    playback_.setPaused(true);
    addRequest(*mailbox_, Move::Step);
}

void Simulation::stepBack() {
    playback_.setPaused(true);
    addRequest(*mailbox_, Move::StepBack);
}

void Simulation::playBackwards() {
    playback_.playBackwards();
    mailbox_->wake();
}

void Simulation::setSpeed(double speed) {
    playback_.setSpeed(speed);
    mailbox_->wake();
}

void Simulation::setHeld(bool isHeld) {
    playback_.setHeld(isHeld);
    mailbox_->wake();
}

void Simulation::stopAtStep(uint64_t step) {
    playback_.stopAtStep(step);
}

void Simulation::seek(uint64_t step) {
    addRequest(*mailbox_, SeekRequest{step, steadySeconds()});
}

void Simulation::seekTime(double clock) {
    addRequest(*mailbox_, SeekRequest{clock, steadySeconds()});
}

void Simulation::undo() {
    mailbox_->changeStatus([this](const SimulationStatus& status) { work_.changes += status.timeline.canUndo; });
    addRequest(*mailbox_, Move::Undo);
}

void Simulation::redo() {
    mailbox_->changeStatus([this](const SimulationStatus& status) { work_.changes += status.timeline.canRedo; });
    addRequest(*mailbox_, Move::Redo);
}

void Simulation::setTimelineBudget(size_t bytes) {
    mailbox_->changeLimits([&](RunnerLimits& limits) { limits.timelineBudget = bytes; });
    mailbox_->wake();
}

void Simulation::setFrameInterval(double seconds) {
    mailbox_->changeLimits([&](RunnerLimits& limits) { limits.frameInterval = seconds; });
}

void Simulation::setFrameTick(std::optional<double> seconds) {
    frames_.forgetTicks();  // the thread does it again when it begins with the new ones
    mailbox_->post([&](Inbox& inbox) {
        inbox.tick = seconds;
        inbox.isTickReleased = false;  // it was for one of the ticks before
    });
}

void Simulation::releaseTick() {
    mailbox_->post([](Inbox& inbox) { inbox.isTickReleased = true; });
}

SimulationStatus Simulation::status() {
    SimulationStatus status = mailbox_->takeStatus();
    status.playback = playback_.state();
    return status;
}

}  // namespace meniscus
