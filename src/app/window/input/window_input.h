// Mouse and keys of the window: gathers what the user does, and handles it once the interface knows where the mouse is.
#pragma once

#include <filesystem>
#include <vector>

#include "app/window/input/key_input.h"
#include "app/window/input/tool_use.h"
#include "app/window/picture/picture.h"
#include "app/window/window.h"
#include "meniscus/ui/interface.h"

namespace meniscus {

class WindowInput final : public WindowListener {
  public:
    WindowInput(UiState& state, Window& window, const Interface& interface, Simulation& simulation, Picture& picture,
                const UiActions& actions);

    // All that came since the last pass, in order.
    void handleEvents();
    // After that: the tool where the mouse is now.
    void useTool();
    void clear() { events_.clear(); }  // there is nothing to draw on

    [[nodiscard]] bool hasEvents() const { return !events_.empty(); }
    [[nodiscard]] bool isHolding() const { return hold_ != Hold::Nothing; }
    [[nodiscard]] double lastInput() const { return lastInput_; }  // of the window's clock
    void noteInput() { lastInput_ = state_.time; }
    // Until then pictures only bring the interface up to date: a click on a panel is under way.
    [[nodiscard]] double panelsFirst() const { return panelsFirst_; }
    [[nodiscard]] ToolUse& tool() { return tool_; }
    [[nodiscard]] std::vector<std::filesystem::path> takeDropped() { return std::exchange(dropped_, {}); }

    void onMouseButton(MouseButton button, bool isDown, Modifiers modifiers) override;
    void onMouseMove(double x, double y) override;
    void onWheel(double by, Modifiers modifiers) override;
    void onKey(int key, int scancode, Modifiers modifiers, bool isRepeated) override;
    void onDrop(std::vector<std::filesystem::path> paths) override;
    void onChange() override { state_.isPictureOld = true; }

  private:
    struct Event {
        enum class Kind { Button, Move, Wheel, Key };
        Kind kind = Kind::Move;
        MouseButton button = MouseButton::Other;
        bool isDown = false;
        double x = 0.0, y = 0.0;  // of the mouse; y also of the wheel
        KeyPress press = {};
        bool isOnInterface = false;  // a panel has the mouse, or a field the keys
        Modifiers modifiers = {};
    };
    enum class Hold { Nothing, Tool, Orbit, Pan };
    struct Place {
        double x = 0.0, y = 0.0;
    };

    void handleButton(const Event& event);
    void handlePress(const Event& event);
    void noteTap(const Event& event);
    void handleMove(const Event& event);
    void handleWheel(const Event& event);
    [[nodiscard]] Ray mouseRay() const;

    UiState& state_;
    Window& window_;
    const Interface& interface_;
    Picture& picture_;
    KeyInput keys_;
    ToolUse tool_;

    std::vector<Event> events_;
    std::vector<std::filesystem::path> dropped_;
    Place mouse_{-1.0, -1.0};
    Place drag_;  // where the mouse was when a drag was followed last
    Place tap_;
    double tapTime_ = -1.0;
    Hold hold_ = Hold::Nothing;
    MouseButton holdButton_ = MouseButton::Other;
    double panelsFirst_ = -1.0;
    double lastInput_ = 0.0;
};

}  // namespace meniscus
