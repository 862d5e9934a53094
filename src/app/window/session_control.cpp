#include "app/window/session_control.h"

#include <algorithm>

namespace meniscus {

namespace {

constexpr double kSeekPatience = 0.15;  // s

}  // namespace

SessionControl::SessionControl(UiState& state, Simulation& simulation, bool isPatient)
    : state_(state), simulation_(simulation), isPatient_(isPatient) {
    setSpeed(state.preferences.speed);
    setTimelineMegabytes(state.preferences.timelineMegabytes);
}

bool SessionControl::takeStatus(const Frame* frame) {
    const uint64_t jumps = status_.jumps;
    status_ = simulation_.status();
    state_.playback = status_.playback;
    state_.threads = status_.threads;
    state_.timeline = status_.timeline;
    state_.isReplaying = status_.isReplaying;
    if (frame != nullptr) {
        // The frame is what is seen; the numbers may be a little older.
        TimelineStatus& timeline = state_.timeline;
        timeline.presentStep = frame->stepIndex;
        timeline.presentClock = frame->clock;
        timeline.lastStep = std::max(timeline.lastStep, frame->stepIndex);
        timeline.lastClock = std::max(timeline.lastClock, frame->clock);
    }
    if (!status_.note.empty()) state_.say(Message::Kind::Note, status_.note);
    if (!status_.refusal.empty()) state_.say(Message::Kind::Error, status_.refusal);
    return status_.jumps != jumps;
}

bool SessionControl::awaitsSeek(double now) const {
    return isPatient_ && status_.seeks == seeksBefore_ && now < seekPatience_;
}

// So that what is drawn in this pass shows what was just asked for.
void SessionControl::showPlayback() {
    state_.playback = simulation_.playback();
    state_.isPictureOld = true;
}

void SessionControl::setPaused(bool isPaused) {
    simulation_.setPaused(isPaused);
    showPlayback();
}

void SessionControl::stepOnce() {
    simulation_.stepOnce();
}

void SessionControl::stepBack() {
    simulation_.stepBack();
}

void SessionControl::playBackwards() {
    simulation_.playBackwards();
    showPlayback();
}

void SessionControl::setSpeed(double speed) {
    simulation_.setSpeed(speed);
    showPlayback();
}

void SessionControl::seekTime(double clock) {
    simulation_.seekTime(clock);
    if (awaitsSeek(state_.time)) return;
    seeksBefore_ = status_.seeks;
    seekPatience_ = state_.time + kSeekPatience;
}

void SessionControl::holdTime(bool isHeld) {
    simulation_.setHeld(isHeld);
}

void SessionControl::undo() {
    simulation_.undo();
    ++state_.sceneSerial;  // values on their way to the simulation are void
}

void SessionControl::redo() {
    simulation_.redo();
    ++state_.sceneSerial;
}

void SessionControl::setTimelineMegabytes(int megabytes) {
    state_.preferences.timelineMegabytes = megabytes;
    simulation_.setTimelineBudget(static_cast<size_t>(megabytes) << 20);
}

void SessionControl::resetScene() {
    submit(Reset{});
    ++state_.sceneSerial;
    if (!state_.playback.stopReason.empty()) setPaused(false);
}

void SessionControl::setSetting(std::string_view key, float value) {
    submit(SetSetting{std::string(key), value});
}

void SessionControl::setMethod(std::string_view name) {
    submit(SetMethod{std::string(name)});
}

void SessionControl::setFluid(std::string_view name, std::string_view key, float value) {
    submit(SetFluid{std::string(name), std::string(key), value});
}

void SessionControl::addFluid(const FluidKind& kind) {
    submit(AddFluid{kind});
}

void SessionControl::submit(Command command) {
    simulation_.submit(std::move(command), state_.gesture);
}

}  // namespace meniscus
