// What the left mouse button does to the fluid: turns the way of the cursor into commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "meniscus/look/picking.h"
#include "meniscus/render/renderer.h"
#include "meniscus/ui/tool.h"
#include "meniscus/world/command.h"

namespace meniscus {

// The mouse over the picture in one pass of the frame loop.
struct MouseMoment {
    double time = 0.0;  // s
    double pace = 1.0;  // simulated seconds per second
    Camera camera;
    Ray ray;
    const Frame* frame = nullptr;
    Bounds room;
    std::string fluid = {};  // to pour; empty: the first
};

class MouseTool {
  public:
    // Where the brush is and what it does now.
    [[nodiscard]] std::vector<Command> update(const MouseMoment& moment, const ToolSettings& tool, bool isPressed);
    // The button went up, or the mouse left for a panel.
    [[nodiscard]] std::vector<Command> release();
    // The mouse is elsewhere: no brush to be seen.
    void hide() { mark_.reset(); }

    [[nodiscard]] const std::optional<BrushMark>& mark() const { return mark_; }
    [[nodiscard]] bool isActive() const { return isActive_; }

  private:
    void follow(const MouseMoment& moment, bool isPressed);
    [[nodiscard]] Command fieldCommand(const ToolSettings& tool) const;
    [[nodiscard]] Command pourCommand(const MouseMoment& moment) const;

    std::optional<BrushMark> mark_;
    bool isActive_ = false;
    Vec3 grabbed_;   // on the plane in which a drag goes on
    Vec3 velocity_;  // of the cursor in the fluid, m per simulated second
    double lastTime_ = 0.0;
    std::optional<Command> toUndo_;  // at the end of what the tool does now
};

// Dragged fluid goes faster than the cursor by this factor: a brush moves little of it, and a splash is what one wants.
inline constexpr float kGestureGain = 2.5f;

// The radius of the brush in metres: a share of the size of the room, never less than a few particles.
[[nodiscard]] float brushRadius(const ToolSettings& tool, const Bounds& room, float supportRadius);

}  // namespace meniscus
