// Small mixtures for tests of what is drawn.
#pragma once

#include "pictures.h"

namespace meniscus {

// A block of water around the origin that stands on the floor, with another fluid wherever isOther says so.
template <typename IsOther>
Frame mixtureOf(const FluidKind& other, int side, float spacing, const IsOther& isOther) {
    const float half = 0.5f * static_cast<float>(side - 1) * spacing;
    std::vector<Vec3> places = block(side, spacing);
    for (Vec3& x : places) x += Vec3{-half, 0.5f * spacing, -half};
    Frame frame = frameOf(std::move(places), spacing);
    frame.fluids = {findKnownFluid("water"), other};
    frame.fluid.resize(frame.count());
    frame.temperature.assign(frame.count(), kRoomTemperature);
    frame.dye.resize(frame.count());
    frame.relativeDensity.assign(frame.count(), 1.0f);
    for (size_t i = 0; i < frame.count(); ++i) frame.fluid[i] = isOther(frame.x[i]) ? 1 : 0;
    return frame;
}

// The surfaces of a frame as the request asks for them. Keep them as long as the request.
inline void addSurfaces(DrawRequest& request, FluidSurfaces& surfaces, const Shape* walls = nullptr) {
    SurfaceBuilder(1).build(*request.frame, {request.view.surface, request.view.colourBy, request.cut}, walls,
                            surfaces);
    request.surface = &surfaces.outer;
    request.inner = surfaces.inner;
    request.surfaceSerial = request.frameSerial;
}

}  // namespace meniscus
