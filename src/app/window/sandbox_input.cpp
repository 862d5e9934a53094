// Mouse and keys of the sandbox.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/window/sandbox.h"
#include "meniscus/ui/keys.h"

namespace meniscus {

namespace {

constexpr double kPourPatience = 0.4;  // s of simulated time
// A click on a panel is waited for: after the press for the release, after the release until it has taken effect.
constexpr double kPressSpan = 0.1;
constexpr double kReleaseSpan = 0.04;
constexpr float kOrbitPerPixel = 0.006f;  // rad
constexpr float kZoomPerNotch = 0.9f;
constexpr float kBrushPerNotch = 1.12f;
constexpr double kDoubleClickSeconds = 0.35;
constexpr double kDoubleClickPixels = 6.0;

// Letters and brackets are where the user's keyboard has them, and where an American one would have them.
bool isKey(int key, int scancode, int wanted, std::string_view name) {
    if (key == wanted) return true;
    const char* shown = glfwGetKeyName(key, scancode);
    return shown != nullptr && name == shown;
}

}  // namespace

void Sandbox::onMouseButton(MouseButton button, bool isDown, Modifiers modifiers) {
    if (isDown) ++gesture_;
    events_.push_back({.kind = Event::Kind::Button,
                       .button = button,
                       .isDown = isDown,
                       .x = mouseX_,
                       .y = mouseY_,
                       .isOnInterface = interface_.wantsMouse(),
                       .modifiers = modifiers});
    if (events_.back().isOnInterface) panelsFirst_ = glfwGetTime() + (isDown ? kPressSpan : kReleaseSpan);
}

void Sandbox::onMouseMove(double x, double y) {
    mouseX_ = x;
    mouseY_ = y;
    events_.push_back({.kind = Event::Kind::Move, .x = x, .y = y});
}

void Sandbox::onWheel(double by, Modifiers modifiers) {
    events_.push_back(
        {.kind = Event::Kind::Wheel, .y = by, .isOnInterface = interface_.wantsMouse(), .modifiers = modifiers});
}

void Sandbox::onKey(int key, int scancode, Modifiers modifiers, bool isRepeated) {
    if (!isRepeated) ++gesture_;
    events_.push_back({.kind = Event::Kind::Key,
                       .key = key,
                       .scancode = scancode,
                       .isOnInterface = interface_.wantsKeys(),
                       .modifiers = modifiers,
                       .isRepeated = isRepeated});
}

void Sandbox::handleEvents() {
    if (!events_.empty()) lastInput_ = state_.time;
    for (const Event& event : events_) {
        switch (event.kind) {
            case Event::Kind::Button:
                handleButton(event);
                break;
            case Event::Kind::Move:
                handleMove(event);
                break;
            case Event::Kind::Wheel:
                handleWheel(event);
                break;
            case Event::Kind::Key:
                handleKey(event);
                break;
        }
    }
    events_.clear();
}

void Sandbox::handleButton(const Event& event) {
    if (!event.isDown) {
        if (event.button != holdButton_) return;
        if (hold_ == Hold::Tool) useTool();  // a tap may have come and gone within this pass
        hold_ = Hold::Nothing;
        return;
    }
    if (hold_ != Hold::Nothing || event.isOnInterface) return;
    holdButton_ = event.button;
    pressX_ = event.x;
    pressY_ = event.y;
    switch (event.button) {
        case MouseButton::Left: {
            const bool isNear = std::hypot(event.x - tapX_, event.y - tapY_) < kDoubleClickPixels;
            if (isNear && state_.time - tapTime_ < kDoubleClickSeconds) resetCamera();
            tapX_ = event.x;
            tapY_ = event.y;
            tapTime_ = state_.time;
            hold_ = Hold::Tool;
            state_.preferences.showHints = false;
            break;
        }
        case MouseButton::Right:
            hold_ = event.modifiers.isShift ? Hold::Pan : Hold::Orbit;
            break;
        case MouseButton::Middle:
            hold_ = Hold::Pan;
            break;
        case MouseButton::Other:
            break;
    }
}

void Sandbox::handleMove(const Event& event) {
    const auto rightBy = static_cast<float>(event.x - pressX_);
    const auto downBy = static_cast<float>(event.y - pressY_);
    pressX_ = event.x;
    pressY_ = event.y;
    if (hold_ == Hold::Orbit || hold_ == Hold::Pan) isCameraHome_ = false;
    if (hold_ == Hold::Orbit) camera_.orbit(-kOrbitPerPixel * rightBy, kOrbitPerPixel * downBy);
    if (hold_ == Hold::Pan) {
        const auto height = static_cast<float>(std::max(window_.size().height, 1));
        camera_.pan(-rightBy / height, downBy / height);
    }
}

void Sandbox::handleWheel(const Event& event) {
    if (event.isOnInterface) return;
    const auto by = static_cast<float>(std::clamp(event.y, -10.0, 10.0));
    ToolSettings& tool = state_.preferences.tools;
    if (!event.modifiers.isControl) {
        isCameraHome_ = false;
        camera_.zoom(std::pow(kZoomPerNotch, by));
    } else if (event.modifiers.isShift) {
        tool.strength = std::clamp(tool.strength * std::pow(kBrushPerNotch, by), kLeastStrength, kLargestStrength);
    } else {
        tool.radius = std::clamp(tool.radius * std::pow(kBrushPerNotch, by), kLeastBrush, kLargestBrush);
    }
}

void Sandbox::handleKey(const Event& event) {
    if (event.isOnInterface || state_.files.isModal()) return;
    if (handleTimelineKey(event) || event.isRepeated) return;
    const auto is = [&](int wanted, std::string_view name) { return isKey(event.key, event.scancode, wanted, name); };
    if (event.modifiers.isControl || event.modifiers.isAlt) {
        if (!event.modifiers.isControl) return;
        if (is(GLFW_KEY_Q, "q")) return window_.close();
        if (is(GLFW_KEY_O, "o")) return showOpenDialog();
        if (is(GLFW_KEY_S, "s")) return event.modifiers.isShift ? showSaveDialog() : save();
        return;
    }
    if (event.key == GLFW_KEY_SPACE || is(GLFW_KEY_P, "p")) return setPaused(!state_.isPaused);
    if (is(GLFW_KEY_R, "r")) return resetScene();
    if (is(GLFW_KEY_X, "x")) {
        CutSettings& cut = state_.preferences.view.cut;
        cut.isOn = !cut.isOn;
        isPictureOld_ = true;
        return;
    }
    if (is(GLFW_KEY_LEFT_BRACKET, "[")) return openNeighbourScene(-1);
    if (is(GLFW_KEY_RIGHT_BRACKET, "]")) return openNeighbourScene(+1);
    if (event.key == GLFW_KEY_F1 || is(GLFW_KEY_H, "h")) {
        state_.isHelpOpen = !state_.isHelpOpen;
        return;
    }
    switch (event.key) {
        case GLFW_KEY_F2:
            return takeScreenshot();
        case GLFW_KEY_F3:
            return shareMoment();
        case GLFW_KEY_F4:
            return toggleRecording();
        case GLFW_KEY_F11:
            return toggleFullScreen();
        case GLFW_KEY_HOME:
            return resetCamera();
        case GLFW_KEY_TAB:
            state_.preferences.showPanels = !state_.preferences.showPanels;
            return;
        case GLFW_KEY_ESCAPE:
            if (state_.isHelpOpen) {
                state_.isHelpOpen = false;
            } else if (window_.isFullScreen()) {
                toggleFullScreen();
            }
            return;
        default:
            break;
    }
    for (const ViewInfo& view : registeredViews()) {
        if (event.key == GLFW_KEY_0 + view.order || event.key == GLFW_KEY_KP_0 + view.order) setView(view.name);
    }
}

Ray Sandbox::mouseRay() const {
    const PictureSize size = window_.size();
    const auto width = static_cast<float>(std::max(size.width, 1));
    const auto height = static_cast<float>(std::max(size.height, 1));
    const float x = 2.0f * static_cast<float>(mouseX_) / width - 1.0f;
    const float y = 1.0f - 2.0f * static_cast<float>(mouseY_) / height;
    return camera_.rayThrough(x, y, width / height);
}

void Sandbox::useTool() {
    const bool isHeld = hold_ == Hold::Tool;
    const bool isOver = hold_ == Hold::Nothing && window_.isHovered() && !interface_.wantsMouse();
    if (frame_ == nullptr || !(isHeld || isOver)) {
        for (Command& command : tool_.release()) submit(std::move(command));
        tool_.hide();
        return;
    }
    const double pace = state_.rates.realTimeFactor > 0.0 ? state_.rates.realTimeFactor : state_.preferences.speed;
    MouseMoment moment{state_.time, pace, camera_, mouseRay(), frame_, state_.room};
    if (const size_t chosen = chosenFluid(state_, *frame_); chosen > 0) moment.fluid = frame_->fluids[chosen].name;
    for (Command& command : tool_.update(moment, state_.preferences.tools, isHeld)) submit(std::move(command));
    watchPouring(isHeld && state_.preferences.tools.tool == Tool::Pour);
}

// Fluid that does not come needs a reason.
void Sandbox::watchPouring(bool isPouring) {
    const double simulated = frame_->totals.simulatedSeconds;
    if (!isPouring || frame_->count() > pouredCount_ || simulated < pouredSince_ || state_.isPaused) {
        pouredCount_ = isPouring ? frame_->count() : 0;
        pouredSince_ = simulated;
    } else if (simulated - pouredSince_ > kPourPatience) {
        say(Message::Kind::Note, frame_->count() >= frame_->capacity
                                     ? fmt::format("No more fluid: {} particles is the most here", frame_->capacity)
                                     : "No room for fluid here: pour somewhere else");
        pouredSince_ = simulated;
    }
}

}  // namespace meniscus
