// The interface drawn over the picture: two columns of panels, a transport bar, hints, messages, help. Each panel is
// one file under src/ui/panels that registers itself.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/ui/input_queue.h"
#include "meniscus/ui/state.h"

struct GLFWwindow;

namespace meniscus {

// Where a control was drawn last, in window pixels: lets scripts and tests find it by name.
struct ControlPlace {
    float x = 0.0f, y = 0.0f, width = 0.0f, height = 0.0f;
    bool isEnabled = true;
    std::string value;  // as shown
};

class Interface {
  public:
    // Install the window's own GLFW callbacks first: those of the interface take each event in and then hand it on to
    // the callback that was there before. In such a callback wantsMouse() and wantsKeys() already hold for the very
    // event. The window's OpenGL context must be current; at most one Interface may exist at a time. Without a window
    // (nullptr) everything is laid out and nothing is drawn, so that tests run with no display.
    explicit Interface(GLFWwindow* window);
    ~Interface();
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;

    // Lays the interface out; frame may be null before the first one came. The scale may change from call to call; 1 is
    // for a screen of 96 dots per inch.
    void build(UiState& state, const Frame* frame, const UiActions& actions, float interfaceScale);
    // Draws what was built into the current framebuffer.
    void draw();

    [[nodiscard]] bool wantsMouse() const;  // the mouse is over a panel or a control is being dragged
    [[nodiscard]] bool wantsKeys() const;   // text is being typed
    [[nodiscard]] const std::map<std::string, ControlPlace>& controls() const;

    // What columns and transport bar leave free of a window of this size, in window pixels; all of it while the panels
    // are hidden. Holds before the first build, too.
    [[nodiscard]] UiRect freeArea(float width, float height, float interfaceScale,
                                  const Preferences& preferences) const;

    // Events of mouse and keys that were not laid out yet; tests put their own in.
    [[nodiscard]] InputQueue& input() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace meniscus
