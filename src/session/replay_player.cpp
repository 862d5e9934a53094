#include "meniscus/session/replay_player.h"

#include <fmt/format.h>

#include "meniscus/core/error.h"

namespace meniscus {

ReplayPlayer::ReplayPlayer(Replay replay, By by)
    : log_(std::move(replay.log)),
      by_(by),
      end_(by == By::Step && replay.steps > 0 ? Goal::sessionSteps(replay.steps) : Goal::sessionClock(replay.clock)) {
    if (by == By::Step) hash_ = replay.hash;
}

bool ReplayPlayer::isDue(const LoggedCommand& logged, const World& world) const {
    if (by_ == By::Step) return logged.step <= world.stepIndex();
    // The step that begins nearest to it; time steps need not divide the time.
    return logged.clock < world.clock() + 0.5 * world.stepSeconds();
}

void ReplayPlayer::giveDue(const World& world, const Give& give) {
    for (; next_ < log_.size() && isDue(log_[next_], world); ++next_) {
        try {
            give(log_[next_].command);
        } catch (const InputError& error) {
            throw InputError(fmt::format("command {}, {}: {}", next_ + 1, describe(log_[next_]), error.what()));
        }
    }
}

void ReplayPlayer::giveDue(World& world) {
    giveDue(world, [&world](const Command& command) {
        world.submit(command);
        world.applyCommands();
    });
}

}  // namespace meniscus
