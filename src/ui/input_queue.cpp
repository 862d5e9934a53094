#include "meniscus/ui/input_queue.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cfloat>

namespace meniscus {

namespace {

constexpr int kButtons = 5;  // as many as ImGui knows

bool isModifier(int key) {
    return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
}

bool isAnyDown(int left, int right) {
    const ImGuiIO& io = ImGui::GetIO();
    return io.KeysDown[left] || io.KeysDown[right];
}

// Keys that act on typed text, such as Enter or Ctrl+A: ImGui must see each press, and what is typed after them must
// not get before them.
bool actsOnText(int key) {
    return !isModifier(key) && (key >= GLFW_KEY_ESCAPE || isAnyDown(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL));
}

bool contains(const std::vector<int>& all, int key) {
    return std::find(all.begin(), all.end(), key) != all.end();
}

}  // namespace

struct InputQueue::Taken {
    bool hasMoved = false;
    bool hasWheel = false;
    unsigned buttons = 0;
    bool hasPress = false;  // of a button: what it hits may take the text that follows
    std::vector<int> keys;
    std::vector<int> pressedKeys;
    bool hasTextKey = false;
    bool isTyping = false;
};

void InputQueue::moveMouse(float x, float y) {
    x_ = x, y_ = y;
    isReleasing_ = false;
    // Nothing happened at the place before.
    if (!events_.empty() && events_.back().kind == Kind::Move) events_.pop_back();
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
    const auto index = static_cast<size_t>(key);
    if (keys_[index] == isDown) return;  // such as the release of a press that was dropped
    if (isDown && !hasRoomForKey()) return;
    keys_[index] = isDown;
    waitingKeys_ += isDown ? 1 : 0;
    events_.push_back({.kind = Kind::Key, .code = key, .isDown = isDown});
}

void InputQueue::typeCharacter(unsigned character) {
    if (!hasRoomForKey()) return;
    ++waitingKeys_;
    events_.push_back({.kind = Kind::Character, .code = static_cast<int>(character)});
}

void InputQueue::loseFocus() {
    for (int button = 0; button < kButtons; ++button) {
        if ((held_ & (1u << button)) != 0) changeButton(button, false);
    }
    for (int key = 0; key < kKeys; ++key) changeKey(key, false);
}

bool InputQueue::fitsKey(const Event& event, const Taken& taken) const {
    // Ctrl and its like belong to the click, the notch and the key that came before.
    if (isModifier(event.code)) return taken.buttons == 0 && !taken.hasWheel && !taken.hasTextKey;
    if (!taken.isTyping) return !taken.hasPress;
    return !event.isDown || !actsOnText(event.code) || !contains(taken.keys, event.code);
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
            return fitsKey(event, taken);
        case Kind::Character:
            return taken.isTyping ? !taken.hasTextKey : !taken.hasPress;
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
            taken.hasPress |= event.isDown;
            break;
        case Kind::Wheel:
            io.MouseWheelH += event.x;
            io.MouseWheel += event.y;
            taken.hasWheel = true;
            break;
        case Kind::Key:
            applyKey(event, taken);
            break;
        case Kind::Character:
            if (taken.isTyping) io.AddInputCharacter(static_cast<unsigned>(event.code));
            break;
    }
}

void InputQueue::applyKey(const Event& event, Taken& taken) {
    ImGuiIO& io = ImGui::GetIO();
    // Of a tap within one frame ImGui would see nothing: it counts as held until the next one.
    if (!event.isDown && contains(taken.pressedKeys, event.code)) {
        lateReleases_.push_back(event.code);
        return;
    }
    io.KeysDown[event.code] = event.isDown;
    taken.keys.push_back(event.code);
    if (!event.isDown || isModifier(event.code)) return;
    std::erase(lateReleases_, event.code);
    taken.pressedKeys.push_back(event.code);
    taken.hasTextKey |= taken.isTyping && actsOnText(event.code);
}

void InputQueue::handOver(bool isTyping) {
    isReleasing_ = false;
    ImGuiIO& io = ImGui::GetIO();
    Taken taken;
    taken.isTyping = isTyping;
    taken.keys = std::exchange(lateReleases_, {});
    for (const int key : taken.keys) io.KeysDown[key] = false;
    while (!events_.empty() && fits(events_.front(), taken)) {
        const Event event = events_.front();
        events_.pop_front();
        if (event.kind == Kind::Character || (event.kind == Kind::Key && event.isDown)) --waitingKeys_;
        apply(event, taken);
    }
    io.KeyCtrl = isAnyDown(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    io.KeyShift = isAnyDown(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    io.KeyAlt = isAnyDown(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
}

bool InputQueue::isOverSolid() const {
    return std::any_of(solid_.begin(), solid_.end(), [this](const UiRect& place) { return place.contains(x_, y_); });
}

bool InputQueue::ownsMouse() const {
    return held_ != 0 || isReleasing_ ? beganOverSolid_ : isOverSolid();
}

}  // namespace meniscus
