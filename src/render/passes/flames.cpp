#include "render/passes/flames.h"

#include "render/gl/framebuffer.h"

namespace meniscus {

namespace {

constexpr float kThroughFluid = 0.45f;
constexpr float kSparkSize = 0.55f;
constexpr float kSparkLight = 2.0f;
}  // namespace

FlamePass::FlamePass() : program_("flame.vert", "flame.frag") {
    array_.attribute(buffer_, {0, 4, sizeof(Glow), offsetof(Glow, x), Advance::PerInstance});
    array_.attribute(buffer_, {1, 4, sizeof(Glow), offsetof(Glow, light), Advance::PerInstance});
}

void FlamePass::update(const Frame& frame, std::span<const uint32_t> chosen, ColourBy colourBy, ValueRange range) {
    findGlows(frame, chosen, colourBy, range, glows_);
    buffer_.upload<Glow>(glows_);
}

void FlamePass::draw(bool asSparks) {
    program_.set("size", asSparks ? kSparkSize : 1.0f);
    const float strength = asSparks ? kSparkLight : 1.0f;
    program_.set("strength", strength);
    setDrawing(DepthUse::Test, Blending::Over);
    array_.drawStripInstances(4, glows_.size());
    program_.set("strength", kThroughFluid * strength);
    setDrawing(DepthUse::TestBehind, Blending::Over);
    array_.drawStripInstances(4, glows_.size());
}

}  // namespace meniscus
