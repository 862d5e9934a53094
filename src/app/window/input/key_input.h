// What the keys do.
#pragma once

#include "app/window/window.h"
#include "meniscus/ui/state.h"

namespace meniscus {

struct KeyPress {
    int key = 0, scancode = 0;  // GLFW's numbers
    Modifiers modifiers = {};
    bool isRepeated = false;  // the key is held down
};

class KeyInput {
  public:
    KeyInput(UiState& state, Window& window, const UiActions& actions)
        : state_(state), window_(window), actions_(actions) {}

    void handle(const KeyPress& press);

  private:
    // Each tells whether the key was one of its own.
    bool handleTimeline(const KeyPress& press);
    bool handleLetter(const KeyPress& press);
    bool handleFunctionKey(int key);
    void handleControl(const KeyPress& press);
    void leave();  // Escape

    UiState& state_;
    Window& window_;
    const UiActions& actions_;
};

}  // namespace meniscus
