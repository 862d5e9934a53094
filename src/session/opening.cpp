#include "meniscus/session/opening.h"

#include <chrono>

#include "meniscus/core/error.h"

namespace meniscus {

AnyFile openSource(const std::string& nameOrPath, const SourceOptions& options) {
    AnyFile file =
        openSceneOrFile(nameOrPath, {.particles = options.particles, .seed = options.seed.value_or(uint64_t{1})});
    if (!options.seed) return file;
    if (std::holds_alternative<Moment>(file.content)) {
        throw InputError("--seed: a snapshot has its own already, from which its particles came");
    }
    if (std::holds_alternative<Replay>(file.content)) {
        throw InputError("--seed: a replay has its own, with which it repeats a session");
    }
    std::get<Scene>(file.content).setup.seed = *options.seed;
    return file;
}

bool Opening::isSettled() const {
    return world.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

Opening startOpening(Simulation& simulation, AnyFile file, const std::filesystem::path& path,
                     const OpeningOptions& options) {
    Opening opening;
    Document& document = opening.document;
    document.path = path;
    if (!path.empty()) document.kind = kindOf(file, path);
    std::optional<SavedWorld> saved;
    std::optional<ReplayPlayer> replay;
    if (Moment* const moment = std::get_if<Moment>(&file.content)) {
        document.scene = std::move(moment->scene);
        document.isForPlay = moment->isForPlay;
        saved = SavedWorld{std::move(moment->state), std::move(moment->log), 0};
        opening.isMoment = true;
        opening.note = "As it was at that moment: press Space to go on";
    } else if (Replay* const session = std::get_if<Replay>(&file.content)) {
        auto by = ReplayPlayer::By::Step;
        document.scene = session->scene;
        document.isForPlay = session->isForPlay;
        if (options.replayParticles && *options.replayParticles != session->scene.particles) {
            document.scene = sceneForReplay(*session, *options.replayParticles);
            by = ReplayPlayer::By::Clock;
        }
        replay = ReplayPlayer(std::move(*session), by);
        opening.note = "A replay: the session as it was; change something to take over";
    } else {
        document.scene = std::move(std::get<Scene>(file.content));
    }
    opening.warnings = std::move(file.warnings);
    opening.setup = unfilledSetup(document.scene, document.isForPlay);
    const auto isPaused = options.keepsPaused ? std::nullopt : std::optional(opening.isMoment);
    opening.world = simulation.open(opening.setup, std::move(saved), std::move(replay), isPaused).share();
    return opening;
}

}  // namespace meniscus
