// meniscus run: a scene without a window, from its first state for a given time.
#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <ostream>

#include "app/assignments.h"
#include "app/commands.h"
#include "app/exporter.h"
#include "app/interrupt.h"
#include "app/option_value.h"
#include "app/progress_bar.h"
#include "app/run_report.h"
#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/scene/command_log.h"
#include "meniscus/scene/scene.h"

namespace meniscus {
namespace {

// How the stepping went. An empty failure means that the goal was reached.
struct Stepping {
    double wallSeconds = 0.0;
    uint64_t particleSteps = 0;
    std::string failure;
};

// How much of the way is done. Time steps need not divide the seconds, so the run ends at the step nearest to them; it
// always has at least one.
double fractionDone(const World& world, const RunOptions& options) {
    const StepTotals& totals = world.totals();
    if (world.stepIndex() == 0) return 0.0;
    if (options.steps) return static_cast<double>(world.stepIndex()) / static_cast<double>(*options.steps);
    return (totals.simulatedSeconds + 0.5 * static_cast<double>(world.settings().timeStep)) / options.seconds;
}

// Gives the commands of a log to the world before their steps. Each acts before the next one is checked: after a reset
// a fluid may be added again.
class Replay {
  public:
    explicit Replay(std::vector<LoggedCommand> log) : log_(std::move(log)) {}

    void submitDue(World& world) {
        for (; next_ < log_.size() && log_[next_].step <= world.stepIndex(); ++next_) {
            world.submit(std::move(log_[next_].command));
            world.applyCommands();
        }
    }

  private:
    std::vector<LoggedCommand> log_;
    size_t next_ = 0;
};

Stepping stepToGoal(World& world, const RunOptions& options, Replay& replay, Exporter* exporter,
                    ProgressBar& progress) {
    const InterruptWatch interrupt;
    const auto exportSeconds = [&] { return exporter != nullptr ? exporter->totals().wallSeconds : 0.0; };
    const double exportStart = exportSeconds();
    const auto start = std::chrono::steady_clock::now();
    Stepping stepping;
    try {
        for (double fraction = 0.0; fraction < 1.0; fraction = fractionDone(world, options)) {
            if (interrupt.isRequested()) {
                stepping.failure = fmt::format("interrupted after {} steps", world.totals().steps);
                break;
            }
            replay.submitDue(world);
            world.step();
            stepping.particleSteps += world.particleCount();
            if (exporter != nullptr) exporter->followStep(world);
            if (progress.isDue()) {
                progress.draw(fraction, fmt::format("{:.2f} s simulated  {} particles", world.totals().simulatedSeconds,
                                                    world.particleCount()));
            }
        }
        replay.submitDue(world);  // those given after the last step
    } catch (const WorkError& error) {
        stepping.failure = error.what();
    }
    stepping.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() -
                           (exportSeconds() - exportStart);
    return stepping;
}

// Also after a failure: what was exported until then is listed. The first failure is the one that is told.
void finishExport(Exporter& exporter, const World& world, Stepping& stepping) {
    try {
        exporter.finish(world, stepping.failure.empty());
    } catch (const WorkError& error) {
        if (stepping.failure.empty()) stepping.failure = error.what();
    }
}

std::vector<FluidShare> sharesOf(const World& world, const StateMeasure& state) {
    std::vector<FluidShare> shares;
    for (const FluidKind& kind : world.fluids()) {
        const size_t index = shares.size(), particles = state.perFluid[index];
        shares.push_back(
            {kind.name, particles, static_cast<double>(particles) * static_cast<double>(world.particleMass(index))});
    }
    return shares;
}

RunReport makeReport(const World& world, const RunOptions& options, const Stepping& stepping) {
    RunReport report;
    report.scene = options.scene;
    report.seed = options.seed;
    report.threads = world.threadCount();
    report.settings = world.settings();
    report.totals = world.totals();
    report.state = world.measure();
    if (world.isMixed()) report.fluids = sharesOf(world, report.state);
    report.wallSeconds = stepping.wallSeconds;
    report.particleSteps = stepping.particleSteps;
    report.allocatedBytes = world.allocatedBytes();
    report.hash = world.stateHash();
    report.isFinished = stepping.failure.empty();
    return report;
}

Stepping simulate(World& world, const RunOptions& options, Replay& replay, Exporter* exporter, std::ostream& err) {
    ProgressBar progress(err, options.quiet ? ProgressBar::Mode::Off : ProgressBar::Mode::OnTerminal);
    return stepToGoal(world, options, replay, exporter, progress);
}

}  // namespace

int runScene(const RunOptions& options, std::ostream& out, std::ostream& err) {
    // Everything that can be wrong with the call is found before the first step.
    const SceneInfo& scene = findScene(options.scene);
    const std::vector<Command> assignments = parseAssignments(options.assignments);
    if (options.stats) checkOutput("--stats", *options.stats);

    const auto commands = options.commands ? readCommandLog(*options.commands) : std::vector<LoggedCommand>();
    Replay replay(commands);

    const SceneOptions build{
        .particles = options.particles, .seed = options.seed, .isForPlay = options.commands.has_value()};
    WorldSetup setup = buildScene(scene, build);
    checkFluidNames(assignments, setup.fluids);
    World world(std::move(setup), options.threads);
    for (const Command& assignment : assignments) world.submit(assignment);

    world.applyCommands();  // the next step would do it, but the first export shows the state in which it begins
    replay.submitDue(world);
    std::optional<Exporter> exporter;
    if (options.exporting.folder) exporter.emplace(options, world, commands);

    Stepping stepping = simulate(world, options, replay, exporter ? &*exporter : nullptr, err);
    if (exporter) finishExport(*exporter, world, stepping);
    RunReport report = makeReport(world, options, stepping);
    if (exporter) report.exported = exporter->totals();
    if (!options.quiet) out << reportText(report);
    if (options.stats) writeFileAtomically(*options.stats, jsonText(reportJson(report)));
    if (options.hash) out << "hash: " << hex16(report.hash) << '\n';
    if (!report.isFinished) throw WorkError(stepping.failure);
    return kExitDone;
}

}  // namespace meniscus
