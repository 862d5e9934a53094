// The mesh of the fluid's surface in the window: when it is made, and what a picture of it is made of.
#pragma once

#include <string>

#include "app/window/picture/surface_worker.h"
#include "meniscus/render/renderer.h"
#include "meniscus/ui/state.h"

namespace meniscus {

class SurfaceView {
  public:
    SurfaceView(UiState& state, int threads) : state_(state), worker_(threads) {}

    // Another scene, with other walls.
    void open(ShapePtr walls);
    // The newest mesh. Views that need none, and scenes without a frame, drop what is there.
    void take(const Frame* frame);
    // Before a picture is drawn: the mesh for the next one is made meanwhile. One for each picture is enough; more of
    // them would take time from the simulation that nobody sees.
    void want(const Frame* frame, uint64_t frameSerial, const std::optional<CutPlane>& cut);
    // Whether a picture of this frame is of its own moment.
    [[nodiscard]] bool isOf(uint64_t frameSerial) const;
    // All of a picture is of the moment that was meshed, so that shadow, light, arrows and colours fit the surface.
    // Until the first mesh comes, the fluid stays as it was shown before.
    void complete(DrawRequest& request, const ViewSettings& shownBefore) const;

    [[nodiscard]] bool isNeeded() const;  // by the view

  private:
    void drop();

    UiState& state_;
    SurfaceWorker worker_;
    const FluidSurface* surface_ = nullptr;  // the newest; null until there is one, and in views that need none
    std::string error_;                      // said last
};

}  // namespace meniscus
