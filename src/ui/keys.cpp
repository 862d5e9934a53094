#include "meniscus/ui/keys.h"

#include <array>

namespace meniscus {

namespace {

using enum KeyAction;

constexpr std::array kKeys{
    KeyBinding{TogglePause, "Space or P", "Pause and go on"},
    KeyBinding{Step, "O or Right or .", "One step, then pause"},
    KeyBinding{StepBack, ", or Left", "One step back in time"},
    KeyBinding{PlayBackwards, "B", "Let time run backwards"},
    KeyBinding{TimelineStart, "Shift+Home", "Back to the first moment"},
    KeyBinding{TimelineEnd, "End", "On to the last moment"},
    KeyBinding{Undo, "Ctrl+Z", "Undo"},
    KeyBinding{Redo, "Ctrl+Y", "Do again (also Ctrl+Shift+Z)"},
    KeyBinding{Reset, "R", "Scene back to its start"},
    KeyBinding{PreviousScene, "[", "Previous scene"},
    KeyBinding{NextScene, "]", "Next scene"},
    KeyBinding{View, "1 to 9", "Ways to show the fluid"},
    KeyBinding{ToggleCut, "X", "Cut the fluid open, or close it"},
    KeyBinding{ResetCamera, "Home", "Camera back to its place"},
    KeyBinding{TogglePanels, "Tab", "Hide or show the panels"},
    KeyBinding{OpenFile, "Ctrl+O", "Open a file"},
    KeyBinding{SaveFile, "Ctrl+S", "Save"},
    KeyBinding{SaveFileAs, "Ctrl+Shift+S", "Save as another file"},
    KeyBinding{Screenshot, "F2", "Save a picture"},
    KeyBinding{Share, "F3", "Share this moment"},
    KeyBinding{Record, "F4", "Record a video, and end it"},
    KeyBinding{FullScreen, "F11", "Full screen"},
    KeyBinding{Help, "F1 or H", "Open or close this help"},
    KeyBinding{Leave, "Esc", "Close the help, leave full screen"},
    KeyBinding{Quit, "Ctrl+Q", "Quit"},
};

constexpr std::array kMouse{
    MouseBinding{"Left drag", "Use the tool in the water"},
    MouseBinding{"Right drag", "Turn the camera"},
    MouseBinding{"Middle drag", "Move the camera"},
    MouseBinding{"Shift + right drag", "Move the camera"},
    MouseBinding{"Wheel", "Zoom"},
    MouseBinding{"Ctrl + wheel", "Radius of the brush"},
    MouseBinding{"Ctrl + Shift + wheel", "Strength of the tool"},
    MouseBinding{"Double click", "Camera back to its place"},
    MouseBinding{"Drag the time strip", "Go back in time, and forth"},
};

}  // namespace

std::span<const KeyBinding> keyTable() {
    return kKeys;
}

std::string_view keysOf(KeyAction action) {
    for (const KeyBinding& binding : kKeys) {
        if (binding.action == action) return binding.keys;
    }
    return {};
}

std::string_view firstKeyOf(KeyAction action) {
    const std::string_view keys = keysOf(action);
    return keys.substr(0, keys.find(' '));
}

std::span<const MouseBinding> mouseTable() {
    return kMouse;
}

}  // namespace meniscus
