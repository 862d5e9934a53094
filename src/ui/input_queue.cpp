#include "meniscus/ui/input_queue.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cfloat>

namespace meniscus {

namespace {

constexpr int kButtons = 5;  // as many as ImGui knows
constexpr int kKeys = 512;

// Keys that act on typed text, such as Enter: what is typed after them must not get before them.
bool actsOnText(int key) {
    return key >= GLFW_KEY_ESCAPE;
}

}  // namespace

struct InputQueue::Taken {
    bool hasMoved = false;
    bool hasWheel = false;
    unsigned buttons = 0;
    std::vector<int> keys;
    bool hasTextKey = false;
};

void InputQueue::moveMouse(float x, float y) {
    x_ = x, y_ = y;
    isReleasing_ = false;
    events_.push_back({.kind = Kind::Move, .x = x, .y = y});
}

void InputQueue::leaveWindow() {
    // A drag goes on outside; then the positions keep coming.
    if (held_ == 0) moveMouse(-FLT_MAX, -FLT_MAX);
}

void InputQueue::changeButton(int button, bool isDown) {
    if (button < 0 || button >= kButtons) return;
    if (isDown && held_ == 0) beganOverSolid_ = isOverSolid();
    const unsigned bit = 1u << button;
    held_ = isDown ? held_ | bit : held_ & ~bit;
    isReleasing_ = held_ == 0;
    events_.push_back({.kind = Kind::Button, .code = button, .isDown = isDown});
}

void InputQueue::turnWheel(float x, float y) {
    events_.push_back({.kind = Kind::Wheel, .x = x, .y = y});
}

void InputQueue::changeKey(int key, bool isDown) {
    if (key < 0 || key >= kKeys) return;  // GLFW_KEY_UNKNOWN is -1
    events_.push_back({.kind = Kind::Key, .code = key, .isDown = isDown});
}

void InputQueue::typeCharacter(unsigned character) {
    events_.push_back({.kind = Kind::Character, .code = static_cast<int>(character)});
}

void InputQueue::loseFocus() {
    for (int button = 0; button < kButtons; ++button) {
        if ((held_ & (1u << button)) != 0) changeButton(button, false);
    }
    const ImGuiIO& io = ImGui::GetIO();
    for (int key = 0; key < kKeys; ++key) {
        if (io.KeysDown[key]) changeKey(key, false);
    }
}

bool InputQueue::fits(const Event& event, const Taken& taken) const {
    const ImGuiIO& io = ImGui::GetIO();
    switch (event.kind) {
        // What was clicked or scrolled lies under the earlier place.
        case Kind::Move:
            return taken.buttons == 0 && !taken.hasWheel;
        case Kind::Button: {
            const bool isDragging = std::any_of(io.MouseDown, io.MouseDown + kButtons, [](bool down) { return down; });
            return (taken.buttons & (1u << event.code)) == 0 && !(taken.hasMoved && isDragging);
        }
        case Kind::Wheel:
            return taken.buttons == 0;
        case Kind::Key:
            return std::find(taken.keys.begin(), taken.keys.end(), event.code) == taken.keys.end();
        case Kind::Character:
            return !taken.hasTextKey;
    }
    return true;
}

void InputQueue::apply(const Event& event, Taken& taken) {
    ImGuiIO& io = ImGui::GetIO();
    switch (event.kind) {
        case Kind::Move:
            io.MousePos = {event.x, event.y};
            taken.hasMoved = true;
            break;
        case Kind::Button:
            io.MouseDown[event.code] = event.isDown;
            taken.buttons |= 1u << event.code;
            break;
        case Kind::Wheel:
            io.MouseWheelH += event.x;
            io.MouseWheel += event.y;
            taken.hasWheel = true;
            break;
        case Kind::Key:
            io.KeysDown[event.code] = event.isDown;
            taken.keys.push_back(event.code);
            taken.hasTextKey |= event.isDown && actsOnText(event.code);
            break;
        case Kind::Character:
            io.AddInputCharacter(static_cast<unsigned>(event.code));
            break;
    }
}

void InputQueue::handOver() {
    isReleasing_ = false;
    Taken taken;
    while (!events_.empty() && fits(events_.front(), taken)) {
        apply(events_.front(), taken);
        events_.pop_front();
    }
    ImGuiIO& io = ImGui::GetIO();
    const auto isDown = [&io](int left, int right) { return io.KeysDown[left] || io.KeysDown[right]; };
    io.KeyCtrl = isDown(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    io.KeyShift = isDown(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    io.KeyAlt = isDown(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
}

bool InputQueue::isOverSolid() const {
    return std::any_of(solid_.begin(), solid_.end(), [this](const UiRect& place) { return place.contains(x_, y_); });
}

bool InputQueue::ownsMouse() const {
    return held_ != 0 || isReleasing_ ? beganOverSolid_ : isOverSolid();
}

}  // namespace meniscus
