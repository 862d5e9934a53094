// Keys and mouse, described once: the window acts by this table, the help overlay and the buttons show it.
#pragma once

#include <span>
#include <string_view>

namespace meniscus {

enum class KeyAction {
    TogglePause,
    Step,
    StepBack,
    PlayBackwards,
    TimelineStart,
    TimelineEnd,
    Undo,
    Redo,
    Reset,
    PreviousScene,
    NextScene,
    View,
    ToggleCut,
    Help,
    OpenFile,
    SaveFile,
    SaveFileAs,
    Screenshot,
    Share,
    Record,
    FullScreen,
    TogglePanels,
    ResetCamera,
    Leave,
    Quit
};

struct KeyBinding {
    KeyAction action;
    std::string_view keys;  // as shown, such as "Space or P"
    std::string_view what;  // for the help
};
[[nodiscard]] std::span<const KeyBinding> keyTable();
[[nodiscard]] std::string_view keysOf(KeyAction action);
// The one that a button shows, such as "Space".
[[nodiscard]] std::string_view firstKeyOf(KeyAction action);

struct MouseBinding {
    std::string_view gesture;
    std::string_view what;
};
[[nodiscard]] std::span<const MouseBinding> mouseTable();

}  // namespace meniscus
