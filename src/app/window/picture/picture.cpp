#include "app/window/picture/picture.h"

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

constexpr double kDrawInterval = 1.0 / 60.0;
// Where the processor draws: time from one picture to the next, as a multiple of what it takes to draw one. The rest is
// the simulation's, which needs more of it while it cannot keep up.
constexpr double kDrawShareInTime = 1.15;
constexpr double kDrawShareLate = 1.7;
constexpr double kMaxDrawInterval = 0.1;
constexpr double kHiddenFrames = 0.25;      // between frames when the fluid is not shown
constexpr float kUnscaledHeight = 1080.0f;  // window height at which the interface begins to grow
constexpr float kScreenshotResolution = 2.0f;

bool isEmpty(PictureSize size) {
    return size.width <= 0 || size.height <= 0;
}

}  // namespace

Picture::Picture(UiState& state, Window& window, Interface& interface, int meshingThreads)
    : state_(state),
      window_(window),
      interface_(interface),
      surface_(state, meshingThreads),
      resolution_(window.graphics().isSoftware),
      shownView_(state.preferences.view) {}

void Picture::open(const Scene& scene, const WorldSetup& setup, const std::optional<Bounds>& fluid) {
    scenery_ = sceneryOf(setup, scene.look.room);
    renderer_.setScenery(scenery_);
    surface_.open(wallsOf(setup));
    camera_.open(scene.look, setup, fluid, scenery_.floorHeight);
    frame_ = nullptr;
    meter_.restartSimulation();
    followCamera();
    state_.isPictureOld = true;
}

bool Picture::takeFrame(Simulation& simulation) {
    const bool isSeen = !isEmpty(window_.framebufferSize()) && showsFluid();
    simulation.setFrameInterval(isSeen ? kDrawInterval : kHiddenFrames);
    const Frame* const frame = simulation.takeFrame();
    if (frame != nullptr) {
        frame_ = frame;
        ++frameSerial_;
        state_.isPictureOld = state_.isPictureOld || isSeen;
        meter_.noteSimulation(state_.time, frame->totals);
        if (frame->count() > 0 && frame->isMixed() != state_.isMixed) {
            state_.isMixed = frame->isMixed();
            showMixture(state_.preferences, state_.isMixed);
        }
    }
    state_.rates = meter_.rates(state_.time);
    surface_.take(frame_);
    return frame != nullptr;
}

void Picture::draw(PictureSize size, const std::optional<BrushMark>& brush, bool isForPanels) {
    surface_.want(frame_, frameSerial_, shownCut());
    const double begin = Window::now();
    // A click on a panel does not wait for another picture of the fluid: the one that is there is shown again, whatever
    // has become of its frame and mesh.
    isForPanels = isForPanels && shownSize_ == size && renderer_.presentAgain(0, size);
    bool isNew = false;
    if (!isForPanels) {
        state_.resolution = resolution_.current(state_.preferences.resolution);
        DrawRequest request = drawRequest(size);
        request.brush = brush;
        isNew = renderer_.draw(request);
        shownView_ = request.view;
        shownSize_ = size;
        state_.isPictureOld = false;
    }
    state_.shownRange = renderer_.shownRange();
    interface_.draw();
    window_.swapBuffers();
    lastDraw_ = begin;
    ++drawn_;
    meter_.noteDraw(Window::now());
    if (isForPanels || !showsFluid()) return;
    if (!isNew && !state_.playback.isPaused) return;  // the next one takes as long as the last new one did
    drawSeconds_ = Window::now() - begin;
    resolution_.noteDraw(drawSeconds_);
}

// Where the processor draws, drawing leaves time to the simulation.
double Picture::drawInterval() const {
    if (!window_.graphics().isSoftware) return kDrawInterval;
    const bool keepsUp = state_.rates.realTimeFactor > 0.95 * state_.playback.speed;
    return std::clamp((keepsUp ? kDrawShareInTime : kDrawShareLate) * drawSeconds_, kDrawInterval, kMaxDrawInterval);
}

bool Picture::showsFluid() const {
    return findView(state_.preferences.view.view).drawsFluid;
}

std::optional<CutPlane> Picture::shownCut() const {
    const CutSettings& cut = state_.preferences.view.cut;
    if (!cut.isOn) return std::nullopt;
    return cutPlane(cut.axis, cutPosition(cut, state_.room), camera_.ownCamera());
}

DrawRequest Picture::drawRequest(PictureSize size) const {
    DrawRequest request;
    request.frame = frame_;
    request.frameSerial = frameSerial_;
    request.camera = camera_.camera();
    request.view = state_.preferences.view;
    request.cut = shownCut();
    request.size = size;
    request.resolution = state_.resolution;
    surface_.complete(request, shownView_);
    return request;
}

bool Picture::isComplete() {
    if (frame_ == nullptr) return false;
    if (!surface_.isNeeded()) return true;
    surface_.want(frame_, frameSerial_, shownCut());
    return surface_.isOf(frameSerial_);
}

Image Picture::screenshot() {
    DrawRequest request = drawRequest(window_.framebufferSize());
    request.resolution = kScreenshotResolution;
    return drawPicture(renderer_, request);
}

// The scene's own camera, so that the panels hide nothing of what it looks at.
void Picture::followCamera() {
    const PictureSize size = window_.framebufferSize();
    if (isEmpty(size)) return camera_.follow(1.0f, std::nullopt);
    const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
    const UiRect free = interface_.freeArea(width, height, interfaceScale(), state_.preferences);
    const PicturePart part{2.0f * free.x / width - 1.0f, 1.0f - 2.0f * free.bottom() / height,
                           2.0f * free.right() / width - 1.0f, 1.0f - 2.0f * free.y / height};
    camera_.follow(width / height, part);
}

void Picture::keepIn(Scene& scene) const {
    camera_.keepIn(scene.look);
    const ViewSettings& view = state_.preferences.view;
    scene.view = {.view = view.view,
                  .colour = std::string(colourInfo(view.colourBy).name),
                  .background = std::string(backgroundInfo(view.background).name)};
}

void Picture::takeView(const SceneView& view) {
    const auto views = registeredViews();
    if (std::ranges::any_of(views, [&](const ViewInfo& info) { return info.name == view.view; })) setView(view.view);
    for (const ColourInfo& info : colourTable()) {
        if (info.name == view.colour) state_.preferences.view.colourBy = info.by;
    }
    for (const BackgroundInfo& info : backgroundTable()) {
        if (info.name == view.background) state_.preferences.view.background = info.background;
    }
}

// Pixels of the screen decide, and on large windows the distance from which they are looked at.
float Picture::interfaceScale() const {
    if (state_.preferences.interfaceScale > 0.0f) return state_.preferences.interfaceScale;
    const float height = static_cast<float>(window_.framebufferSize().height);
    const float steps = std::floor(4.0f * height / kUnscaledHeight) / 4.0f;
    return std::clamp(std::max(window_.contentScale(), steps), 1.0f, 4.0f);
}

void Picture::setView(std::string_view name) {
    showView(state_.preferences, name, state_.isMixed);
    state_.isPictureOld = true;
}

void Picture::resetCamera() {
    camera_.goHome();
    followCamera();
    state_.isPictureOld = true;
}

void Picture::toggleFullScreen() {
    try {
        window_.toggleFullScreen();
    } catch (const WorkError& error) {
        state_.say(Message::Kind::Error, error.what());
    }
}

}  // namespace meniscus
