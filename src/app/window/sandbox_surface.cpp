// The mesh of the fluid's surface in the sandbox: when it is made, and what a picture of it is made of.
#include <fmt/format.h>

#include "app/window/sandbox.h"

namespace meniscus {

namespace {

size_t triangleCount(const FluidSurfaces& surfaces) {
    size_t indices = surfaces.outer.triangles.indices.size();
    for (const InnerSurface& inner : surfaces.inner) indices += inner.mesh.triangles.indices.size();
    return indices / 3;
}

}  // namespace

bool Sandbox::needsSurface() const {
    return findView(state_.preferences.view.view).needsSurface;
}

void Sandbox::takeSurface() {
    if (!needsSurface() || frame_ == nullptr) return dropSurface();
    if (const FluidSurface* made = surfaceWorker_.take()) {
        surface_ = made;
        isPictureOld_ = true;
        if (!made->error.empty() && made->error != surfaceError_) {
            say(Message::Kind::Error, fmt::format("No surface: {}", made->error));
        }
        surfaceError_ = made->error;
    }
    if (surface_ == nullptr) return state_.surface.reset();
    const SurfaceLag lag = lagBehind(surface_->frame.totals, frame_->totals);
    state_.surface = {.triangles = triangleCount(surface_->surfaces),
                      .droplets = surface_->surfaces.outer.dropletCount,
                      .milliseconds = 1e3 * surface_->seconds,
                      .lagSteps = lag.steps,
                      .lagSeconds = lag.seconds,
                      .meshes = surface_->serial};
}

// Before a picture is drawn: the mesh for the next one is made meanwhile. One for each picture is enough; more of them
// would take time from the simulation that nobody sees.
void Sandbox::wantSurface() {
    if (!needsSurface() || frame_ == nullptr) return;
    const ViewSettings& view = state_.preferences.view;
    surfaceWorker_.want(
        *frame_, frameSerial_,
        {view.surface, possibleColour(*frame_, view.colourBy, findView(view.view).usualColour), shownCut()});
}

// One from long ago must not flash up when the view comes back.
void Sandbox::dropSurface() {
    surfaceWorker_.rest();
    surface_ = nullptr;
    surfaceError_.clear();
    state_.surface.reset();
}

// All of a picture is of the moment that was meshed, so that shadow, light, arrows and colours fit the surface.
void Sandbox::requestSurface(DrawRequest& request) const {
    if (surface_ == nullptr) {
        // Until the first mesh comes, the fluid stays as it was shown before.
        request.view.view = shownView_.view;
        request.view.colourBy = shownView_.colourBy;
        request.view.range = shownView_.range;
        return;
    }
    request.frame = &surface_->frame;
    request.frameSerial = surface_->frameSerial;
    request.surface = &surface_->surfaces.outer;
    request.inner = surface_->surfaces.inner;
    request.cut = surface_->wish.cut;
    request.surfaceSerial = surface_->serial;
    if (request.view.colourBy == surface_->wish.colourBy) return;
    request.view.colourBy = surface_->wish.colourBy;  // until there is a mesh with the values of the new colour
    request.view.range.reset();
}

}  // namespace meniscus
