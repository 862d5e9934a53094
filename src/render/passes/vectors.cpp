#include "render/passes/vectors.h"

#include "render/gl/framebuffer.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

constexpr size_t kCorners = 9;
constexpr float kWidthShare = 0.16f;  // half of the shaft's width in particle radii

}  // namespace

VectorPass::VectorPass() : program_("arrow.vert", "arrow.frag") {
    program_.set("colourScale", static_cast<int>(kColourUnit));
}

void VectorPass::draw(const FluidBuffers& fluid, float radius, float seconds) {
    if (fluid.count() == 0) return;
    fluid.describePlaces(array_, 0, Advance::PerInstance);
    fluid.describeVelocities(array_, 1, Advance::PerInstance);
    program_.set("seconds", seconds);
    program_.set("radius", radius);
    program_.set("width", kWidthShare * radius);
    program_.set("colourRange", fluid.colourRange());
    setDrawing(DepthUse::TestAndWrite, Blending::None);
    array_.drawTriangleInstances(kCorners, fluid.count());
}

}  // namespace meniscus
