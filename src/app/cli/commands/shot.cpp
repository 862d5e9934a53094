// meniscus shot: a picture of a scene at a given time, without window, display or X server.
#include <fmt/format.h>

#include <ostream>

#include "app/cli/assignments.h"
#include "app/cli/budget_warning.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/headless_session.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_value.h"
#include "app/cli/picture_options.h"
#include "app/cli/progress_bar.h"
#include "app/export/offscreen_painter.h"
#include "meniscus/core/error.h"
#include "meniscus/look/framing.h"
#include "meniscus/render/gl_context.h"
#include "meniscus/scene/scene.h"

namespace meniscus {
namespace {

// Inner pixels per pixel and axis: nobody waits for the frame rate of a single picture.
constexpr float kShotResolution = 2.0f;

void stepTo(HeadlessSession& session, const Goal& goal, std::ostream& err) {
    World& world = *session.world;
    const InterruptWatch interrupt(WhenBusy::End);
    BudgetWarning warning(err);
    ProgressBar progress(err);
    for (double fraction = goal.fractionDone(world); fraction < 1.0; fraction = goal.fractionDone(world)) {
        if (interrupt.isRequested()) {
            throw WorkError(fmt::format("interrupted after {} steps; no picture was written", world.totals().steps));
        }
        session.player.giveDue(world);
        world.step();
        warning.follow(world);
        if (progress.isDue()) {
            progress.draw(fraction, fmt::format("{:.2f} s simulated  {} particles", world.totals().simulatedSeconds,
                                                world.particleCount()));
        }
    }
    session.player.giveDue(world);
}

// The moment of the picture.
void stepToMoment(HeadlessSession& session, const ShotOptions& options, std::ostream& err) {
    const World& world = *session.world;
    if (!options.seconds && session.isSnapshot) return;
    if (!options.seconds && session.replay) return stepTo(session, *session.player.end(), err);
    const double seconds = options.seconds.value_or(ShotOptions::kDefaultSeconds);
    const double halfStep = 0.5 * static_cast<double>(world.settings().timeStep);
    if (world.clock() > seconds + halfStep) {
        throw InputError(fmt::format("--at: {} s is before the moment of {}, which is at {:.3f} s", seconds,
                                     meniscus::quoted(options.scene), world.clock()));
    }
    if (world.clock() + halfStep < seconds) stepTo(session, Goal::seconds(world, seconds - world.clock()), err);
}

}  // namespace

int takeShot(const ShotOptions& options, std::ostream& err) {
    // Everything that can be wrong with the call is found before the first step.
    if (options.particles) checkParticleCount(*options.particles);
    HeadlessSession session = openHeadless(headlessOptions(options), err);
    const World& world = *session.world;
    DrawRequest request = pictureRequest(options, session.scene);
    request.resolution = kShotResolution;
    if (options.output.extension() != ".png") {
        throw InputError(fmt::format("-o: {} is no PNG file; allowed: a name that ends in .png",
                                     meniscus::quoted(options.output.string())));
    }
    checkOutput("-o", options.output);
    request.view.colourBy = colourOf(options, session.scene, request.view, world.isMixed());
    const OffscreenContext context;
    checkPictureSize("--size", request.size);
    OffscreenPainter painter(sceneryOf(world.setup(), session.scene.look.room), wallsOf(world.setup()),
                             options.threads);
    stepToMoment(session, options, err);

    writePng(options.output, painter.draw(world, request));
    return kExitDone;
}

}  // namespace meniscus
