// Everything that the window shows and that panels, keys and mouse change. The fluid itself is not in here: it comes as
// Frame and is changed by commands.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/look/camera.h"
#include "meniscus/look/view.h"
#include "meniscus/session/playback_control.h"
#include "meniscus/session/timeline_status.h"
#include "meniscus/ui/actions.h"
#include "meniscus/ui/files.h"
#include "meniscus/ui/tool.h"
#include "meniscus/world/frame.h"
#include "meniscus/world/world.h"

namespace meniscus {

// Rates that the window measures.
struct Rates {
    double framesPerSecond = 0.0;
    double stepsPerSecond = 0.0;
    double realTimeFactor = 0.0;  // simulated seconds per second
    StageSeconds stageMs{};       // of one step, mean over the last while
};

struct Message {
    enum class Kind { Note, Error };
    Kind kind = Kind::Note;
    std::string text;
    double until = 0.0;  // s on the window's clock
};

inline constexpr double kSpeeds[] = {0.125, 0.25, 0.5, 1.0, 2.0};
inline constexpr std::string_view kResolutions[] = {"auto", "0.5", "0.75", "1", "1.5", "2"};
inline constexpr float kInterfaceScales[] = {0.0f, 1.0f, 1.25f, 1.5f, 2.0f};  // 0: by the screen
inline constexpr float kMinInterfaceScale = 0.5f;
inline constexpr float kMaxInterfaceScale = 4.0f;
inline constexpr float kMinParticleSize = 0.25f;  // spacings
inline constexpr float kMaxParticleSize = 2.0f;
inline constexpr float kMinVectorScale = 0.005f;  // s
inline constexpr float kMaxVectorScale = 0.5f;
inline constexpr float kMinColumn = 200.0f;  // unscaled pixels
inline constexpr float kMaxColumn = 480.0f;

inline constexpr std::string_view kNormalsNames[] = {"mesh", "field"};  // in the order of SurfaceNormals

// What the colours of a view mean.
struct ViewColour {
    ColourBy by = ColourBy::Speed;
    std::optional<ValueRange> range;  // empty: automatic

    friend bool operator==(const ViewColour&, const ViewColour&) = default;
};

inline constexpr std::string_view kRecordingFormats[] = {"mp4", "png"};
inline constexpr int kRecordingRates[] = {24, 30, 60};
inline constexpr int kMinRecordingRate = 1;
inline constexpr int kMaxRecordingRate = 240;
inline constexpr std::string_view kRecordingSizes[] = {"window", "1280x720", "1920x1080", "3840x2160"};

// How recordings are made.
struct RecordingSettings {
    std::string format = "mp4";  // of kRecordingFormats
    int fps = 30;                // pictures for a second of simulated time
    std::string size = "window";

    friend bool operator==(const RecordingSettings&, const RecordingSettings&) = default;
};

// What the user wants to find again next time; kept in the preferences file.
struct Preferences {
    int version = 1;
    ToolSettings tools;
    ViewSettings view;
    std::map<std::string, ViewColour> colours;  // of the other views, by name; those that are not in it have their own
    double speed = 1.0;                         // to begin with: simulated seconds per second, 1/8 to 2
    float interfaceScale = 0.0f;                // 0: by the screen
    bool showPanels = true;
    bool showHints = true;
    std::map<std::string, bool> openPanels;      // by id; panels that are not in it have their own default
    std::map<std::string, double> panelNumbers;  // by id: what panels remember besides
    float leftWidth = 300.0f;                    // of the columns, in unscaled pixels
    float rightWidth = 300.0f;
    std::string resolution = "auto";  // of the 3D picture: "auto", or inner pixels per pixel as a number
    int windowWidth = 1280;
    int windowHeight = 720;
    bool askBeforeLoss = true;  // of work that was not saved
    RecordingSettings recording;
    int timelineMegabytes = kDefaultTimelineMegabytes;  // of memory for going back in time

    friend bool operator==(const Preferences&, const Preferences&) = default;
};

// Changes to that view with the colours that it had last, or its usual ones; the view before keeps its own. isMixed:
// whether there are several fluids, on which it depends what is usual and what is possible.
void showView(Preferences& preferences, std::string_view name, bool isMixed = false);
// The world has become a mixture, or is none any more: usual colours become those that are usual now.
void showMixture(Preferences& preferences, bool isMixed);
// Whether a view has these colours without being told.
[[nodiscard]] bool isUsualColour(const ViewInfo& view, const ViewColour& colour, bool isMixed = false);

// The mesh of the fluid's surface that is shown.
struct SurfaceNumbers {
    size_t triangles = 0;
    size_t droplets = 0;        // lone particles among it, as balls
    double milliseconds = 0.0;  // that it took
    uint64_t lagSteps = 0;      // behind the newest frame
    double lagSeconds = 0.0;    // the same in simulated time
    uint64_t meshes = 0;        // made so far

    friend bool operator==(const SurfaceNumbers&, const SurfaceNumbers&) = default;
};

// The recording that is being made.
struct RecordingNumbers {
    uint64_t pictures = 0;
    double seconds = 0.0;  // that they last
};

// What the scene begins with: for undoing changes, and for telling which settings have an effect.
struct SceneParts {
    std::vector<FluidKind> fluids = std::vector<FluidKind>(1);  // the table; at least one
    bool hasFields = false;                                     // of force
    bool hasHeaters = false;
    bool hasAir = false;  // to trap
    bool hasCavitationSites = false;
    bool hasSolids = false;
};
[[nodiscard]] SceneParts partsOf(const WorldSetup& setup);

struct UiState {
    Preferences preferences;
    std::string scene;         // its name
    Settings sceneSettings;    // those that the scene begins with
    SceneParts parts;          // of the scene
    std::string chosenFluid;   // by name: shown under Fluids and poured; the first where there is none of that name
    uint64_t sceneSerial = 0;  // another number after a scene was opened or reset: edits made before count no longer
    uint64_t gesture = 0;      // what comes between two presses of buttons or keys is undone together
    PlaybackState playback;    // as the simulation has it; ask TimeActions to change it
    TimelineStatus timeline;
    bool isReplaying = false;  // a session is being repeated
    bool isHelpOpen = false;
    Rates rates;
    std::optional<SurfaceNumbers> surface;      // empty until there is one, and in views that need none
    float resolution = 1.0f;                    // the one in use
    std::string graphics;                       // what draws, such as "llvmpipe ..."
    int threads = 1;                            // of the simulation
    ValueRange shownRange;                      // of the colours
    bool isMixed = false;                       // the frame is of several fluids, or has temperatures
    Bounds room;                                // around the scene
    std::optional<RecordingNumbers> recording;  // empty while there is none
    std::string videosFolder;                   // where recordings go
    bool hasFfmpeg = true;                      // without it there are no videos
    std::deque<Message> messages;
    FilesState files;
    double time = 0.0;         // s on the window's clock
    bool isPictureOld = true;  // something changed that must be drawn

    // Shows a message for a while.
    void say(Message::Kind kind, std::string text);
    // Takes away what has been shown for long enough.
    void dropOldMessages();
};

// Index of the chosen fluid in the frame's table.
[[nodiscard]] size_t chosenFluid(const UiState& state, const Frame& frame);
// Particles of each fluid of the frame's table.
[[nodiscard]] std::vector<size_t> countPerFluid(const Frame& frame);

}  // namespace meniscus
