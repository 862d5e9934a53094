#include "app/window/input/tool_use.h"

#include <fmt/format.h>

namespace meniscus {

namespace {

constexpr double kPourPatience = 0.4;  // s of simulated time

}  // namespace

void ToolUse::send(std::vector<Command> commands) {
    for (Command& command : commands) simulation_.submit(std::move(command), state_.gesture);
}

void ToolUse::rest() {
    send(tool_.release());
    tool_.hide();
}

void ToolUse::use(const Frame& frame, const Camera& camera, const Ray& ray, bool isHeld) {
    const double pace = state_.rates.realTimeFactor > 0.0 ? state_.rates.realTimeFactor : state_.playback.speed;
    MouseMoment moment{state_.time, pace, camera, ray, &frame, state_.room};
    if (const size_t chosen = chosenFluid(state_, frame); chosen > 0) moment.fluid = frame.fluids[chosen].name;
    send(tool_.update(moment, state_.preferences.tools, isHeld));
    watchPouring(frame, isHeld && state_.preferences.tools.tool == Tool::Pour);
}

// Fluid that does not come needs a reason.
void ToolUse::watchPouring(const Frame& frame, bool isPouring) {
    const double simulated = frame.totals.simulatedSeconds;
    if (!isPouring || frame.count() > pouredCount_ || simulated < pouredSince_ || state_.playback.isPaused) {
        pouredCount_ = isPouring ? frame.count() : 0;
        pouredSince_ = simulated;
    } else if (simulated - pouredSince_ > kPourPatience) {
        state_.say(Message::Kind::Note,
                   frame.count() >= frame.capacity
                       ? fmt::format("No more fluid: {} particles is the most here", frame.capacity)
                       : "No room for fluid here: pour somewhere else");
        pouredSince_ = simulated;
    }
}

}  // namespace meniscus
