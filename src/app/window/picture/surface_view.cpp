#include "app/window/picture/surface_view.h"

#include <fmt/format.h>

namespace meniscus {

namespace {

size_t triangleCount(const FluidSurfaces& surfaces) {
    size_t indices = surfaces.outer.triangles.indices.size();
    for (const InnerSurface& inner : surfaces.inner) indices += inner.mesh.triangles.indices.size();
    return indices / 3;
}

}  // namespace

void SurfaceView::open(ShapePtr walls) {
    worker_.open(std::move(walls));
    surface_ = nullptr;
}

bool SurfaceView::isNeeded() const {
    return findView(state_.preferences.view.view).needsSurface;
}

void SurfaceView::take(const Frame* frame) {
    if (!isNeeded() || frame == nullptr) return drop();
    if (const FluidSurface* made = worker_.take()) {
        surface_ = made;
        state_.isPictureOld = true;
        if (!made->error.empty() && made->error != error_) {
            state_.say(Message::Kind::Error, fmt::format("No surface: {}", made->error));
        }
        error_ = made->error;
    }
    if (surface_ == nullptr) return state_.surface.reset();
    const SurfaceLag lag = lagBehind(surface_->frame.totals, frame->totals);
    state_.surface = {.triangles = triangleCount(surface_->surfaces),
                      .droplets = surface_->surfaces.outer.dropletCount,
                      .milliseconds = 1e3 * surface_->seconds,
                      .lagSteps = lag.steps,
                      .lagSeconds = lag.seconds,
                      .meshes = surface_->serial};
}

void SurfaceView::want(const Frame* frame, uint64_t frameSerial, const std::optional<CutPlane>& cut) {
    if (!isNeeded() || frame == nullptr) return;
    const ViewSettings& view = state_.preferences.view;
    worker_.want(*frame, frameSerial,
                 {view.surface, possibleColour(*frame, view.colourBy, findView(view.view).usualColour), cut});
}

// One from long ago must not flash up when the view comes back.
void SurfaceView::drop() {
    worker_.rest();
    surface_ = nullptr;
    error_.clear();
    state_.surface.reset();
}

bool SurfaceView::isOf(uint64_t frameSerial) const {
    return surface_ != nullptr && surface_->frameSerial == frameSerial;
}

void SurfaceView::complete(DrawRequest& request, const ViewSettings& shownBefore) const {
    if (!isNeeded()) return;
    if (surface_ == nullptr) {
        request.view.view = shownBefore.view;
        request.view.colourBy = shownBefore.colourBy;
        request.view.range = shownBefore.range;
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
