// The picture in the window: the newest frame, camera, renderer and surface, and how often it is drawn.
#pragma once

#include <cstdint>
#include <optional>

#include "app/window/picture/rate_meter.h"
#include "app/window/picture/resolution_control.h"
#include "app/window/picture/scene_camera.h"
#include "app/window/picture/surface_view.h"
#include "app/window/window.h"
#include "meniscus/io/image.h"
#include "meniscus/scene/scene.h"
#include "meniscus/session/simulation.h"
#include "meniscus/ui/interface.h"

namespace meniscus {

class Picture final : public PictureActions {
  public:
    Picture(UiState& state, Window& window, Interface& interface, int meshingThreads);

    // Another scene. Nothing of its fluid is shown until its first frame comes.
    void open(const Scene& scene, const WorldSetup& setup, const std::optional<Bounds>& fluid);
    // Takes the newest frame and mesh; true when there is a new frame.
    bool takeFrame(Simulation& simulation);
    [[nodiscard]] const Frame* frame() const { return frame_; }  // null until the scene's first one comes
    // The totals of the simulation jump: rates are of steps one after the other.
    void restartRates() { meter_.restartSimulation(); }

    // Asks for the next surface, draws the picture with the interface over it and shows it. While a panel has been
    // clicked just now, the picture that is there is shown again.
    void draw(PictureSize size, const std::optional<BrushMark>& brush, bool isForPanels);
    // Time from one picture to the next while something moves.
    [[nodiscard]] double drawInterval() const;
    [[nodiscard]] double lastDraw() const { return lastDraw_; }  // of the window's clock
    [[nodiscard]] uint64_t drawnCount() const { return drawn_; }
    [[nodiscard]] bool showsFluid() const;

    [[nodiscard]] SceneCamera& camera() { return camera_; }
    void followCamera();  // keeps the scene in view until the user takes the camera

    // For pictures that go into files: without the brush.
    [[nodiscard]] DrawRequest drawRequest(PictureSize size) const;
    [[nodiscard]] Image screenshot();
    [[nodiscard]] Renderer& renderer() { return renderer_; }
    [[nodiscard]] const Scenery& scenery() const { return scenery_; }
    // Whether a picture of the newest frame is complete. Asks for its surface where that is missing.
    [[nodiscard]] bool isComplete();
    // Camera and view as they are now.
    void keepIn(Scene& scene) const;
    // View and colours that a scene file names; what this version does not know is left as it is.
    void takeView(const SceneView& view);

    [[nodiscard]] float interfaceScale() const;

    void setView(std::string_view name) override;
    void resetCamera() override;
    void toggleFullScreen() override;

  private:
    [[nodiscard]] std::optional<CutPlane> shownCut() const;

    UiState& state_;
    Window& window_;
    Interface& interface_;
    Renderer renderer_;
    SurfaceView surface_;
    ResolutionControl resolution_;
    RateMeter meter_;
    SceneCamera camera_;
    Scenery scenery_;
    const Frame* frame_ = nullptr;
    uint64_t frameSerial_ = 0;
    ViewSettings shownView_;
    PictureSize shownSize_;
    double lastDraw_ = -1.0;
    double drawSeconds_ = 0.0;  // that the last new picture took
    uint64_t drawn_ = 0;
};

}  // namespace meniscus
