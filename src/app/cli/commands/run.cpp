// meniscus run and replay: a scene, snapshot or session without a window.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <ostream>

#include "app/cli/assignments.h"
#include "app/cli/budget_warning.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/headless_session.h"
#include "app/cli/commands/run_report.h"
#include "app/cli/interrupt.h"
#include "app/cli/messages.h"
#include "app/cli/option_value.h"
#include "app/cli/progress_bar.h"
#include "app/export/export_record.h"
#include "app/export/exporter.h"
#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/scene/command_log.h"
#include "meniscus/scene/moment.h"
#include "meniscus/scene/scene_file.h"
#include "meniscus/sph/simd_target.h"
#include "meniscus/world/rest_note.h"

namespace meniscus {
namespace {

namespace fs = std::filesystem;

// How the stepping went. An empty failure means that the goal was reached.
struct Stepping {
    double wallSeconds = 0.0;
    uint64_t particleSteps = 0;
    std::string failure;
    bool isInputWrong = false;  // the failure is due to what was given
};

// dam.meniscus at step 100: dam-100.meniscus
fs::path pathAt(const fs::path& path, uint64_t step) {
    return path.parent_path() / fmt::format("{}-{}{}", path.stem().string(), step, path.extension().string());
}

void saveSnapshot(const fs::path& path, const HeadlessSession& session) {
    writeFileAtomically(path, encodeMoment(momentOf(*session.world, session.scene, session.isForPlay)));
}

// Whether the step that failed is one after which the recorded session continued, by a command that fixed it.
bool wentOnAfterFailure(const HeadlessSession& session) {
    return session.replay && session.player.by() == ReplayPlayer::By::Step &&
           session.world->stepIndex() < session.replay->steps;
}

void takeStep(HeadlessSession& session) {
    try {
        session.world->step();
    } catch (const WorkError&) {
        if (!wentOnAfterFailure(session)) throw;
    }
}

// A call that repeats the run up to its failure.
std::string howToRepeat(const RunOptions& options, const Scene& scene, uint64_t steps) {
    std::string text = "replay: " + repeatedRun(options, scene);
    if (options.commands) text += fmt::format(" --commands {}", options.commands->string());
    return text + fmt::format(" --steps {}", steps);
}

Stepping stepToGoal(HeadlessSession& session, const RunOptions& options, const Goal& goal, Exporter* exporter,
                    ProgressBar& progress, std::ostream& err) {
    World& world = *session.world;
    const bool keepsWork = options.save || options.saveReplay || options.stats || exporter != nullptr;
    const InterruptWatch interrupt(keepsWork ? WhenBusy::Tell : WhenBusy::End);
    const auto exportSeconds = [&] { return exporter != nullptr ? exporter->totals().wallSeconds : 0.0; };
    const double exportStart = exportSeconds();
    const auto start = std::chrono::steady_clock::now();
    const uint64_t startStep = world.stepIndex();
    BudgetWarning warning(err);
    Stepping stepping;
    try {
        for (double fraction = goal.fractionDone(world); fraction < 1.0; fraction = goal.fractionDone(world)) {
            if (interrupt.isRequested()) {
                stepping.failure = fmt::format("interrupted after {} steps", world.totals().steps);
                break;
            }
            session.player.giveDue(world);
            takeStep(session);
            warning.follow(world);
            stepping.particleSteps += world.particleCount();
            if (exporter != nullptr) exporter->followStep(world);
            if (std::ranges::find(options.saveAt, world.stepIndex()) != options.saveAt.end()) {
                saveSnapshot(pathAt(*options.save, world.stepIndex()), session);
            }
            if (progress.isDue()) {
                progress.draw(fraction, fmt::format("{:.2f} s simulated  {} particles", world.totals().simulatedSeconds,
                                                    world.particleCount()));
            }
        }
        if (stepping.failure.empty()) session.player.giveDue(world);  // those given after the last step
    } catch (const WorkError& error) {
        stepping.failure =
            fmt::format("{}; {}", error.what(), howToRepeat(options, session.scene, world.stepIndex() - startStep));
    } catch (const InputError& error) {  // a command of the log that the world refuses
        stepping.failure = error.what();
        stepping.isInputWrong = true;
    }
    stepping.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() -
                           (exportSeconds() - exportStart);
    return stepping;
}

// Also after a failure: what was exported until then is listed. Only the first failure is reported.
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

RunReport makeReport(const HeadlessSession& session, const RunOptions& options, const Stepping& stepping) {
    const World& world = *session.world;
    RunReport report;
    report.scene = options.scene;
    report.seed = session.scene.setup.seed;
    report.threads = world.threadCount();
    report.settings = world.settings();
    report.firstFluid = world.fluids().front();
    report.totals = world.totals();
    report.budgetNote = world.budgetNote();
    report.restNote = restNote(world).text;
    report.state = world.measure();
    if (world.isMixed()) report.fluids = sharesOf(world, report.state);
    report.wallSeconds = stepping.wallSeconds;
    report.particleSteps = stepping.particleSteps;
    report.allocatedBytes = world.allocatedBytes();
    report.method = world.method().name;
    report.wallForces = world.wallForces();
    report.hash = world.stateHash();
    report.isFinished = stepping.failure.empty();
    return report;
}

// Everything that can be wrong with the call is found before the first step.
void checkOutputs(const RunOptions& options) {
    std::map<std::filesystem::path, std::string_view> outputs;
    const auto refuseTwin = [&](std::string_view option, const std::optional<std::filesystem::path>& path) {
        if (!path) return;
        const auto [other, isNew] = outputs.emplace(std::filesystem::weakly_canonical(*path), option);
        if (isNew) return;
        throw InputError(fmt::format("{}: '{}' is the file of {} too", option, path->string(), other->second));
    };
    refuseTwin("--stats", options.stats);
    refuseTwin("--save-replay", options.saveReplay);
    refuseTwin("--save", options.save);
    if (options.stats) checkOutput("--stats", *options.stats);
    if (options.saveReplay) checkOutput("--save-replay", *options.saveReplay);
    if (!options.save) return;
    const auto refuseEnding = [&](const char* ending, const char* why) {
        if (!options.save->string().ends_with(ending)) return;
        throw InputError(fmt::format("--save: '{}' {}; allowed: other names, such as '{}'", options.save->string(), why,
                                     options.save->stem().string() + ".meniscus"));
    };
    refuseEnding(".png", "would be a picture, which F3 in the window writes with a moment inside, and 'meniscus shot'");
    refuseEnding(".json", "would be a text, which a snapshot is not (--save-replay writes one)");
    checkOutput("--save", *options.save);
    for (const uint64_t step : options.saveAt) checkOutput("--save-at", pathAt(*options.save, step));
}

HeadlessSession openFor(const RunOptions& options, const std::vector<LoggedCommand>& commands, std::ostream& err) {
    HeadlessOptions wish = headlessOptions(options);
    if (options.commands) wish.commands = &commands;
    wish.isReplay = options.isReplay;
    return openHeadless(wish, err);
}

Goal goalOf(const RunOptions& options, const HeadlessSession& session) {
    if (options.steps) return Goal::steps(*session.world, *options.steps);
    if (!options.seconds && session.replay) return *session.player.end();
    return Goal::seconds(*session.world, options.seconds.value_or(RunOptions::kDefaultSeconds));
}

// What can be written can be read: files that name a scene may not ask for any number of particles.
void checkReplayable(const HeadlessSession& session) {
    try {
        (void)parseReplay(replayText(replayOf(*session.world, session.scene, session.isForPlay)), "replay", ".");
    } catch (const InputError& error) {
        throw InputError(fmt::format("--save-replay: {}", error.what()));
    }
}

// Whether a repeated session came to the state that was recorded, or why that cannot be told. Throws WorkError when it
// should have and did not.
std::string verdictOn(const HeadlessSession& session) {
    const Replay& replay = *session.replay;
    if (session.player.by() == ReplayPlayer::By::Clock) {
        return fmt::format("not to be compared with the recorded state, which has another count of particles");
    }
    if (!replay.hash) return "no last state was recorded to compare with";
    if (replay.hash->isOf(*session.world)) return "the last state is the recorded one, bit for bit";
    if (replay.simdTarget != simdTargetName()) {
        return fmt::format("not to be compared with the recorded state, which was computed on {} and not on {}",
                           replay.simdTarget.empty() ? "an unknown processor" : replay.simdTarget, simdTargetName());
    }
    throw WorkError(fmt::format("the last state is not the recorded one: hash {}, recorded {}",
                                hex16(session.world->stateHash(replay.hash->rule)), hex16(replay.hash->value)));
}

}  // namespace

int runScene(const RunOptions& options, std::ostream& out, std::ostream& err) {
    checkOutputs(options);
    const auto commands = options.commands ? readCommandLog(*options.commands) : std::vector<LoggedCommand>();
    HeadlessSession session = openFor(options, commands, err);
    const World& world = *session.world;
    const bool isWholeReplay = session.replay && !options.steps && !options.seconds && options.assignments.empty();
    if (options.saveReplay) checkReplayable(session);
    if (options.save) (void)parseScene(sceneText(session.scene), "--save: scene", kAnyScene);
    std::optional<Exporter> exporter;
    if (options.exporting.folder) exporter.emplace(options, session.scene, world, commands);

    const double startClock = world.clock();
    const uint64_t startStep = world.stepIndex();
    const Goal goal = goalOf(options, session);
    Stepping stepping;
    {
        ProgressBar progress(err, options.quiet ? ProgressBar::Mode::Off : ProgressBar::Mode::OnTerminal);
        stepping = stepToGoal(session, options, goal, exporter ? &*exporter : nullptr, progress, err);
    }
    if (exporter) finishExport(*exporter, world, stepping);
    RunReport report = makeReport(session, options, stepping);
    report.newSeconds = world.clock() - startClock;
    report.newSteps = world.stepIndex() - startStep;
    if (exporter) report.exported = exporter->totals();
    if (!options.quiet) out << reportText(report);
    if (options.save) saveSnapshot(*options.save, session);
    if (options.stats) writeFileAtomically(*options.stats, jsonText(reportJson(report)));
    if (options.saveReplay) {
        writeFileAtomically(*options.saveReplay, replayText(replayOf(world, session.scene, session.isForPlay)));
    }
    if (isWholeReplay && report.isFinished) {
        const std::string verdict = verdictOn(session);
        if (!options.quiet) out << fmt::format("{:<16}{}\n", "replay", verdict);
    }
    if (options.hash) out << "hash: " << hex16(report.hash) << '\n';
    if (stepping.isInputWrong) throw InputError(stepping.failure);
    if (!report.isFinished) throw WorkError(stepping.failure);
    return kExitDone;
}

namespace {

int replayInWindow(const RunOptions& run, std::ostream& out) {
    const bool hasResults = run.stats || run.save || run.saveReplay || !run.saveAt.empty() || run.exporting.folder;
    if (hasResults) throw InputError("files of a replay are written without the window: add --headless");
    WindowOptions window;
    window.scene = run.scene;
    window.particles = run.particles;
    window.threads = run.threads;
    window.hash = run.hash;
    window.isReplay = true;
    return openWindow(window, out);
}

}  // namespace

int replaySession(const ReplayOptions& options, std::ostream& out, std::ostream& err) {
    RunOptions run = options.run;
    run.isReplay = true;
    if (!options.isHeadless) return replayInWindow(run, out);
    return runScene(run, out, err);
}

}  // namespace meniscus
