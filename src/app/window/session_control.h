// What the user asks of the running session: time, undo, and what the fluid is made of. Keeps nothing of it: the
// simulation has it, and its status is copied into the interface's state once a pass.
#pragma once

#include "meniscus/session/simulation.h"
#include "meniscus/ui/state.h"

namespace meniscus {

class SessionControl final : public TimeActions, public FluidActions {
  public:
    // isPatient: pictures wait a little for a seek to arrive.
    SessionControl(UiState& state, Simulation& simulation, bool isPatient);

    // Once a pass. frame: the newest, or null. True when the world came to another place than by a step forwards.
    bool takeStatus(const Frame* frame);
    [[nodiscard]] const SimulationStatus& status() const { return status_; }
    // Where the processor draws, pictures of what was left behind would only keep the simulation from getting there.
    [[nodiscard]] bool awaitsSeek(double now) const;

    void setPaused(bool isPaused) override;
    void stepOnce() override;
    void stepBack() override;
    void playBackwards() override;
    void setSpeed(double speed) override;
    void seekTime(double clock) override;
    void holdTime(bool isHeld) override;
    void undo() override;
    void redo() override;
    void setTimelineMegabytes(int megabytes) override;

    void resetScene() override;
    void setSetting(std::string_view key, float value) override;
    void setMethod(std::string_view name) override;
    void setFluid(std::string_view name, std::string_view key, float value) override;
    void addFluid(const FluidKind& kind) override;
    void submit(Command command) override;

  private:
    void showPlayback();

    UiState& state_;
    Simulation& simulation_;
    const bool isPatient_;
    SimulationStatus status_;     // of this pass
    uint64_t seeksBefore_ = 0;    // when the user asked for the last one
    double seekPatience_ = -1.0;  // until then pictures wait for it
};

}  // namespace meniscus
