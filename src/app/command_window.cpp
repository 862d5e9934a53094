// meniscus [SCENE]: the sandbox in its window.
#include <cstdlib>
#include <ostream>

#include "app/assignments.h"
#include "app/commands.h"
#include "app/option_value.h"
#include "app/preferences.h"
#include "app/sandbox.h"
#include "meniscus/core/text.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/scene/command_log.h"

namespace meniscus {
namespace {

// Where desktops keep files of a kind: what the variable says, or the folder of that name in the home folder.
std::filesystem::path desktopFolder(const char* variable, const char* name) {
    for (const char* candidate : {variable, "HOME"}) {
        const char* folder = std::getenv(candidate);
        if (folder == nullptr || *folder == '\0') continue;
        const std::filesystem::path path(folder);
        return std::string_view(candidate) == "HOME" ? path / name : path;
    }
    return ".";
}

}  // namespace

int openWindow(const WindowOptions& options, std::ostream& out) {
    SandboxOptions sandboxOptions;
    sandboxOptions.scene = findScene(options.scene).name;
    sandboxOptions.particles = options.particles;
    sandboxOptions.seed = options.seed;
    sandboxOptions.threads = options.threads;
    sandboxOptions.assignments = parseAssignments(options.assignments);
    sandboxOptions.steps = options.steps;
    if (options.view) sandboxOptions.view = findView(*options.view).name;
    sandboxOptions.preferences = preferencesPath();
    sandboxOptions.screenshots = options.screenshots.value_or(desktopFolder("XDG_PICTURES_DIR", "Pictures"));
    sandboxOptions.videos = options.videos.value_or(desktopFolder("XDG_VIDEOS_DIR", "Videos"));
    sandboxOptions.isPaused = options.isPaused;
    sandboxOptions.hasProbe = options.hasProbe;
    sandboxOptions.hasDebugContext = options.hasProbe || std::getenv("MENISCUS_GL_DEBUG") != nullptr;
    if (options.particles) checkParticleCount(*options.particles);
    // Before the window is there.
    checkFluidNames(sandboxOptions.assignments, buildScene(findScene(options.scene), {}).fluids);
    if (options.log) checkOutput("--log", *options.log);

    Sandbox sandbox(sandboxOptions);
    const std::unique_ptr<World> world = sandbox.run();
    if (options.log) writeFileAtomically(*options.log, commandLogText(world->log()));
    if (options.hash) out << "steps: " << world->stepIndex() << "\nhash: " << hex16(world->stateHash()) << '\n';
    return kExitDone;
}

}  // namespace meniscus
