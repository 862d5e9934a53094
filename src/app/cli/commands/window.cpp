// meniscus [SCENE|FILE]: the sandbox in its window.
#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "app/cli/assignments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/option_value.h"
#include "app/window/preferences.h"
#include "app/window/sandbox.h"
#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/scene/command_log.h"
#include "meniscus/session/opening.h"
#include "meniscus/session/user_folders.h"

namespace meniscus {
namespace {

// A snapshot is replayed from its scene and its log.
AnyFile asReplay(AnyFile file, const std::string& where) {
    if (std::holds_alternative<Scene>(file.content)) {
        throw InputError(where + ": a scene, not a replay; 'meniscus' opens it");
    }
    if (Moment* const moment = std::get_if<Moment>(&file.content)) {
        file.content = Replay{.scene = std::move(moment->scene),
                              .isForPlay = moment->isForPlay,
                              .log = std::move(moment->log),
                              .steps = moment->state.stepIndex,
                              .clock = moment->state.clock,
                              .hash = {},
                              .simdTarget = std::move(moment->simdTarget)};
    }
    return file;
}

// Refuses what does not go together, before the window is there.
void checkFirst(const AnyFile& first, const SandboxOptions& options) {
    if (std::holds_alternative<Replay>(first.content) && !options.assignments.empty()) {
        throw InputError("--set, --method: a replay has its own changes; open its scene instead");
    }
    checkFluidNames(options.assignments, first.scene().setup.fluids);
}

// Starts to build the first world while the window is made. A file must make one before there is a window.
Opening openFirst(Simulation& simulation, const WindowOptions& options, const SandboxOptions& sandboxOptions) {
    SourceOptions source{.particles = options.particles, .seed = options.seed};
    if (options.isReplay) source.particles.reset();  // a matter of the replay, whatever file it is in
    AnyFile file = openSource(options.scene, source);
    if (options.isReplay) file = asReplay(std::move(file), options.scene);
    checkFirst(file, sandboxOptions);
    const Moment* const moment = std::get_if<Moment>(&file.content);
    if (options.steps) simulation.stopAtStep(*options.steps + (moment != nullptr ? moment->state.stepIndex : 0));
    simulation.setPaused(true);  // so that the assignments come before the first step
    const bool isFile = !isBuiltInScene(options.scene);
    const auto path = isFile ? std::filesystem::absolute(options.scene).lexically_normal() : std::filesystem::path();
    Opening first =
        startOpening(simulation, std::move(file), path, {.replayParticles = options.particles, .keepsPaused = true});
    for (const Command& assignment : sandboxOptions.assignments) simulation.submit(assignment);
    if (isFile) (void)first.world.get();
    return first;
}

}  // namespace

int openWindow(const WindowOptions& options, std::ostream& out) {
    SandboxOptions sandboxOptions;
    sandboxOptions.scene = options.scene;
    sandboxOptions.particles = options.particles;
    sandboxOptions.seed = options.seed;
    sandboxOptions.threads = options.threads;
    sandboxOptions.assignments = parseAssignments(options.assignments, options.method);
    sandboxOptions.steps = options.steps;
    if (options.view) sandboxOptions.view = findView(*options.view).name;
    sandboxOptions.preferences = preferencesPath();
    sandboxOptions.screenshots = options.screenshots.value_or(picturesFolder());
    sandboxOptions.videos = options.videos.value_or(videosFolder());
    sandboxOptions.isPaused = options.isPaused;
    sandboxOptions.hasProbe = options.hasProbe;
    sandboxOptions.hasDebugContext = options.hasProbe || std::getenv("MENISCUS_GL_DEBUG") != nullptr;
    sandboxOptions.state = stateFolder();
    sandboxOptions.autosaveSeconds = options.autosaveEvery;
    if (options.log) checkOutput("--log", *options.log);
    Simulation simulation(options.threads);
    Opening first = openFirst(simulation, options, sandboxOptions);
    Sandbox sandbox(sandboxOptions, simulation, std::move(first));
    const bool isInterrupted = sandbox.run();
    // All that is to be kept is in files. To wait for a step, a mesh or a world that is being made would only keep who
    // asked for the end waiting.
    if (isInterrupted && !options.log && !options.hash) {
        out.flush();
        std::_Exit(kExitDone);
    }
    const std::unique_ptr<World> world = simulation.finish();
    if (options.log) writeFileAtomically(*options.log, commandLogText(world->log()));
    if (options.hash) out << "steps: " << world->stepIndex() << "\nhash: " << hex16(world->stateHash()) << '\n';
    return kExitDone;
}

}  // namespace meniscus
