#include "app/window/sandbox.h"

#include <algorithm>

#include "app/cli/interrupt.h"
#include "meniscus/core/parallel.h"

namespace meniscus {

namespace {

constexpr double kRestInterval = 0.25;   // s between pictures when nothing moves
constexpr double kUnseenInterval = 0.1;  // s between looks for events when there is nothing to draw on
// Between looks for questions, and for what is waited for: a frame, a scene, the place of a recorded picture.
constexpr double kWaitInterval = 0.01;         // s
constexpr double kInputSpan = 0.5;             // s: after input the interface stays fluent for this long
constexpr double kPanelInterval = 1.0 / 60.0;  // s between pictures that only bring the interface up to date

UiState stateWith(const Preferences& preferences, const std::optional<std::string>& view) {
    UiState state;
    state.preferences = preferences;
    showMixture(state.preferences, false);  // until a frame says otherwise
    if (view) showView(state.preferences, *view);
    return state;
}

PictureSize windowSize(const Preferences& preferences) {
    return {preferences.windowWidth, preferences.windowHeight};
}

bool isEmpty(PictureSize size) {
    return size.width <= 0 || size.height <= 0;
}

}  // namespace

Sandbox::Sandbox(const SandboxOptions& options, Simulation& simulation, Opening first)
    : options_(options),
      simulation_(simulation),
      preferences_(options.preferences, options.view),
      state_(stateWith(preferences_.loaded(), options.view)),
      window_(windowSize(state_.preferences), "Meniscus", options.hasDebugContext),
      interface_(window_.handle()),
      picture_(state_, window_, interface_, meshingThreads(Threads(options.threads).count())),
      control_(state_, simulation, window_.graphics().isSoftware),
      recording_(state_, window_, simulation, picture_, options.videos),
      files_(options_, state_, simulation, picture_,
             [this](const Opening& opening, const OpenedWorld& world) { showOpened(opening, world); }),
      actions_{files_, control_, control_, picture_, recording_},
      input_(state_, window_, interface_, simulation, picture_, actions_),
      probe_({state_, interface_, window_, simulation, control_, picture_, files_, recording_, input_}) {
    window_.setListener(&input_);
    state_.graphics = window_.graphics().renderer;
    const bool waits = options.isPaused || (first.isMoment && !options.steps);
    files_.start(std::move(first));
    control_.setPaused(waits);
}

bool Sandbox::run() {
    const InterruptWatch interrupt(WhenBusy::Wait);
    while (!interrupt.isRequested() && !mayEnd()) pass();
    const bool isInterrupted = interrupt.isRequested();
    files_.finish(isInterrupted);
    preferences_.finish(state_, window_);
    recording_.finish();
    return isInterrupted;
}

void Sandbox::pass() {
    window_.waitEvents(idleSeconds());
    state_.time = Window::now();
    takeNews();
    recording_.follow();
    const PictureSize size = window_.framebufferSize();
    if (isEmpty(size)) {
        input_.clear();
    } else if (idleSeconds() <= 0.0) {
        showPicture(size);
    }
    preferences_.update(state_, window_);
    if (options_.hasProbe) probe_.answer();
}

// What came of files and of the simulation since the last pass.
void Sandbox::takeNews() {
    files_.update(input_.takeDropped());
    if (const std::string title = files_.windowTitle(); title != title_) window_.setTitle(title_ = title);
    if (!files_.isOpening() && picture_.takeFrame(simulation_)) recording_.noteTicks(simulation_.frameTicks());
    if (control_.takeStatus(picture_.frame())) picture_.restartRates();
    state_.dropOldMessages();
}

void Sandbox::showPicture(PictureSize size) {
    interface_.build(state_, picture_.frame(), actions_, picture_.interfaceScale());
    input_.handleEvents();
    if (!input_.isHolding()) picture_.followCamera();
    input_.useTool();
    picture_.draw(size, input_.tool().mark(), Window::now() < input_.panelsFirst());
}

void Sandbox::showOpened(const Opening& opening, const OpenedWorld& world) {
    const WorldSetup& setup = opening.setup;
    state_.room = setup.domain.bounds;
    state_.scene = opening.document.scene.name;
    state_.sceneSettings = setup.settings;
    state_.parts = partsOf(setup);
    state_.chosenFluid.clear();
    ++state_.sceneSerial;
    picture_.open(opening.document.scene, setup, world.fluid);
    recording_.restart();
    input_.tool().forget();
}

// How long nothing needs to be drawn.
double Sandbox::idleSeconds() const {
    const double now = Window::now();
    if (isEmpty(window_.framebufferSize())) return recording_.isOn() ? kWaitInterval : kUnseenInterval;
    if (control_.awaitsSeek(now)) return kWaitInterval;
    const bool isMoving = !state_.playback.isPaused && picture_.showsFluid();
    const bool isTouched = state_.isPictureOld || input_.hasEvents() || now - input_.lastInput() < kInputSpan;
    double interval = isMoving || isTouched ? picture_.drawInterval() : kRestInterval;
    if (now < input_.panelsFirst()) {
        interval = !input_.hasEvents() && interface_.input().isEmpty() ? kPanelInterval : 0.0;
    }
    const double idle = std::max(picture_.lastDraw() + interval - now, 0.0);
    // The simulation waits for the picture that is recorded.
    const bool isWaiting = options_.hasProbe || recording_.isOn() || files_.isOpening();
    return isWaiting ? std::min(idle, kWaitInterval) : idle;
}

bool Sandbox::mayEnd() {
    if (files_.isClosing() || (options_.steps && state_.playback.isAtLastStep)) return true;
    if (!window_.shouldClose()) return false;
    if (files_.mayClose()) return true;
    window_.stayOpen();
    return false;
}

}  // namespace meniscus
