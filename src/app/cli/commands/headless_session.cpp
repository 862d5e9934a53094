#include "app/cli/commands/headless_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "app/cli/assignments.h"
#include "app/cli/messages.h"
#include "meniscus/core/error.h"
#include "meniscus/session/opening.h"

namespace meniscus {
namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view why) {
    throw InputError(fmt::format("{}: {}", option, why));
}

void startScene(HeadlessSession& session, Scene scene, const HeadlessOptions& wish) {
    if (wish.isReplay) {
        throw InputError(fmt::format("{}: a scene, not a replay; 'meniscus run' runs it", wish.scene));
    }
    session.scene = std::move(scene);
    session.isForPlay = wish.commands != nullptr;
    session.world = std::make_unique<World>(worldSetup(session.scene, session.isForPlay), wish.threads);
}

// A log to be repeated from a snapshot on: what led to the snapshot has been done.
std::vector<LoggedCommand> remainingCommands(const std::vector<LoggedCommand>& log, const World& world) {
    const auto done = world.log();
    // Times follow from the steps, and logs may lack them.
    const auto isSame = [](const LoggedCommand& a, const LoggedCommand& b) {
        return a.step == b.step && a.command == b.command;
    };
    if (log.size() < done.size() || !std::equal(done.begin(), done.end(), log.begin(), isSame)) {
        refuse("--commands", "not the commands that led to this snapshot; allowed: a log that begins with them");
    }
    return {log.begin() + static_cast<std::ptrdiff_t>(done.size()), log.end()};
}

void continueMoment(HeadlessSession& session, Moment moment, const HeadlessOptions& wish) {
    session.world = worldOf(moment, wish.threads);
    session.scene = std::move(moment.scene);
    session.isForPlay = moment.isForPlay;
    session.isSnapshot = true;
}

// The session that led to a snapshot.
Replay replayOf(Moment moment) {
    const std::unique_ptr<World> world = worldOf(moment, 1);
    return replayOf(*world, std::move(moment.scene), moment.isForPlay);
}

void startReplay(HeadlessSession& session, Replay replay, const HeadlessOptions& wish) {
    if (wish.commands != nullptr) refuse("--commands", "a replay has its own");
    auto by = ReplayPlayer::By::Step;
    if (wish.particles && *wish.particles != replay.scene.particles) {
        replay.scene = sceneForReplay(replay, *wish.particles);
        by = ReplayPlayer::By::Clock;
    }
    session.isForPlay = replay.isForPlay;
    session.scene = std::move(replay.scene);
    session.player = ReplayPlayer(replay, by);
    replay.log.clear();
    session.world = std::make_unique<World>(worldSetup(session.scene, session.isForPlay), wish.threads);
    session.replay = std::move(replay);
}

}  // namespace

HeadlessSession openHeadless(const HeadlessOptions& wish, std::ostream& err) {
    AnyFile file = openSource(wish.scene, {.particles = wish.particles, .seed = wish.seed});
    warn(err, file.warnings);
    HeadlessSession session;
    if (auto* const scene = std::get_if<Scene>(&file.content)) {
        startScene(session, std::move(*scene), wish);
    } else if (auto* const moment = std::get_if<Moment>(&file.content); moment != nullptr && !wish.isReplay) {
        continueMoment(session, std::move(*moment), wish);
    } else if (moment != nullptr) {
        startReplay(session, replayOf(std::move(*moment)), wish);
    } else {
        startReplay(session, std::get<Replay>(std::move(file.content)), wish);
    }
    World& world = *session.world;
    if (wish.commands != nullptr) {
        session.player = ReplayPlayer(session.isSnapshot ? remainingCommands(*wish.commands, world) : *wish.commands);
    }
    checkFluidNames(wish.assignments, world.fluids());
    for (const Command& assignment : wish.assignments) world.submit(assignment);
    world.applyCommands();  // the next step would do it, but the first export shows the state in which it begins
    session.player.giveDue(world);
    return session;
}

}  // namespace meniscus
