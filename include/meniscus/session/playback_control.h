// How time runs in a session. This is the one place where paused, direction and speed are kept: the window and the
// simulation's thread both change it here, and everybody else reads a copy.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace meniscus {

struct PlaybackState {
    bool isPaused = false;
    bool isBackwards = false;   // time runs back, unless it is paused
    bool isHeld = false;        // time stands still while the user drags through it
    double speed = 1.0;         // simulated seconds per second
    std::string stopReason;     // why it paused by itself; empty when it did not
    bool isAtLastStep = false;  // of stopAtStep

    [[nodiscard]] bool isStill() const { return isPaused || isHeld; }
};

class PlaybackControl {
  public:
    [[nodiscard]] PlaybackState state() const;

    // What the user asks for.
    void setPaused(bool isPaused);  // time goes forwards from then on
    void playBackwards();
    void setHeld(bool isHeld);
    void setSpeed(double speed);
    void stopAtStep(uint64_t step);  // pauses there for good

    // What the simulation finds.
    void stop(std::string reason);  // pauses by itself
    void standStill();              // pauses at the first moment, with nothing to say about it
    void turnForwards();
    void forgetStopReason();
    void noteStep(uint64_t step);

  private:
    mutable std::mutex mutex_;  // guards what follows
    PlaybackState state_;
    std::optional<uint64_t> lastStep_;
};

}  // namespace meniscus
