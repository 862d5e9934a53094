#include "app/window/sandbox.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <iostream>

#include "app/cli/interrupt.h"
#include "app/framing.h"
#include "app/window/preferences.h"
#include "meniscus/core/error.h"
#include "meniscus/core/parallel.h"

namespace meniscus {

namespace {

constexpr double kDrawInterval = 1.0 / 60.0;
// Where the processor draws: time from one picture to the next, as a multiple of what it takes to draw one. The rest is
// the simulation's, which needs more of it while it cannot keep up.
constexpr double kDrawShareInTime = 1.15;
constexpr double kDrawShareLate = 1.7;
constexpr double kMostDrawInterval = 0.1;
constexpr double kRestInterval = 0.25;     // between pictures when nothing moves
constexpr double kHiddenFrames = 0.25;     // between frames when the fluid is not shown
constexpr double kUnseenInterval = 0.1;    // between looks for events when there is nothing to draw on
constexpr double kProbeInterval = 0.01;    // between looks for questions, and for a frame that is waited for
constexpr double kInputSpan = 0.5;         // after input the interface stays fluent for this long
constexpr double kPreferencesDelay = 1.0;  // after a change, so that a slider is not written at each pixel
constexpr double kMessageSeconds = 5.0;
constexpr size_t kMostMessages = 4;
constexpr float kUnscaledHeight = 1080.0f;  // window height at which the interface begins to grow

double secondsNow() {
    return glfwGetTime();
}

UiState stateWith(Preferences preferences) {
    UiState state;
    state.preferences = std::move(preferences);
    return state;
}

PictureSize windowSize(const Preferences& preferences) {
    return {preferences.windowWidth, preferences.windowHeight};
}

}  // namespace

Sandbox::Sandbox(const SandboxOptions& options, AnyFile first, const std::filesystem::path& path)
    : options_(options),
      state_(stateWith(loadPreferences(options.preferences, preferencesComplaint_))),
      window_(windowSize(state_.preferences), "Meniscus", options.hasDebugContext),
      interface_((window_.setListener(this), window_.handle())),
      simulation_(options.threads),
      surfaceWorker_(meshingThreads(Threads(options.threads).count())),
      files_(options.state, Window::wake),
      resolution_(window_.graphics().isSoftware),
      savedPreferences_(state_.preferences) {
    if (!preferencesComplaint_.empty()) std::cerr << "meniscus: " << preferencesComplaint_ << std::endl;
    state_.graphics = window_.graphics().renderer;
    state_.videosFolder = options.videos.string();
    state_.hasFfmpeg = findFfmpeg().has_value();
    showMixture(state_.preferences, false);  // until a frame says otherwise
    if (options.view) showView(state_.preferences, *options.view);
    shownView_ = state_.preferences.view;
    simulation_.setSpeed(state_.preferences.speed);
    setTimelineMegabytes(state_.preferences.timelineMegabytes);
    simulation_.setPaused(true);  // so that the assignments come before the first step
    const Moment* const moment = std::get_if<Moment>(&first.content);
    if (options.steps) simulation_.stopAtStep(*options.steps + (moment != nullptr ? moment->state.stepIndex : 0));
    const bool waits = options.isPaused || (moment != nullptr && !options.steps);
    show(std::move(first), path);
    if (options.view) showView(state_.preferences, *options.view);
    for (const Command& assignment : options.assignments) simulation_.submit(assignment);
    setPaused(waits);
    startFiles();
}

std::unique_ptr<World> Sandbox::run() {
    const InterruptWatch interrupt;
    while (!interrupt.isRequested() && !mayEnd()) pass();
    endFiles(interrupt.isRequested());
    keepPreferences(true);
    finishRecordings();
    return simulation_.finish();
}

void Sandbox::pass() {
    window_.waitEvents(idleSeconds());
    state_.time = secondsNow();
    takeNews();
    takeStatus();
    updateFiles();
    followRecording();
    const PictureSize size = window_.framebufferSize();
    if (size.width <= 0 || size.height <= 0) {
        events_.clear();
    } else if (idleSeconds() <= 0.0) {
        interface_.build(state_, frame_, *this, interfaceScale());
        handleEvents();
        // Until the user takes the camera, it keeps the scene in view whatever becomes of window and panels.
        if (isCameraHome_ && hold_ == Hold::Nothing) camera_ = homeCamera();
        useTool();
        wantSurface();
        draw(size);
        ++passes_;
    }
    keepPreferences(false);
    if (options_.hasProbe) answerProbe();
}

// How long nothing needs to be drawn.
double Sandbox::idleSeconds() const {
    const double now = secondsNow();
    double interval = drawInterval();
    const PictureSize size = window_.framebufferSize();
    if (size.width <= 0 || size.height <= 0) return recording_ ? kProbeInterval : kUnseenInterval;
    const bool isMoving = !state_.isPaused && showsFluid();
    const bool isTouched = isPictureOld_ || !events_.empty() || now - lastInput_ < kInputSpan;
    if (!isMoving && !isTouched) interval = kRestInterval;
    if (now < panelsFirst_) interval = events_.empty() && interface_.input().isEmpty() ? kDrawInterval : 0.0;
    if (awaitsSeek()) return kProbeInterval;
    const double idle = std::max(lastDraw_ + interval - now, 0.0);
    // The simulation waits for the picture that is recorded.
    return options_.hasProbe || recording_ ? std::min(idle, kProbeInterval) : idle;
}

// Where the processor draws, drawing leaves time to the simulation.
double Sandbox::drawInterval() const {
    if (!window_.graphics().isSoftware) return kDrawInterval;
    const bool keepsUp = state_.rates.realTimeFactor > 0.95 * state_.preferences.speed;
    return std::clamp((keepsUp ? kDrawShareInTime : kDrawShareLate) * drawSeconds_, kDrawInterval, kMostDrawInterval);
}

std::optional<CutPlane> Sandbox::shownCut() const {
    const CutSettings& cut = state_.preferences.view.cut;
    if (!cut.isOn) return std::nullopt;
    return cutPlane(cut.axis, cutPosition(cut, state_.room), cameraOf(scene().look));
}

bool Sandbox::showsFluid() const {
    return findView(state_.preferences.view.view).drawsFluid;
}

void Sandbox::takeNews() {
    const PictureSize size = window_.framebufferSize();
    const bool isSeen = size.width > 0 && size.height > 0 && showsFluid();
    simulation_.setFrameInterval(isSeen ? kDrawInterval : kHiddenFrames);
    if (const Frame* frame = simulation_.takeFrame()) {
        frame_ = frame;
        ++frameSerial_;
        if (recording_) recording_->ticks += simulation_.frameTicks();
        isPictureOld_ = isPictureOld_ || isSeen;
        meter_.noteSimulation(state_.time, frame->totals);
        if (frame->count() > 0 && frame->isMixed() != state_.isMixed) {
            state_.isMixed = frame->isMixed();
            showMixture(state_.preferences, state_.isMixed);
        }
    }
    state_.rates = meter_.rates(state_.time);
    takeSurface();
}

void Sandbox::takeStatus() {
    const SimulationStatus status = simulation_.status();
    state_.isPaused = status.isPaused;
    state_.stopReason = status.stopReason;
    state_.threads = status.threads;
    isReplaying_ = status.isReplaying;
    if (status.openFailures != openFailures_) {  // what runs is not what the document says
        openFailures_ = status.openFailures;
        files_.document.path.clear();
        files_.document.kind.reset();
    }
    takeTimeline(status);
    if (!status.refusal.empty()) say(Message::Kind::Error, status.refusal);
    if (options_.steps && status.isAtLastStep) files_.isEnding = true;
    while (!state_.messages.empty() && state_.messages.front().until < state_.time) state_.messages.pop_front();
}

void Sandbox::draw(PictureSize size) {
    const double begin = secondsNow();
    // A click on a panel does not wait for another picture of the fluid: the one that is there is shown again, whatever
    // has become of its frame and mesh.
    const bool isForPanels = begin < panelsFirst_ && shownSize_ == size && renderer_.presentAgain(0, size);
    bool isNew = false;
    if (!isForPanels) {
        state_.resolution = resolution_.current(state_.preferences.resolution);
        const DrawRequest request = drawRequest(size);
        isNew = renderer_.draw(request);
        shownView_ = request.view;
        shownSize_ = size;
        isPictureOld_ = false;
    }
    state_.shownRange = renderer_.shownRange();
    interface_.draw();
    window_.swapBuffers();
    lastDraw_ = begin;
    meter_.noteDraw(secondsNow());
    if (isForPanels || !showsFluid()) return;
    if (!isNew && !state_.isPaused) return;  // the next one takes as long as the last new one did
    drawSeconds_ = secondsNow() - begin;
    resolution_.noteDraw(drawSeconds_);
}

DrawRequest Sandbox::drawRequest(PictureSize size) const {
    DrawRequest request;
    request.frame = frame_;
    request.frameSerial = frameSerial_;
    request.camera = camera_;
    request.view = state_.preferences.view;
    request.cut = shownCut();
    request.brush = tool_.mark();
    request.size = size;
    request.resolution = state_.resolution;
    if (needsSurface()) requestSurface(request);
    return request;
}

// Pixels of the screen decide, and on large windows the distance from which they are looked at.
float Sandbox::interfaceScale() const {
    if (state_.preferences.interfaceScale > 0.0f) return state_.preferences.interfaceScale;
    const float height = static_cast<float>(window_.framebufferSize().height);
    const float steps = std::floor(4.0f * height / kUnscaledHeight) / 4.0f;
    return std::clamp(std::max(window_.contentScale(), steps), 1.0f, 4.0f);
}

void Sandbox::submit(Command command) {
    try {
        checkCommand(command);
        noteWork(command);
        simulation_.submit(std::move(command), gesture_);
    } catch (const InputError& error) {
        say(Message::Kind::Error, error.what());
    }
}

void Sandbox::say(Message::Kind kind, std::string text) {
    if (!state_.messages.empty() && state_.messages.back().text == text) state_.messages.pop_back();
    state_.messages.push_back({kind, std::move(text), state_.time + kMessageSeconds});
    while (state_.messages.size() > kMostMessages) state_.messages.pop_front();
    isPictureOld_ = true;
}

void Sandbox::keepPreferences(bool isLast) {
    if (!window_.isFullScreen() && !window_.isIconified()) {
        const PictureSize size = window_.size();
        const float scale = window_.contentScale();  // the window will be scaled again when it is made
        if (size.width > 0 && size.height > 0) {
            state_.preferences.windowWidth = static_cast<int>(std::lround(static_cast<float>(size.width) / scale));
            state_.preferences.windowHeight = static_cast<int>(std::lround(static_cast<float>(size.height) / scale));
        }
    }
    Preferences wanted = state_.preferences;
    // A view that was asked for by the call is for this time only.
    if (options_.view == wanted.view.view) showView(wanted, savedPreferences_.view.view);
    if (wanted == savedPreferences_) return;
    if (preferencesChanged_ < 0.0) preferencesChanged_ = state_.time;
    if (!isLast && state_.time - preferencesChanged_ < kPreferencesDelay) return;
    preferencesChanged_ = -1.0;
    savedPreferences_ = wanted;
    std::string complaint;
    if (savePreferences(options_.preferences, wanted, complaint)) return;
    if (complaint != preferencesComplaint_) std::cerr << "meniscus: " << complaint << std::endl;
    preferencesComplaint_ = complaint;  // once is enough
}

void Sandbox::resetScene() {
    submit(Reset{});
    ++state_.sceneSerial;
    if (!state_.stopReason.empty()) simulation_.setPaused(false);
}

void Sandbox::setPaused(bool isPaused) {
    simulation_.setPaused(isPaused);
    state_.isPaused = isPaused;
    isPictureOld_ = true;
}

void Sandbox::stepOnce() {
    simulation_.stepOnce();
}

void Sandbox::setSpeed(double speed) {
    state_.preferences.speed = speed;
    simulation_.setSpeed(speed);
}

void Sandbox::setSetting(std::string_view key, float value) {
    submit(SetSetting{std::string(key), value});
}

void Sandbox::setFluid(std::string_view name, std::string_view key, float value) {
    submit(SetFluid{std::string(name), std::string(key), value});
}

void Sandbox::addFluid(const FluidKind& kind) {
    submit(AddFluid{kind});
}

void Sandbox::setView(std::string_view name) {
    showView(state_.preferences, name, state_.isMixed);
    isPictureOld_ = true;
}

void Sandbox::resetCamera() {
    camera_ = homeCamera();
    isCameraHome_ = true;
    isPictureOld_ = true;
}

// The scene's own camera, so that the panels hide nothing of what it looks at.
Camera Sandbox::homeCamera() const {
    Camera camera = cameraOf(scene().look);
    camera.floorHeight = floorHeight_;
    if (scene().look.isExact) return camera;
    const PictureSize size = window_.framebufferSize();
    if (size.width <= 0 || size.height <= 0) return camera;
    const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
    const UiRect free = interface_.freeArea(width, height, interfaceScale(), state_.preferences);
    const PicturePart part{2.0f * free.x / width - 1.0f, 1.0f - 2.0f * free.bottom() / height,
                           2.0f * free.right() / width - 1.0f, 1.0f - 2.0f * free.y / height};
    return framed(camera, subject_, width / height, part);
}

void Sandbox::toggleFullScreen() {
    try {
        window_.toggleFullScreen();
    } catch (const WorkError& error) {
        say(Message::Kind::Error, error.what());
    }
}

void Sandbox::takeScreenshot() {
    try {
        const std::filesystem::path path = picturePath("meniscus");
        writePng(path, screenshot());
        say(Message::Kind::Note, fmt::format("Saved {}", path.string()));
    } catch (const std::exception& error) {
        say(Message::Kind::Error, fmt::format("No screenshot: {}", error.what()));
    }
}

Image Sandbox::screenshot() {
    DrawRequest request = drawRequest(window_.framebufferSize());
    request.brush.reset();
    request.resolution = 2.0f;
    return drawPicture(renderer_, request);
}

}  // namespace meniscus
