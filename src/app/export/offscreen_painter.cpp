#include "app/export/offscreen_painter.h"

#include <utility>

#include "meniscus/render/gl_context.h"

namespace meniscus {

OffscreenPainter::OffscreenPainter(const Scenery& scenery, ShapePtr walls, int threads)
    : builder_(std::move(walls), threads) {
    renderer_.setScenery(scenery);
}

Image OffscreenPainter::draw(const World& world, DrawRequest request) {
    world.capture(frame_);
    builder_.build(frame_, request);
    return drawPicture(renderer_, request);
}

}  // namespace meniscus
