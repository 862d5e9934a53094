#include "app/window/input/mouse_tool.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace meniscus {

namespace {

constexpr int kMouseSlot = 0;
// What strength 1 means.
constexpr float kDragRate = 110.0f;       // 1/s, how fast fluid takes on the cursor's velocity
constexpr float kPushStrength = 140.0f;   // m/s^2
constexpr float kSwirlStrength = 180.0f;  // m/s^2
constexpr float kHeatStrength = 60.0f;    // K/s
constexpr float kPourSpeed = 1.0f;        // m/s, downwards
constexpr float kMaxCursorSpeed = 8.0f;   // m/s
constexpr double kSmoothing = 0.03;       // s: the mouse comes in jerks

FieldKind fieldKindOf(Tool tool) {
    switch (tool) {
        case Tool::Push:
            return FieldKind::Push;
        case Tool::Pull:
            return FieldKind::Pull;
        case Tool::Swirl:
            return FieldKind::Swirl;
        case Tool::Heat:
            return FieldKind::Heat;
        case Tool::Cool:
            return FieldKind::Cool;
        default:
            return FieldKind::Drag;
    }
}

float baseStrength(Tool tool) {
    if (tool == Tool::Drag) return kDragRate;
    if (tool == Tool::Heat || tool == Tool::Cool) return kHeatStrength;
    return tool == Tool::Swirl ? kSwirlStrength : kPushStrength;
}

}  // namespace

float brushRadius(const ToolSettings& tool, const Bounds& room, float supportRadius) {
    const Vec3 size = room.size();
    return std::max(tool.radius * 0.5f * std::cbrt(size.x * size.y * size.z), supportRadius);
}

void MouseTool::follow(const MouseMoment& moment, bool isPressed) {
    const float radius = mark_->radius;
    const double elapsed = moment.time - lastTime_;
    lastTime_ = moment.time;
    if (!isPressed || !isActive_) {
        mark_->centre = findBrushPlace(*moment.frame, moment.camera, moment.ray, radius).place;
        grabbed_ = mark_->centre;
        velocity_ = {};
        return;
    }
    // A drag goes on in the plane in which it began: what splashes in between does not pull the brush to the front.
    const Vec3 place = meetPlane(moment.ray, grabbed_, moment.camera.forward());
    if (elapsed > 0.0) {
        const double pace = std::clamp(moment.pace, 0.2, 2.0);
        Vec3 v = (place - mark_->centre) * (kGestureGain / static_cast<float>(elapsed * pace));
        const float speed = length(v);
        if (speed > kMaxCursorSpeed) v *= kMaxCursorSpeed / speed;
        velocity_ += (v - velocity_) * static_cast<float>(1.0 - std::exp(-elapsed / kSmoothing));
    }
    mark_->centre = place;
}

Command MouseTool::fieldCommand(const ToolSettings& tool) const {
    ForceField field{.kind = fieldKindOf(tool.tool), .centre = mark_->centre, .radius = mark_->radius};
    field.strength = tool.strength * baseStrength(tool.tool);
    if (tool.tool == Tool::Drag) field.direction = velocity_;
    if (tool.tool == Tool::Swirl) field.direction = {0.0f, 1.0f, 0.0f};
    return ApplyField{kMouseSlot, field};
}

std::vector<Command> MouseTool::update(const MouseMoment& moment, const ToolSettings& tool, bool isPressed) {
    if (!mark_) mark_.emplace();
    mark_->radius = brushRadius(tool, moment.room, moment.frame->supportRadius);
    mark_->colour = toolInfo(tool.tool).colour;
    mark_->isActive = isPressed;
    follow(moment, isPressed);
    if (!isPressed) return release();
    isActive_ = true;
    if (tool.tool == Tool::Drain) return {Drain{mark_->centre, mark_->radius}};
    if (tool.tool == Tool::Dye) return {Dye{mark_->centre, mark_->radius}};
    if (tool.tool == Tool::Pour) {
        toUndo_ = Pour{};
        return {pourCommand(moment)};
    }
    toUndo_ = ApplyField{kMouseSlot, ForceField{}};
    return {fieldCommand(tool)};
}

// From above the brush, so that there is room for it and one sees it fall.
Command MouseTool::pourCommand(const MouseMoment& moment) const {
    const float radius = std::max(0.4f * mark_->radius, 1.5f * moment.frame->spacing);
    const float ceiling = moment.room.upper.y - 2.0f * moment.frame->spacing;
    Vec3 centre = mark_->centre;
    centre.y = std::min(centre.y + mark_->radius, std::max(ceiling, centre.y));
    return Pour{true, centre, radius, kPourSpeed, moment.fluid};
}

std::vector<Command> MouseTool::release() {
    isActive_ = false;
    if (mark_) mark_->isActive = false;
    if (!toUndo_) return {};
    return {*std::exchange(toUndo_, std::nullopt)};
}

}  // namespace meniscus
