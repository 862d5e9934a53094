// Repeats a session: gives the commands of a log to a world before their steps, and knows where the session ended. The
// window and the commands without a window use the same player; they differ only in who takes the commands.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "meniscus/scene/replay.h"
#include "meniscus/session/goal.h"
#include "meniscus/world/world.h"

namespace meniscus {

class ReplayPlayer {
  public:
    enum class By { Step, Clock };  // by clock where time steps are others than those of the session

    ReplayPlayer() = default;  // nothing to repeat
    // Commands alone, without an end of their own.
    explicit ReplayPlayer(std::vector<LoggedCommand> log) : log_(std::move(log)) {}
    // The session of a replay; its scene is not looked at.
    explicit ReplayPlayer(Replay replay, By by = By::Step);

    // Applies one command to the world at once, so that the next one is checked against what this one made: after a
    // reset a fluid may be added again.
    using Give = std::function<void(const Command&)>;
    // Between two steps: the commands that are due. Throws InputError that names the command which is refused.
    void giveDue(const World& world, const Give& give);
    // The same, straight to the world.
    void giveDue(World& world);

    [[nodiscard]] bool isDone() const { return next_ >= log_.size(); }  // all commands are given
    [[nodiscard]] By by() const { return by_; }
    // Where the session ends; empty for commands alone.
    [[nodiscard]] const std::optional<Goal>& end() const { return end_; }
    [[nodiscard]] bool isOver(const World& world) const { return end_ && end_->fractionDone(world) >= 1.0; }
    // False only where the end was recorded and the world did not come to it bit for bit.
    [[nodiscard]] bool isAsRecorded(const World& world) const { return !hash_ || hash_->isOf(world); }

  private:
    [[nodiscard]] bool isDue(const LoggedCommand& logged, const World& world) const;

    std::vector<LoggedCommand> log_;
    size_t next_ = 0;
    By by_ = By::Step;
    std::optional<Goal> end_;
    std::optional<RecordedHash> hash_;  // of the last state, where it must come out the same
};

}  // namespace meniscus
