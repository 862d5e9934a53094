// Time in the sandbox: going back and forth, undo and redo.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "app/window/sandbox.h"

namespace meniscus {

namespace {

constexpr double kSeekPatience = 0.15;  // s

// The key that bears this sign, where the keyboard has Latin ones; else the one at its American place.
bool bears(int key, int scancode, int wanted, char sign) {
    const char* shown = glfwGetKeyName(key, scancode);
    const bool isAscii = shown != nullptr && shown[0] > 0 && shown[1] == '\0';
    return isAscii ? std::tolower(shown[0]) == sign : key == wanted;
}

}  // namespace

void Sandbox::stepBack() {
    simulation_.stepBack();
}

void Sandbox::playBackwards() {
    simulation_.playBackwards();
    state_.isPaused = false;
    state_.isBackwards = true;
}

void Sandbox::seekTime(double clock) {
    simulation_.seekTime(clock);
    if (awaitsSeek()) return;
    seeksBefore_ = seeks_;
    seekPatience_ = state_.time + kSeekPatience;
}

// Where the processor draws, pictures of what was left behind would only keep the simulation from getting there.
bool Sandbox::awaitsSeek() const {
    return window_.graphics().isSoftware && seeks_ == seeksBefore_ && glfwGetTime() < seekPatience_;
}

void Sandbox::holdTime(bool isHeld) {
    simulation_.setHeld(isHeld);
}

void Sandbox::undo() {
    if (state_.timeline.canUndo) noteChange();
    simulation_.undo();
    ++state_.sceneSerial;  // values on their way to the simulation are void
}

void Sandbox::redo() {
    if (state_.timeline.canRedo) noteChange();
    simulation_.redo();
    ++state_.sceneSerial;
}

void Sandbox::setTimelineMegabytes(int megabytes) {
    state_.preferences.timelineMegabytes = megabytes;
    simulation_.setTimelineBudget(static_cast<size_t>(megabytes) << 20);
}

void Sandbox::takeTimeline(const SimulationStatus& status) {
    state_.isBackwards = status.isBackwards;
    state_.timeline = status.timeline;
    seekSeconds_ = status.seekSeconds;
    seeks_ = status.seeks;
    if (frame_ != nullptr) {
        // The frame is what is seen; the numbers may be a little older.
        state_.timeline.presentStep = frame_->stepIndex;
        state_.timeline.presentClock = frame_->clock;
        state_.timeline.lastStep = std::max(state_.timeline.lastStep, frame_->stepIndex);
        state_.timeline.lastClock = std::max(state_.timeline.lastClock, frame_->clock);
    }
    if (!status.note.empty()) say(Message::Kind::Note, status.note);
    if (status.jumps == jumps_) return;
    jumps_ = status.jumps;
    meter_.restartSimulation();  // rates are of steps one after the other
}

// These may be held down.
bool Sandbox::handleTimelineKey(const Event& event) {
    const Modifiers& with = event.modifiers;
    const auto is = [&](int wanted, char sign) { return bears(event.key, event.scancode, wanted, sign); };
    if (with.isControl && !with.isAlt && (is(GLFW_KEY_Z, 'z') || is(GLFW_KEY_Y, 'y'))) {
        if (is(GLFW_KEY_Z, 'z') && !with.isShift) {
            undo();
        } else {
            redo();
        }
        return true;
    }
    if (with.isControl || with.isAlt) return false;
    if (event.key == GLFW_KEY_LEFT || is(GLFW_KEY_COMMA, ',')) {
        stepBack();
    } else if (event.key == GLFW_KEY_RIGHT || is(GLFW_KEY_PERIOD, '.') || is(GLFW_KEY_O, 'o')) {
        stepOnce();
    } else if (event.key == GLFW_KEY_END) {
        seekTime(state_.timeline.lastClock + 1.0);
    } else if (event.key == GLFW_KEY_HOME && with.isShift) {
        seekTime(0.0);
    } else if (is(GLFW_KEY_B, 'b') && !event.isRepeated) {
        if (state_.isBackwards) {
            setPaused(true);
        } else {
            playBackwards();
        }
    } else {
        return false;
    }
    return true;
}

}  // namespace meniscus
