#include "meniscus/look/look_builder.h"

#include <utility>

namespace meniscus {

LookBuilder::LookBuilder(ShapePtr walls, int threads) : walls_(std::move(walls)), builder_(threads) {}

void LookBuilder::build(const Frame& frame, Look& look) {
    look.frame = &frame;
    look.frameSerial = ++serial_;
    if (!findView(look.view.view).needsSurface) return;
    builder_.build(frame, {look.view.surface, look.view.colourBy, look.cut}, walls_.get(), surfaces_);
    look.surface = &surfaces_.outer;
    look.inner = surfaces_.inner;
    look.surfaceSerial = serial_;
}

}  // namespace meniscus
