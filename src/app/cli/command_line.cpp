// Options of every command, in CLI11; help, errors and exit codes are ours, because CLI11's errors take several lines
// and do not say what is allowed. Numbers come in as text and are parsed in option_value.cpp.
#include "app/cli/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <ostream>

#include "app/cli/call_words.h"
#include "app/cli/commands/commands.h"
#include "app/cli/messages.h"
#include "app/cli/option_value.h"
#include "meniscus/core/error.h"
#include "meniscus/core/parallel.h"
#include "meniscus/core/text.h"
#include "meniscus/io/video.h"
#include "meniscus/look/colour_scale.h"
#include "meniscus/scene/scene.h"

namespace meniscus {
namespace {

constexpr CountRange kStepRange{1, 1'000'000'000};
constexpr CountRange kThreadRange{1, kMaxThreads};
constexpr CountRange kParticleRange{1, 1'000'000'000};  // the scene knows better what fits into memory
constexpr CountRange kSeedRange{0, std::numeric_limits<uint64_t>::max()};

constexpr const char* kExitCodes = "\nExit codes: 0 success, 1 the work failed, 2 the call or the input was wrong.";

struct Call {
    WindowOptions window;
    ScenesOptions scenes;
    WriteOptions write;
    ViewsOptions views;
    SettingsOptions settings;
    MethodsOptions methods;
    RunOptions run;
    ReplayOptions replay;
    ShotOptions shot;
    RecordOptions record;
    BenchOptions bench;
    ValidateOptions validate;
};

struct CallStreams {
    std::ostream& out;
    std::ostream& err;
};

struct Command {
    CLI::App* app;
    std::function<int(const Call&, CallStreams)> execute;
};

std::string versionText() {
    return fmt::format("{} {}", kProgram, MENISCUS_VERSION);
}

CLI::App& addCommand(CLI::App& root, const char* name, const char* description, const std::string& examples) {
    CLI::App& command = *root.add_subcommand(name, description);
    command.set_version_flag("--version", versionText(), "Print the version");
    command.set_help_flag("-h,--help", "Print this help");
    command.group("Commands");
    command.footer("\nExamples:\n" + examples + kExitCodes);
    return command;
}

template <typename Target>
CLI::Option* addCount(CLI::App& command, const std::string& name, Target& target, CountRange range,
                      const std::string& description) {
    const auto assign = [name, range, &target](const std::string& text) {
        using Value = std::conditional_t<std::is_arithmetic_v<Target>, Target, uint64_t>;
        target = static_cast<Value>(parseCount(name, text, range));
    };
    return command.add_option_function<std::string>(name, assign, description)->type_name("N");
}

template <typename Value>
void addCounts(CLI::App& command, const std::string& name, std::vector<Value>& target, CountRange range,
               const std::string& description) {
    const auto assign = [name, range, &target](const std::string& text) {
        target.clear();
        for (const uint64_t count : parseCounts(name, text, range)) target.push_back(static_cast<Value>(count));
    };
    command.add_option_function<std::string>(name, assign, description)->type_name("N[,N...]");
}

void addPath(CLI::App& command, const char* name, std::optional<std::filesystem::path>& target, const char* description,
             const char* what = "FILE") {
    const auto assign = [&target](const std::string& text) { target = text; };
    command.add_option_function<std::string>(name, assign, description)->type_name(what);
}

void addMethod(CLI::App& command, std::optional<std::string>& method) {
    command.add_option("--method", method, "How the fluid moves; see 'meniscus methods' (default: the scene's own)")
        ->type_name("NAME");
}

// What run, shot and window have in common.
template <typename Options>
void addSceneOptions(CLI::App& command, Options& options) {
    addCount(command, "--threads", options.threads, kThreadRange,
             fmt::format("Threads, up to {} (default: as many as cores)", kThreadRange.maximum));
    addCount(command, "--particles", options.particles, kParticleRange, "Particles (default: the scene's own count)");
    addCount(command, "--seed", options.seed, kSeedRange, "Seed of everything random (default: the file's, or 1)");
    addMethod(command, options.method);
    command
        .add_option("--set", options.assignments,
                    "Change a setting, or a property of a fluid, before the first step; see 'meniscus settings'")
        ->type_name("[FLUID.]KEY=VALUE")
        ->allow_extra_args(false);
}

Command addWindow(CLI::App& root, WindowOptions& options) {
    CLI::App& command = addCommand(root, kWindowCommand, "Open the window; the word itself may be left out",
                                   "  meniscus\n"
                                   "  meniscus dam-break --particles 20000\n"
                                   "  meniscus splash --set viscosity=1 --paused\n"
                                   "  meniscus Pictures/meniscus-share-splash.png\n");
    command
        .add_option("SCENE|FILE", options.scene,
                    fmt::format("Name of a scene, or a scene file, snapshot, replay or shared picture (default: {})",
                                options.scene))
        ->type_name("");
    addSceneOptions(command, options);
    command
        .add_option_function<std::string>(
            "--view", [&options](const std::string& text) { options.view = text; },
            "How to show the fluid (default: as last time)")
        ->type_name("NAME");
    command.add_flag("--paused", options.isPaused, "Wait before the first step");
    addPath(command, "--screenshots", options.screenshots, "Folder for pictures by F2 and F3 (default: Pictures)",
            "FOLDER");
    addPath(command, "--videos", options.videos, "Folder for recordings by F4 (default: Videos)", "FOLDER");
    addCount(command, "--steps", options.steps, kStepRange, "Close after this many steps");
    addPath(command, "--log", options.log, "Write the commands at the end, for 'meniscus run --commands'");
    const auto assignEvery = [&options](const std::string& text) {
        options.autosaveEvery = parseSeconds("--autosave-every", text);
    };
    command
        .add_option_function<std::string>(
            "--autosave-every", assignEvery,
            fmt::format("Seconds between autosaves of changes (default: {})", options.autosaveEvery))
        ->type_name("S");
    command.add_flag("--hash", options.hash, "Print steps and hash of the last state at the end");
    command.add_flag("--probe", options.hasProbe, "Answer each line on the standard input with the state, for scripts");
    return {&command, [](const Call& call, CallStreams streams) { return openWindow(call.window, streams.out); }};
}

Command addScenes(CLI::App& root, ScenesOptions& options) {
    CLI::App& command = addCommand(root, "scenes", "List the built-in scenes", "  meniscus scenes --json\n");
    command.add_flag("--json", options.json, "As a JSON list with name, title, description, particles and fluids");
    return {&command, [](const Call& call, CallStreams streams) { return listScenes(call.scenes, streams.out); }};
}

Command addWrite(CLI::App& root, WriteOptions& options) {
    CLI::App& command = addCommand(root, "write", "Write a scene as a file to change, see docs/scene-files.md",
                                   "  meniscus write splash -o my-splash.json\n");
    command.add_option("SCENE", options.scene, "Name of a scene; see 'meniscus scenes'")->required()->type_name("");
    addPath(command, "-o,--output", options.output, "The file to write (default: the standard output)");
    addCount(command, "--particles", options.particles, kParticleRange, "Particles (default: the scene's own count)");
    addCount(command, "--seed", options.seed, kSeedRange,
             fmt::format("Seed of everything random (default: {})", options.seed));
    return {&command, [](const Call& call, CallStreams streams) { return writeScene(call.write, streams.out); }};
}

Command addSchema(CLI::App& root) {
    CLI::App& command = addCommand(root, "schema", "Print the JSON Schema of scene files, for editors",
                                   "  meniscus schema > scene.schema.json\n");
    return {&command, [](const Call&, CallStreams streams) { return printSchema(streams.out); }};
}

Command addViews(CLI::App& root, ViewsOptions& options) {
    CLI::App& command = addCommand(root, "views", "List the ways of showing the fluid", "  meniscus views --json\n");
    command.add_flag("--json", options.json, "As a JSON list with name, title, description, key and drawsFluid");
    return {&command, [](const Call& call, CallStreams streams) { return listViews(call.views, streams.out); }};
}

Command addMethods(CLI::App& root, MethodsOptions& options) {
    CLI::App& command = addCommand(root, "methods", "List how a fluid can be moved", "  meniscus methods --json\n");
    command.add_flag("--json", options.json, "As a JSON list with name, title, description, dimensions and supports");
    return {&command, [](const Call& call, CallStreams streams) { return listMethods(call.methods, streams.out); }};
}

Command addSettings(CLI::App& root, SettingsOptions& options) {
    CLI::App& command = addCommand(root, "settings", "List what --set takes: unit, range, default and effect",
                                   "  meniscus settings\n  meniscus settings --markdown\n");
    CLI::Option* json = command.add_flag("--json", options.json, "As a JSON list");
    command.add_flag("--markdown", options.markdown, "As the table of docs/settings.md")->excludes(json);
    return {&command, [](const Call& call, CallStreams streams) { return listSettings(call.settings, streams.out); }};
}

// As help lists them: ply|vtk|obj.
std::string formatNames() {
    std::vector<std::string_view> names;
    for (const GeometryFormatInfo& info : geometryFormats()) names.push_back(info.name);
    return fmt::format("{}", fmt::join(names, "|"));
}

// Files of particles and of the surface. Each option but the first is of no use without another one, and refused then.
void addExportOptions(CLI::App& command, ExportOptions& options) {
    const auto add = [&](const char* name, const std::string& type, const std::string& description, auto assign) {
        return command.add_option_function<std::string>(name, assign, description)->type_name(type)->group("Export");
    };
    CLI::Option* folder = add("--export", "FOLDER", "Write files of the particles into a new or empty folder",
                              [&options](const std::string& text) { options.folder = text; });
    add("--format", formatNames(),
        fmt::format("Format of the files (default: {})", geometryFormatInfo(options.format).name),
        [&options](const std::string& text) {
            options.format = findByName("--format", "format", geometryFormats(), text).format;
        })
        ->needs(folder);
    add("--every", "S", fmt::format("Simulated time from file to file (default: 1/{})", ExportOptions::kDefaultRate),
        [&options](const std::string& text) { options.every = parseSeconds("--every", text); })
        ->needs(folder);
    CLI::Option* surface = command.add_flag("--surface", options.hasSurface, "Write files of the surface too")
                               ->needs(folder)
                               ->group("Export");
    command.add_flag("--per-fluid", options.hasSurfacePerFluid, "Write files of the surface of each fluid too")
        ->needs(surface)
        ->group("Export");

    SurfaceSettings& settings = options.surface;
    const auto addNumber = [&](const char* name, const char* type, const char* what, float& target, NumberRange range) {
        add(name, type, fmt::format("{}, {} to {} (default: automatic)", what, range.minimum, range.maximum),
            [name, range, &target](const std::string& text) { target = parseNumber(name, text, range); })
            ->needs(surface);
    };
    addNumber("--cell-size", "R", "Cells of the surface in particle radii", settings.cellSize,
              {SurfaceSettings::kMinCellSize, SurfaceSettings::kMaxCellSize});
    addNumber("--iso", "C", "Iso value of the surface", settings.isoValue,
              {SurfaceSettings::kMinIso, SurfaceSettings::kMaxIso});
    addCount(command, "--smoothing", settings.smoothingPasses, {0, SurfaceSettings::kMaxSmoothing},
             fmt::format("Passes of smoothing of the surface, up to {} (default: {})", SurfaceSettings::kMaxSmoothing,
                         settings.smoothingPasses))
        ->needs(surface)
        ->group("Export");
}

void addScene(CLI::App& command, std::string& target) {
    command
        .add_option("SCENE", target,
                    "Name of a scene (see 'meniscus scenes'), or a file: a scene, snapshot, replay or shared picture")
        ->required()
        ->type_name("");
}

// What run and replay have in common.
void addResultOptions(CLI::App& command, RunOptions& options) {
    addPath(command, "--stats", options.stats, "Write the statistics as a JSON object");
    addPath(command, "--save", options.save, "Write a snapshot of the last state; 'meniscus run' continues from it");
    command.add_flag("--hash", options.hash, "Print the hash of the last state as the last line");
    command.add_flag("--quiet", options.quiet, "No statistics and no progress bar");
}

Command addRun(CLI::App& root, RunOptions& options) {
    CLI::App& command = addCommand(root, "run", "Run a scene without a window",
                                   "  meniscus run dam-break --seconds 2\n"
                                   "  meniscus run dam-break --seconds 2 --save dam.meniscus\n"
                                   "  meniscus run dam.meniscus --steps 100 --hash\n"
                                   "  meniscus run dam-break --steps 100 --threads 1 --hash\n"
                                   "  meniscus run dam-break --particles 100000 --set viscosity=8 --stats run.json\n"
                                   "  meniscus run two-fluids --set red.viscosity=8 --set interfaceTension=2\n"
                                   "  meniscus run splash --export splash --format vtk --every 0.05 --surface\n");
    addScene(command, options.scene);
    const auto assignSeconds = [&options](const std::string& text) {
        options.seconds = parseSeconds("--seconds", text);
    };
    CLI::Option* seconds =
        command
            .add_option_function<std::string>(
                "--seconds", assignSeconds,
                fmt::format("Simulated time to run (default: {}; all of a replay)", RunOptions::kDefaultSeconds))
            ->type_name("S");
    addCount(command, "--steps", options.steps, kStepRange,
             "Steps to run, instead of --seconds; for a snapshot, additional steps")
        ->excludes(seconds);
    addSceneOptions(command, options);
    addPath(command, "--commands", options.commands, "Repeat the commands that a window wrote with --log");
    addResultOptions(command, options);
    addCounts(command, "--save-at", options.saveAt, kStepRange,
              "Save at these steps too, into files beside that of --save with the step in their names");
    command.get_option("--save-at")->needs("--save");
    addPath(command, "--save-replay", options.saveReplay, "Write a replay of the run");
    addExportOptions(command, options.exporting);
    return {&command,
            [](const Call& call, CallStreams streams) { return runScene(call.run, streams.out, streams.err); }};
}

Command addReplay(CLI::App& root, ReplayOptions& options) {
    CLI::App& command = addCommand(root, "replay", "Repeat a session from a replay file, bit for bit",
                                   "  meniscus replay session.replay.json\n"
                                   "  meniscus replay session.replay.json --headless --hash\n"
                                   "  meniscus replay session.replay.json --headless --particles 100000\n");
    command
        .add_option("FILE", options.run.scene, "A replay; or a snapshot or shared picture, whose session is replayed")
        ->required()
        ->type_name("");
    command.add_flag("--headless", options.isHeadless, "Without a window");
    addCount(command, "--threads", options.run.threads, kThreadRange,
             fmt::format("Threads, up to {} (default: as many as cores)", kThreadRange.maximum));
    addCount(command, "--particles", options.run.particles, kParticleRange,
             "Repeat the session with this many particles (default: those of the session)");
    addResultOptions(command, options.run);
    return {&command,
            [](const Call& call, CallStreams streams) { return replaySession(call.replay, streams.out, streams.err); }};
}

void addWord(CLI::App& command, const std::string& name, std::string& target, const std::string& description,
             const char* type) {
    const std::string before = target;
    command.add_option(name, target, fmt::format("{} (default: {})", description, before))->type_name(type);
}

void addWish(CLI::App& command, const std::string& name, std::optional<std::string>& target,
             const std::string& description, const char* type) {
    command
        .add_option_function<std::string>(
            name, [&target](const std::string& text) { target = text; }, description)
        ->type_name(type);
}

std::vector<std::string_view> colourNames() {
    std::vector<std::string_view> names;
    for (const ColourInfo& info : colourTable()) names.push_back(info.name);
    return names;
}

// What shot and record have in common.
void addPictureOptions(CLI::App& command, ShotOptions& options) {
    addWish(command, "--view", options.view,
            fmt::format("How to show the fluid (default: as in the file, or {})", ShotOptions::kDefaultView), "NAME");
    addWord(command, "--size", options.size, "Size in pixels", "WxH");
    command
        .add_option_function<std::string>(
            "--colour", [&options](const std::string& text) { options.colour = text; },
            fmt::format("What colours show: {} (default: as in the file, or the default of the view)",
                        fmt::join(colourNames(), ", ")))
        ->type_name("BY");
    addWish(command, "--background", options.background,
            fmt::format("studio, daylight, night or plain (default: as in the file, or {})",
                        ShotOptions::kDefaultBackground),
            "NAME");
    command
        .add_option_function<std::string>(
            "--camera", [&options](const std::string& text) { options.camera = text; },
            "Angles in degrees, distance and place looked at in metres (default: the scene's own)")
        ->type_name("YAW,PITCH,DISTANCE[,X,Y,Z]");
    command
        .add_option_function<std::string>(
            "--cut", [&options](const std::string& text) { options.cut = text; },
            "Leaves out what is in front of a plane, in metres")
        ->type_name("x=M|z=M");
}

Command addShot(CLI::App& root, ShotOptions& options) {
    CLI::App& command = addCommand(root, "shot", "Draw a picture of a scene; needs no display",
                                   "  meniscus shot glass-swirl -o swirl.png\n"
                                   "  meniscus shot dam-break --at 0.4 --size 3840x2160 --colour pressure -o dam.png\n"
                                   "  meniscus shot drop --camera 30,20,0.9 --background night -o drop.png\n"
                                   "  meniscus shot dam.meniscus --view surface -o dam.png\n");
    addScene(command, options.scene);
    const auto assignSeconds = [&options](const std::string& text) { options.seconds = parseMoment("--at", text); };
    command
        .add_option_function<std::string>(
            "--at", assignSeconds,
            fmt::format("Simulated time of the picture since the scene's start (default: {}; of a snapshot its moment, "
                        "of a replay its end)",
                        ShotOptions::kDefaultSeconds))
        ->type_name("S");
    addPictureOptions(command, options);
    addSceneOptions(command, options);
    command.add_option("-o,--output", options.output, "The PNG file to write")->required()->type_name("FILE");
    return {&command, [](const Call& call, CallStreams streams) { return takeShot(call.shot, streams.err); }};
}

Command addRecord(CLI::App& root, RecordOptions& options) {
    CLI::App& command =
        addCommand(root, "record", "Record a video of a scene, or a folder of pictures; needs no display",
                   "  meniscus record glass-swirl -o swirl.mp4\n"
                   "  meniscus record dam-break --seconds 2 --speed 0.25 --fps 60 --view surface -o slow.mp4\n"
                   "  meniscus record drop --size 3840x2160 -o drop-pictures\n");
    addScene(command, options.scene);
    const auto assignSeconds = [&options](const std::string& text) {
        options.seconds = parseSeconds("--seconds", text);
    };
    command
        .add_option_function<std::string>("--seconds", assignSeconds,
                                          fmt::format("Simulated time to record (default: {}; of a replay all of it)",
                                                      RecordOptions::kDefaultSeconds))
        ->type_name("S");
    addCount(command, "--fps", options.fps, {1, kMaxFps},
             fmt::format("Pictures for a second of the video, up to {} (default: {})", kMaxFps, options.fps));
    const auto assignSpeed = [&options](const std::string& text) {
        options.speed = static_cast<double>(parseNumber("--speed", text, {0.001f, 100.0f}));
    };
    command
        .add_option_function<std::string>(
            "--speed", assignSpeed,
            fmt::format("Simulated seconds for a second of the video (default: {})", options.speed))
        ->type_name("X");
    addPictureOptions(command, options);
    addSceneOptions(command, options);
    command
        .add_option("-o,--output", options.output,
                    "The video to write, which ends in .mp4, or a new or empty folder for PNG files")
        ->required()
        ->type_name("FILE.mp4|FOLDER");
    command.add_flag("--force", options.force, "Replace an existing video");
    command.add_flag("--quiet", options.quiet, "No last line and no progress bar");
    return {&command,
            [](const Call& call, CallStreams streams) { return recordScene(call.record, streams.out, streams.err); }};
}

Command addBench(CLI::App& root, BenchOptions& options) {
    CLI::App& command = addCommand(root, "bench", "Measure speed against the scalar reference",
                                   "  meniscus bench\n"
                                   "  meniscus bench --particles 20000,100000 --threads 1,2,4 --json bench.json\n");
    command.add_option("--scene", options.scene, fmt::format("Name of a scene (default: {})", options.scene))
        ->type_name("SCENE");
    addMethod(command, options.method);
    addCounts(command, "--particles", options.particles, kParticleRange,
              fmt::format("Particles (default: {})", fmt::join(options.particles, ",")));
    addCounts(command, "--threads", options.threads, kThreadRange,
              fmt::format("Threads, up to {} (default: 1 and as many as cores)", kThreadRange.maximum));
    addCount(command, "--steps", options.steps, kStepRange,
             fmt::format("Timed steps, after a warm-up (default: {})", options.steps));
    addPath(command, "--json", options.json, "Write the results as a JSON list");
    return {&command,
            [](const Call& call, CallStreams streams) { return runBench(call.bench, streams.out, streams.err); }};
}

Command addValidate(CLI::App& root, ValidateOptions& options) {
    CLI::App& command = addCommand(root, "validate", "Check physics cases against reference data",
                                   "  meniscus validate\n  meniscus validate --list\n");
    command.add_option("CASE", options.cases, "Cases to run (default: all)")->type_name("");
    CLI::Option* list = command.add_flag("--list", options.list, "List the cases instead of running them");
    addPath(command, "--json", options.json, "Write the results as a JSON list");
    command.get_option("--json")->excludes(list);
    return {&command, [](const Call& call, CallStreams streams) {
                return runValidation(call.validate, streams.out, streams.err);
            }};
}

void describeProgram(CLI::App& root) {
    root.name(std::string(kProgram));
    root.description("Meniscus: a fluid sandbox. Pour, swirl and splash water.");
    root.set_version_flag("--version", versionText(), "Print the version");
    root.set_help_flag("-h,--help", "Print this help");
    root.require_subcommand(0, 1);
    root.get_formatter()->label("SUBCOMMAND", "COMMAND");
    root.get_formatter()->label("Positionals", "Arguments");
    root.get_formatter()->label("REQUIRED", "");
    root.footer(
        fmt::format("\nExamples:\n"
                    "  meniscus                        open the window\n"
                    "  meniscus dam-break              open it on a scene\n"
                    "  meniscus scenes\n"
                    "  meniscus run dam-break --seconds 2 --save dam.meniscus\n"
                    "  meniscus replay session.replay.json --headless\n"
                    "  meniscus shot glass-swirl -o swirl.png\n"
                    "  meniscus record glass-swirl -o swirl.mp4\n"
                    "  meniscus bench --particles 20000,100000\n\n"
                    "'meniscus COMMAND --help' describes a command.\n{}",
                    kExitCodes));
}

int parseAndExecute(int argc, const char* const* argv, CallStreams streams) {
    Call call;
    CLI::App root;
    describeProgram(root);
    const std::vector<Command> commands{addWindow(root, call.window),    addScenes(root, call.scenes),
                                        addWrite(root, call.write),      addSchema(root),
                                        addViews(root, call.views),      addSettings(root, call.settings),
                                        addMethods(root, call.methods),  addRun(root, call.run),
                                        addReplay(root, call.replay),    addShot(root, call.shot),
                                        addRecord(root, call.record),    addBench(root, call.bench),
                                        addValidate(root, call.validate)};
    try {
        root.parse(withWindowCommand(root, {argv + 1, argv + argc}));
    } catch (const CLI::CallForHelp&) {
        streams.out << root.help();
        return kExitDone;
    } catch (const CLI::CallForVersion& version) {
        streams.out << version.what() << '\n';
        return kExitDone;
    } catch (const CLI::ParseError& error) {
        refuseCall(root, error);
    }
    for (const Command& command : commands) {
        if (command.app->parsed()) return command.execute(call, streams);
    }
    return kExitDone;  // not reached: a call without a command opens the window
}

int fail(std::ostream& err, int exitCode, std::string_view message) {
    err << kProgram << ": " << asOneLine(message) << std::endl;
    return exitCode;
}

}  // namespace

int runCommandLine(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
    try {
        const int exitCode = parseAndExecute(argc, argv, {out, err});
        if (!out.flush()) return fail(err, kExitWorkFailed, "cannot write to the standard output");
        return exitCode;
    } catch (const InputError& error) {
        return fail(err, kExitBadCall, error.what());
    } catch (const std::bad_alloc&) {
        return fail(err, kExitWorkFailed, "not enough memory");
    } catch (const std::exception& error) {
        return fail(err, kExitWorkFailed, error.what());
    }
}

}  // namespace meniscus
