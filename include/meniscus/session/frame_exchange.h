// Frames from the simulation's thread to the window. Neither side waits for the other longer than it takes to swap two
// pointers.
#pragma once

#include <memory>
#include <mutex>

#include "meniscus/world/frame.h"

namespace meniscus {

class FrameExchange {
  public:
    // The simulation's side. The frame to be filled next:
    [[nodiscard]] Frame& back() { return *back_; }
    // Hands it over, for so many ticks of a recording. One that nobody has taken yet is replaced.
    void publish(int ticks);
    // Drops what nobody has taken yet: it is of a scene that is gone.
    void drop();

    // The window's side. The newest frame since the last call, or null. It stays valid and unchanged until the next
    // call that returns one.
    [[nodiscard]] const Frame* take();
    // How many ticks the frame that was taken last is for: none, or one, or several where steps are longer than ticks.
    [[nodiscard]] int takenTicks() const { return frontTicks_; }
    void forgetTicks();  // of what nobody has taken yet: other ticks have begun

  private:
    std::mutex mutex_;  // guards the next three
    std::unique_ptr<Frame> ready_ = std::make_unique<Frame>();
    bool isReadyNew_ = false;
    int readyTicks_ = 0;

    std::unique_ptr<Frame> front_ = std::make_unique<Frame>();
    int frontTicks_ = 0;
    std::unique_ptr<Frame> back_ = std::make_unique<Frame>();
};

}  // namespace meniscus
