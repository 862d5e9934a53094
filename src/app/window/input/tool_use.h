// The mouse's tool at work: sends its commands to the simulation, and says why when fluid does not come.
#pragma once

#include "app/window/input/mouse_tool.h"
#include "meniscus/session/simulation.h"
#include "meniscus/ui/state.h"

namespace meniscus {

class ToolUse {
  public:
    ToolUse(UiState& state, Simulation& simulation) : state_(state), simulation_(simulation) {}

    // Where the mouse points to in this pass. The tool's own part of the moment is filled in here.
    void use(const Frame& frame, const Camera& camera, const Ray& ray, bool isHeld);
    // The mouse is elsewhere.
    void rest();
    // Another scene: what the tool did is gone with the one before.
    void forget() { (void)tool_.release(); }

    [[nodiscard]] const std::optional<BrushMark>& mark() const { return tool_.mark(); }

  private:
    void send(std::vector<Command> commands);
    void watchPouring(const Frame& frame, bool isPouring);

    UiState& state_;
    Simulation& simulation_;
    MouseTool tool_;
    size_t pouredCount_ = 0;    // particles when pouring brought the last one
    double pouredSince_ = 0.0;  // simulated time of that
};

}  // namespace meniscus
