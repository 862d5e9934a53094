#include "app/window/input/window_input.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

// A click on a panel is waited for: after the press for the release, after the release until it has taken effect.
constexpr double kPressSpan = 0.1;
constexpr double kReleaseSpan = 0.04;
constexpr float kOrbitPerPixel = 0.006f;  // rad
constexpr float kZoomPerNotch = 0.9f;
constexpr float kBrushPerNotch = 1.12f;
constexpr double kDoubleClickSeconds = 0.35;
constexpr double kDoubleClickPixels = 6.0;

}  // namespace

WindowInput::WindowInput(UiState& state, Window& window, const Interface& interface, Simulation& simulation,
                         Picture& picture, const UiActions& actions)
    : state_(state),
      window_(window),
      interface_(interface),
      picture_(picture),
      keys_(state, window, actions),
      tool_(state, simulation) {}

void WindowInput::onMouseButton(MouseButton button, bool isDown, Modifiers modifiers) {
    if (isDown) ++state_.gesture;
    events_.push_back({.kind = Event::Kind::Button,
                       .button = button,
                       .isDown = isDown,
                       .x = mouse_.x,
                       .y = mouse_.y,
                       .isOnInterface = interface_.wantsMouse(),
                       .modifiers = modifiers});
    if (events_.back().isOnInterface) panelsFirst_ = Window::now() + (isDown ? kPressSpan : kReleaseSpan);
}

void WindowInput::onMouseMove(double x, double y) {
    mouse_ = {x, y};
    events_.push_back({.kind = Event::Kind::Move, .x = x, .y = y});
}

void WindowInput::onWheel(double by, Modifiers modifiers) {
    events_.push_back(
        {.kind = Event::Kind::Wheel, .y = by, .isOnInterface = interface_.wantsMouse(), .modifiers = modifiers});
}

void WindowInput::onKey(int key, int scancode, Modifiers modifiers, bool isRepeated) {
    if (!isRepeated) ++state_.gesture;
    events_.push_back({.kind = Event::Kind::Key,
                       .press = {key, scancode, modifiers, isRepeated},
                       .isOnInterface = interface_.wantsKeys()});
}

void WindowInput::onDrop(std::vector<std::filesystem::path> paths) {
    dropped_ = std::move(paths);
    state_.isPictureOld = true;
}

void WindowInput::handleEvents() {
    if (!events_.empty()) noteInput();
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
                if (!event.isOnInterface) keys_.handle(event.press);
                break;
        }
    }
    events_.clear();
}

void WindowInput::handleButton(const Event& event) {
    if (event.isDown) return handlePress(event);
    if (event.button != holdButton_) return;
    if (hold_ == Hold::Tool) useTool();  // a tap may have come and gone within this pass
    hold_ = Hold::Nothing;
}

void WindowInput::handlePress(const Event& event) {
    if (hold_ != Hold::Nothing || event.isOnInterface) return;
    holdButton_ = event.button;
    drag_ = {event.x, event.y};
    switch (event.button) {
        case MouseButton::Left:
            noteTap(event);
            hold_ = Hold::Tool;
            state_.preferences.showHints = false;
            break;
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

// The second of a double click brings the camera home.
void WindowInput::noteTap(const Event& event) {
    const bool isNear = std::hypot(event.x - tap_.x, event.y - tap_.y) < kDoubleClickPixels;
    if (isNear && state_.time - tapTime_ < kDoubleClickSeconds) picture_.resetCamera();
    tap_ = {event.x, event.y};
    tapTime_ = state_.time;
}

void WindowInput::handleMove(const Event& event) {
    const auto rightBy = static_cast<float>(event.x - drag_.x);
    const auto downBy = static_cast<float>(event.y - drag_.y);
    drag_ = {event.x, event.y};
    if (hold_ == Hold::Orbit) picture_.camera().orbit(-kOrbitPerPixel * rightBy, kOrbitPerPixel * downBy);
    if (hold_ == Hold::Pan) {
        const auto height = static_cast<float>(std::max(window_.size().height, 1));
        picture_.camera().pan(-rightBy / height, downBy / height);
    }
}

void WindowInput::handleWheel(const Event& event) {
    if (event.isOnInterface) return;
    const auto by = static_cast<float>(std::clamp(event.y, -10.0, 10.0));
    ToolSettings& tool = state_.preferences.tools;
    if (!event.modifiers.isControl) {
        picture_.camera().zoom(std::pow(kZoomPerNotch, by));
    } else if (event.modifiers.isShift) {
        tool.strength = std::clamp(tool.strength * std::pow(kBrushPerNotch, by), kMinStrength, kMaxStrength);
    } else {
        tool.radius = std::clamp(tool.radius * std::pow(kBrushPerNotch, by), kMinBrush, kMaxBrush);
    }
}

Ray WindowInput::mouseRay() const {
    const PictureSize size = window_.size();
    const auto width = static_cast<float>(std::max(size.width, 1));
    const auto height = static_cast<float>(std::max(size.height, 1));
    const float x = 2.0f * static_cast<float>(mouse_.x) / width - 1.0f;
    const float y = 1.0f - 2.0f * static_cast<float>(mouse_.y) / height;
    return picture_.camera().camera().rayThrough(x, y, width / height);
}

void WindowInput::useTool() {
    const bool isHeld = hold_ == Hold::Tool;
    const bool isOver = hold_ == Hold::Nothing && window_.isHovered() && !interface_.wantsMouse();
    const Frame* const frame = picture_.frame();
    if (frame == nullptr || !(isHeld || isOver)) return tool_.rest();
    tool_.use(*frame, picture_.camera().camera(), mouseRay(), isHeld);
}

}  // namespace meniscus
