// The program with a window: brings simulation, picture, interface and input together in one frame loop.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/recorder.h"
#include "app/window/mouse_tool.h"
#include "app/window/rate_meter.h"
#include "app/window/resolution_control.h"
#include "app/window/sandbox_files.h"
#include "app/window/surface_worker.h"
#include "app/window/window.h"
#include "meniscus/scene/scene.h"
#include "meniscus/session/simulation.h"
#include "meniscus/ui/interface.h"

namespace meniscus {

struct SandboxOptions {
    std::string scene;  // its name, or the file's
    std::optional<size_t> particles;
    uint64_t seed = 1;
    int threads = 0;
    std::vector<Command> assignments;  // for the first scene
    std::optional<uint64_t> steps;     // close after as many
    std::optional<std::string> view;
    std::filesystem::path preferences;
    std::filesystem::path screenshots;  // folder
    std::filesystem::path state;        // folder for autosaves and recent files; empty: nothing is kept
    double autosaveSeconds = 60.0;      // between autosaves
    std::filesystem::path videos;       // folder
    bool isPaused = false;
    bool hasProbe = false;  // answer questions on the standard input
    bool hasDebugContext = false;
};

class Sandbox final : private WindowListener, private UiActions {
  public:
    // first is what is shown at first, and path its file, if it has one.
    Sandbox(const SandboxOptions& options, AnyFile first, const std::filesystem::path& path);

    // Until the window is closed. Returns the world as it was left.
    std::unique_ptr<World> run();

  private:
    // What the user did since the last pass, in order; handled once the interface knows where the mouse is.
    struct Event {
        enum class Kind { Button, Move, Wheel, Key };
        Kind kind = Kind::Move;
        MouseButton button = MouseButton::Other;
        bool isDown = false;
        double x = 0.0, y = 0.0;  // of the mouse; y also of the wheel
        int key = 0, scancode = 0;
        bool isOnInterface = false;  // a panel has the mouse, or a field the keys
        Modifiers modifiers = {};
        bool isRepeated = false;  // the key is held down
    };
    struct Recording {
        std::unique_ptr<Recorder> recorder;
        std::unique_ptr<Renderer> renderer;  // for pictures that are not as large as the window; null until needed
        PictureSize size;
        int fps = 30;
        int ticks = 0;  // of the newest frame, whose picture is not taken yet
    };
    enum class Hold { Nothing, Tool, Orbit, Pan };

    void onMouseButton(MouseButton button, bool isDown, Modifiers modifiers) override;
    void onMouseMove(double x, double y) override;
    void onWheel(double by, Modifiers modifiers) override;
    void onKey(int key, int scancode, Modifiers modifiers, bool isRepeated) override;
    void onDrop(std::vector<std::filesystem::path> paths) override;
    void onChange() override { isPictureOld_ = true; }

    void openScene(std::string_view name) override;
    void openNeighbourScene(int by) override;
    void resetScene() override;
    void setPaused(bool isPaused) override;
    void stepOnce() override;
    void stepBack() override;
    void playBackwards() override;
    void seekTime(double clock) override;
    void holdTime(bool isHeld) override;
    void undo() override;
    void redo() override;
    void setTimelineMegabytes(int megabytes) override;
    void setSpeed(double speed) override;
    void setSetting(std::string_view key, float value) override;
    void setFluid(std::string_view name, std::string_view key, float value) override;
    void addFluid(const FluidKind& kind) override;
    void setView(std::string_view name) override;
    void resetCamera() override;
    void takeScreenshot() override;
    void toggleRecording() override;
    void toggleFullScreen() override;

    void showOpenDialog() override;
    void save() override;
    void showSaveDialog() override;
    void shareMoment() override;
    void openFile(const std::filesystem::path& path) override;
    void saveFile(const std::filesystem::path& path, FileKind kind) override;
    void closeDialog() override;
    void answerQuestion(Question::Answer answer) override;
    void answerRecovery(Recovery answer) override;

    // Files (sandbox_files.cpp).
    void startFiles();
    void show(AnyFile file, const std::filesystem::path& path);
    void showWorld(Document document, std::optional<SavedWorld> saved, std::optional<Playback> playback);
    void takeView(const SceneView& view);
    void load(std::vector<std::filesystem::path> paths);
    void unlessWorkIsLost(std::string_view what, std::function<void()> action);
    void ask(Question question, std::function<void()> onYes, std::function<void()> onNo);
    void writeFile(const std::filesystem::path& path, FileKind kind);
    void noteWork(const Command& command);
    void noteChange();
    void saveThen(std::function<void()> after);
    void noteFile(const std::filesystem::path& path);
    void keepWork();
    void keepWorkNow();
    void offerLeftWork();
    void recoverWork();
    void updateFiles();
    [[nodiscard]] Image screenshot();
    [[nodiscard]] Scene sceneToKeep() const;
    [[nodiscard]] std::filesystem::path picturePath(std::string_view prefix) const;
    [[nodiscard]] bool mayEnd();
    void endFiles(bool isInterrupted);
    [[nodiscard]] const Scene& scene() const { return files_.document.scene; }

    void pass();
    void takeNews();
    void takeStatus();
    void takeSurface();
    void wantSurface();
    void dropSurface();
    void handleEvents();
    void handleButton(const Event& event);
    void handleMove(const Event& event);
    void handleWheel(const Event& event);
    void handleKey(const Event& event);
    void startRecording();
    void stopRecording();
    void followRecording();
    void recordPicture();
    [[nodiscard]] Renderer& recordingRenderer();
    void tellEndedRecordings();
    void finishRecordings();
    bool handleTimelineKey(const Event& event);
    void takeTimeline(const SimulationStatus& status);
    [[nodiscard]] bool awaitsSeek() const;
    void useTool();
    void watchPouring(bool isPouring);
    void submit(Command command);
    void draw(PictureSize size);
    void keepPreferences(bool isLast);
    void say(Message::Kind kind, std::string text);
    [[nodiscard]] DrawRequest drawRequest(PictureSize size) const;
    void requestSurface(DrawRequest& request) const;
    [[nodiscard]] Ray mouseRay() const;
    [[nodiscard]] Camera homeCamera() const;
    [[nodiscard]] float interfaceScale() const;
    [[nodiscard]] double idleSeconds() const;
    [[nodiscard]] double drawInterval() const;
    [[nodiscard]] bool showsFluid() const;
    [[nodiscard]] bool needsSurface() const;
    [[nodiscard]] std::optional<CutPlane> shownCut() const;
    void answerProbe();

    const SandboxOptions options_;
    std::string preferencesComplaint_;  // said last; before state_, which fills it
    UiState state_;
    Camera camera_;
    Window window_;
    Renderer renderer_;
    Interface interface_;
    Simulation simulation_;
    SurfaceWorker surfaceWorker_;
    SandboxFiles files_;
    bool isFirstScene_ = true;
    bool isReplaying_ = false;
    uint64_t openFailures_ = 0;
    Scenery scenery_;
    float floorHeight_ = 0.0f;
    Bounds subject_;                // what a picture must show
    const Frame* frame_ = nullptr;  // the newest; null until a scene's first one comes
    uint64_t frameSerial_ = 0;
    std::optional<Recording> recording_;
    std::vector<std::unique_ptr<Recorder>> endingRecorders_;  // that complete their files
    const FluidSurface* surface_ = nullptr;  // the newest; null until there is one, and in views that need none
    std::string surfaceError_;               // said last
    RateMeter meter_;
    ResolutionControl resolution_;
    MouseTool tool_;
    uint64_t gesture_ = 0;  // what comes between two presses of buttons or keys is undone together
    uint64_t jumps_ = 0;    // of the simulation, that were seen
    double seekSeconds_ = 0.0;
    uint64_t seeks_ = 0;
    uint64_t seeksBefore_ = 0;    // when the user asked for the last one
    double seekPatience_ = -1.0;  // until then pictures wait for it

    std::vector<Event> events_;
    double mouseX_ = -1.0, mouseY_ = -1.0;
    double pressX_ = 0.0, pressY_ = 0.0;
    double tapX_ = 0.0, tapY_ = 0.0, tapTime_ = -1.0;
    Hold hold_ = Hold::Nothing;
    bool isCameraHome_ = true;  // nobody has moved it
    MouseButton holdButton_ = MouseButton::Other;
    size_t pouredCount_ = 0;    // particles when pouring brought the last one
    double pouredSince_ = 0.0;  // simulated time of that
    bool isPictureOld_ = true;
    double lastDraw_ = -1.0;
    double drawSeconds_ = 0.0;   // that the last new picture took
    double panelsFirst_ = -1.0;  // until then pictures only bring the interface up to date
    ViewSettings shownView_;
    PictureSize shownSize_;
    double lastInput_ = 0.0;
    Preferences savedPreferences_;
    double preferencesChanged_ = -1.0;
    uint64_t passes_ = 0;
};

}  // namespace meniscus
