// What each command of the command line takes, already parsed, and the functions that do it. They write results to out,
// progress to err (when that is a terminal), and throw InputError or WorkError.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "meniscus/io/geometry_file.h"
#include "meniscus/surface/surface_mesher.h"

namespace meniscus {

inline constexpr int kExitDone = 0;
inline constexpr int kExitWorkFailed = 1;
inline constexpr int kExitBadCall = 2;

struct ScenesOptions {
    bool json = false;
};

struct WriteOptions {
    std::string scene;
    std::optional<size_t> particles;
    uint64_t seed = 1;
    std::optional<std::filesystem::path> output;  // the standard output when empty
};

struct ViewsOptions {
    bool json = false;
};

struct MethodsOptions {
    bool json = false;
};

struct SettingsOptions {
    bool json = false;
    bool markdown = false;
};

struct WindowOptions {
    std::string scene = "glass-swirl";
    std::optional<size_t> particles;
    std::optional<uint64_t> seed;
    int threads = 0;                       // 0: as many as there are cores
    std::optional<std::string> method;     // the scene's own when empty
    std::vector<std::string> assignments;  // key=value
    std::optional<std::string> view;
    std::optional<uint64_t> steps;  // close after as many
    std::optional<std::filesystem::path> screenshots;
    std::optional<std::filesystem::path> videos;
    std::optional<std::filesystem::path> log;
    double autosaveEvery = 60.0;  // s
    bool isPaused = false;
    bool hash = false;
    bool hasProbe = false;
    bool isReplay = false;  // the file is a session that is to be repeated
};

struct ExportOptions {
    std::optional<std::filesystem::path> folder;  // nothing is exported without
    GeometryFormat format = GeometryFormat::Ply;
    double every = 1.0 / kDefaultRate;  // s of simulated time
    bool hasSurface = false;
    bool hasSurfacePerFluid = false;  // one for each fluid besides
    SurfaceSettings surface;

    static constexpr int kDefaultRate = 30;  // exports a simulated second
};

struct RunOptions {
    std::string scene;              // a name or a file
    std::optional<double> seconds;  // of simulated time; kDefaultSeconds, or to the end of a replay, when empty
    std::optional<uint64_t> steps;  // in place of seconds
    int threads = 0;                // 0: as many as there are cores
    std::optional<size_t> particles;
    std::optional<uint64_t> seed;
    std::optional<std::string> method;              // the scene's own when empty
    std::vector<std::string> assignments;           // key=value
    std::optional<std::filesystem::path> commands;  // a log to repeat
    std::optional<std::filesystem::path> stats;
    std::optional<std::filesystem::path> save;        // a snapshot of the last state
    std::vector<uint64_t> saveAt;                     // steps at which one is saved besides
    std::optional<std::filesystem::path> saveReplay;  // what leads there
    ExportOptions exporting;
    bool hash = false;
    bool quiet = false;
    bool isReplay = false;  // the file is a session that is to be repeated

    static constexpr double kDefaultSeconds = 5.0;
};

struct ReplayOptions {
    RunOptions run;
    bool isHeadless = false;
};

struct ShotOptions {
    std::string scene;
    std::optional<double> seconds;    // of simulated time; kDefaultSeconds, or the moment of a file, when empty
    std::optional<std::string> view;  // that of the file, or kDefaultView, when empty
    std::string size = "1280x720";
    std::optional<std::string> colour;      // that of the file, or what suits the view, when empty
    std::optional<std::string> background;  // that of the file, or kDefaultBackground, when empty
    std::optional<std::string> camera;      // the scene's own when empty
    std::optional<std::string> cut;         // x=POSITION or z=POSITION; no cut when empty
    int threads = 0;                        // 0: as many as there are cores
    std::optional<size_t> particles;
    std::optional<uint64_t> seed;
    std::optional<std::string> method;     // the scene's own when empty
    std::vector<std::string> assignments;  // key=value
    std::filesystem::path output;

    static constexpr double kDefaultSeconds = 2.0;
    static constexpr const char* kDefaultView = "particles";
    static constexpr const char* kDefaultBackground = "studio";
};

// Pictures as shot takes them, from the start to seconds.
struct RecordOptions : ShotOptions {
    static constexpr double kDefaultSeconds = 5.0;

    int fps = 30;        // pictures for a second of the video
    double speed = 1.0;  // simulated seconds for a second of the video
    bool force = false;  // replaces a video that is there
    bool quiet = false;
};

struct BenchOptions {
    std::string scene = "dam-break";
    std::optional<std::string> method;  // the scene's own when empty
    std::vector<size_t> particles{50000};
    std::vector<int> threads;  // empty: 1 and as many as there are cores
    uint64_t steps = 40;
    std::optional<std::filesystem::path> json;
};

struct ValidateOptions {
    std::vector<std::string> cases;  // empty: all
    std::optional<std::filesystem::path> json;
    bool list = false;
};

int openWindow(const WindowOptions& options, std::ostream& out);
int listScenes(const ScenesOptions& options, std::ostream& out);
int writeScene(const WriteOptions& options, std::ostream& out);
int printSchema(std::ostream& out);
int listViews(const ViewsOptions& options, std::ostream& out);
int listMethods(const MethodsOptions& options, std::ostream& out);
int listSettings(const SettingsOptions& options, std::ostream& out);
int runScene(const RunOptions& options, std::ostream& out, std::ostream& err);
int replaySession(const ReplayOptions& options, std::ostream& out, std::ostream& err);
int takeShot(const ShotOptions& options, std::ostream& err);
int recordScene(const RecordOptions& options, std::ostream& out, std::ostream& err);
int runBench(const BenchOptions& options, std::ostream& out, std::ostream& err);
int runValidation(const ValidateOptions& options, std::ostream& out, std::ostream& err);

}  // namespace meniscus
