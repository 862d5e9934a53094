// meniscus shot: a picture of a scene at a given time, without window, display or X server.
#include <fmt/format.h>

#include <ostream>

#include "app/assignments.h"
#include "app/commands.h"
#include "app/framing.h"
#include "app/interrupt.h"
#include "app/offscreen_painter.h"
#include "app/option_value.h"
#include "app/picture_options.h"
#include "app/progress_bar.h"
#include "meniscus/core/error.h"
#include "meniscus/render/gl_context.h"
#include "meniscus/scene/scene.h"

namespace meniscus {
namespace {

// Inner pixels per pixel and axis: nobody waits for the frame rate of a single picture.
constexpr float kShotResolution = 2.0f;

// To the step nearest to the time; time steps need not divide it.
void stepTo(World& world, double seconds, std::ostream& err) {
    const InterruptWatch interrupt;
    ProgressBar progress(err);
    const auto timeAfterHalfStep = [&] {
        return world.totals().simulatedSeconds + 0.5 * static_cast<double>(world.settings().timeStep);
    };
    while (timeAfterHalfStep() < seconds) {
        if (interrupt.isRequested()) {
            throw WorkError(fmt::format("interrupted after {} steps; no picture was written", world.totals().steps));
        }
        world.step();
        if (progress.isDue()) {
            progress.draw(world.totals().simulatedSeconds / seconds,
                          fmt::format("{:.2f} s simulated  {} particles", world.totals().simulatedSeconds,
                                      world.particleCount()));
        }
    }
}

}  // namespace

int takeShot(const ShotOptions& options, std::ostream& err) {
    // Everything that can be wrong with the call is found before the first step.
    const SceneInfo& scene = findScene(options.scene);
    const std::vector<Command> assignments = parseAssignments(options.assignments);
    DrawRequest request = pictureRequest(options, scene.look);
    request.resolution = kShotResolution;
    if (options.particles) checkParticleCount(*options.particles);
    if (options.output.extension() != ".png") {
        throw InputError(fmt::format("-o: {} is no PNG file; allowed: a name that ends in .png",
                                     meniscus::quoted(options.output.string())));
    }
    checkOutput("-o", options.output);
    WorldSetup setup = buildScene(scene, {.particles = options.particles, .seed = options.seed});
    request.view.colourBy = colourOf(options, !setup.fluids.empty());
    const OffscreenContext context;
    checkPictureSize("--size", request.size);
    checkFluidNames(assignments, setup.fluids);
    OffscreenPainter painter(sceneryOf(setup, scene.look.room), wallsOf(setup), options.threads);
    World world(std::move(setup), options.threads);
    for (const Command& assignment : assignments) world.submit(assignment);
    world.applyCommands();
    stepTo(world, options.seconds, err);

    writePng(options.output, painter.draw(world, request));
    return kExitDone;
}

}  // namespace meniscus
