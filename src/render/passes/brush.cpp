#include "render/passes/brush.h"

#include "render/gl/framebuffer.h"

namespace meniscus {

namespace {

constexpr float kHiddenStrength = 0.4f;  // behind water and walls
constexpr float kIdleGlow = 0.06f;
constexpr float kActiveGlow = 0.22f;

}  // namespace

BrushPass::BrushPass() : program_("brush.vert", "brush.frag") {}

void BrushPass::draw(const BrushMark& brush) {
    program_.set("centre", brush.centre);
    program_.set("radius", brush.radius);
    program_.set("colour", glm::vec3(brush.colour.r, brush.colour.g, brush.colour.b));
    program_.set("glow", brush.isActive ? kActiveGlow : kIdleGlow);
    setDrawing(DepthUse::Test, Blending::Over);
    program_.set("strength", 1.0f);
    none_.drawStripInstances(4, 1);
    setDrawing(DepthUse::TestBehind, Blending::Over);
    program_.set("strength", kHiddenStrength);
    none_.drawStripInstances(4, 1);
}

}  // namespace meniscus
