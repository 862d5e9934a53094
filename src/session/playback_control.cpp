#include "meniscus/session/playback_control.h"

#include <utility>

namespace meniscus {

PlaybackState PlaybackControl::state() const {
    const std::lock_guard lock(mutex_);
    return state_;
}

void PlaybackControl::setPaused(bool isPaused) {
    const std::lock_guard lock(mutex_);
    state_.isPaused = isPaused;
    state_.isBackwards = false;
    state_.stopReason.clear();
}

void PlaybackControl::playBackwards() {
    const std::lock_guard lock(mutex_);
    state_.isPaused = false;
    state_.isBackwards = true;
    state_.stopReason.clear();
}

void PlaybackControl::setHeld(bool isHeld) {
    const std::lock_guard lock(mutex_);
    state_.isHeld = isHeld;
}

void PlaybackControl::setSpeed(double speed) {
    const std::lock_guard lock(mutex_);
    state_.speed = speed;
}

void PlaybackControl::stopAtStep(uint64_t step) {
    const std::lock_guard lock(mutex_);
    lastStep_ = step;
}

void PlaybackControl::stop(std::string reason) {
    const std::lock_guard lock(mutex_);
    state_.isPaused = true;
    state_.isBackwards = false;
    state_.stopReason = std::move(reason);
}

void PlaybackControl::standStill() {
    const std::lock_guard lock(mutex_);
    state_.isPaused = true;
    state_.isBackwards = false;
}

void PlaybackControl::turnForwards() {
    const std::lock_guard lock(mutex_);
    state_.isBackwards = false;
}

void PlaybackControl::forgetStopReason() {
    const std::lock_guard lock(mutex_);
    state_.stopReason.clear();
}

void PlaybackControl::noteStep(uint64_t step) {
    const std::lock_guard lock(mutex_);
    if (lastStep_ && step >= *lastStep_) state_.isPaused = state_.isAtLastStep = true;
}

}  // namespace meniscus
