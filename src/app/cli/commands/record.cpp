// meniscus record: a video of a scene, or a folder of pictures, in simulated time and without window or display.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <ostream>

#include "app/cli/budget_warning.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/headless_session.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_value.h"
#include "app/cli/picture_options.h"
#include "app/cli/progress_bar.h"
#include "app/export/offscreen_painter.h"
#include "app/export/recorder.h"
#include "meniscus/core/error.h"
#include "meniscus/look/framing.h"
#include "meniscus/render/gl_context.h"
#include "meniscus/scene/scene.h"
#include "meniscus/session/frame_ticks.h"

namespace meniscus {
namespace {

// Inner pixels per pixel and axis: finer than the window's, for nobody waits for the frame rate.
constexpr float kRecordResolution = 2.0f;
constexpr uint64_t kMaxPictures = 999'999;  // that names of PNG files can count

bool isVideo(const std::filesystem::path& output) {
    std::string extension = output.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    if (extension == ".mp4") return true;
    std::error_code ignored;
    if (extension.empty() || std::filesystem::is_directory(output, ignored)) return false;
    throw InputError(
        fmt::format("-o: {} is neither a video nor a folder; allowed: a name that ends in .mp4, or one "
                    "without an ending for a folder of PNG files",
                    meniscus::quoted(output.string())));
}

// How much simulated time is recorded: --seconds, or by default the rest of a replay.
double secondsOf(const RecordOptions& options, const HeadlessSession& session) {
    if (options.seconds) return *options.seconds;
    const double left = session.replay ? session.replay->clock - session.world->clock() : 0.0;
    return left > 0.0 ? left : RecordOptions::kDefaultSeconds;
}

uint64_t pictureCount(const RecordOptions& options, double seconds) {
    const double count = std::round(seconds / options.speed * options.fps);
    if (count <= static_cast<double>(kMaxPictures)) return std::max<uint64_t>(1, static_cast<uint64_t>(count));
    throw InputError(
        fmt::format("--seconds: {} at {} pictures a second and speed {} are {:.0f} pictures; allowed: up "
                    "to {}",
                    seconds, options.fps, options.speed, count, kMaxPictures));
}

std::unique_ptr<PictureWriter> openWriter(const RecordOptions& options, PictureSize size) {
    try {
        if (!isVideo(options.output)) return openPngSequence(options.output);
        return openVideo(options.output, {.width = size.width,
                                          .height = size.height,
                                          .fps = options.fps,
                                          .existing = options.force ? ExistingFile::Replaced : ExistingFile::Refused});
    } catch (const InputError& error) {
        const std::string_view hint = std::string_view(error.what()).ends_with("already there") ? "; see --force" : "";
        throw InputError(fmt::format("-o: {}{}", error.what(), hint));
    }
}

// Draws the states nearest to the ticks, until there are enough or something stops it. Returns why, or an empty text.
std::string recordAll(HeadlessSession& session, uint64_t wanted, OffscreenPainter& painter, const DrawRequest& request,
                      Recorder& recorder, const RecordOptions& options, ProgressBar& progress, BudgetWarning warning) {
    const InterruptWatch interrupt(WhenBusy::Tell);
    World& world = *session.world;
    FrameTicks ticks(options.speed / options.fps);
    for (uint64_t taken = 0; taken < wanted; world.step()) {
        warning.follow(world);
        session.player.giveDue(world);
        if (interrupt.isRequested()) return fmt::format("interrupted after {} of {} pictures", taken, wanted);
        if (recorder.status().isDone) return {};  // it failed, and tells why
        const int due = ticks.due(world.totals().simulatedSeconds, world.stepSeconds());
        if (due == 0) continue;
        const int times = static_cast<int>(std::min<uint64_t>(static_cast<uint64_t>(due), wanted - taken));
        recorder.add(painter.draw(world, request), times);
        taken += static_cast<uint64_t>(times);
        if (progress.isDue()) {
            progress.draw(
                static_cast<double>(taken) / static_cast<double>(wanted),
                fmt::format("{:.2f} s simulated  {} of {} pictures", world.totals().simulatedSeconds, taken, wanted));
        }
        if (taken == wanted) break;  // no step that nobody sees
    }
    return {};
}

}  // namespace

int recordScene(const RecordOptions& options, std::ostream& out, std::ostream& err) {
    // Everything that can be wrong with the call is found before the first step.
    if (options.particles) checkParticleCount(*options.particles);
    HeadlessSession session = openHeadless(headlessOptions(options), err);
    const World& world = *session.world;
    DrawRequest request = pictureRequest(options, session.scene);
    request.resolution = kRecordResolution;
    const uint64_t wanted = pictureCount(options, secondsOf(options, session));
    if (isVideo(options.output)) (void)requireFfmpeg();
    request.view.colourBy = colourOf(options, session.scene, request.view, world.isMixed());
    const OffscreenContext context;
    checkPictureSize("--size", request.size);
    OffscreenPainter painter(sceneryOf(world.setup(), session.scene.look.room), wallsOf(world.setup()),
                             options.threads);

    Recorder recorder(openWriter(options, request.size));
    std::string failure;
    {
        ProgressBar progress(err, options.quiet ? ProgressBar::Mode::Off : ProgressBar::Mode::OnTerminal);
        try {
            failure = recordAll(session, wanted, painter, request, recorder, options, progress, BudgetWarning(err));
        } catch (const std::exception& error) {
            failure = error.what();
        }
    }
    recorder.finishAndWait();
    const Recorder::Status status = recorder.status();
    if (!status.error.empty()) throw WorkError(status.error);
    const std::string result = fmt::format("{} pictures of {}x{} in '{}'", status.written, request.size.width,
                                           request.size.height, options.output.string());
    if (!failure.empty()) throw WorkError(fmt::format("{}; {}", failure, result));
    if (!options.quiet) out << result << '\n';
    return kExitDone;
}

}  // namespace meniscus
