#include "app/export/offscreen_painter.h"

#include <utility>

#include "meniscus/render/gl_context.h"

namespace meniscus {

OffscreenPainter::OffscreenPainter(const Scenery& scenery, ShapePtr walls, int threads)
    : walls_(std::move(walls)), builder_(threads) {
    renderer_.setScenery(scenery);
}

Image OffscreenPainter::draw(const World& world, DrawRequest request) {
    world.capture(frame_);
    request.frame = &frame_;
    request.frameSerial = ++serial_;
    if (findView(request.view.view).needsSurface) {
        builder_.build(frame_, {request.view.surface, request.view.colourBy, request.cut}, walls_.get(), surfaces_);
        request.surface = &surfaces_.outer;
        request.inner = surfaces_.inner;
        request.surfaceSerial = serial_;
    }
    return drawPicture(renderer_, request);
}

}  // namespace meniscus
