// Every particle as a lit sphere, with the exact depth of each pixel.
#include "render/gl/framebuffer.h"
#include "render/gl/program.h"
#include "render/texture_units.h"
#include "render/views/fluid_view.h"

namespace meniscus {

namespace {

class ParticlesView final : public FluidView {
  public:
    ParticlesView() : points_("particles.vert", "particles.frag"), quads_("particles_near.vert", "particles.frag") {
        for (Program* program : {&points_, &quads_}) {
            program->set("lightVolume", static_cast<int>(kLightUnit));
            program->set("colourScale", static_cast<int>(kColourUnit));
        }
        largestPoint_ = driverLimits().pointSize;
    }

    void draw(const ViewContext& context) override {
        const FluidBuffers& fluid = context.fluid;
        if (fluid.count() == 0) return;
        const float radius = 0.5f * context.settings.particleSize * context.frame.spacing;
        const bool isNear = largestDiameter(context, radius) > largestPoint_;
        Program& program = isNear ? quads_ : points_;
        program.set("usualRadius", radius);
        program.set("colourRange", fluid.colourRange());
        setDrawing(DepthUse::TestAndWrite, Blending::Over);
        if (isNear) {
            fluid.describePlaces(quadArray_, 0, Advance::PerInstance);
            fluid.describeSizes(quadArray_, 1, Advance::PerInstance);
            quadArray_.drawStripInstances(4, fluid.count());
        } else {
            fluid.describePlaces(pointArray_, 0, Advance::PerVertex);
            fluid.describeSizes(pointArray_, 1, Advance::PerVertex);
            pointArray_.drawPoints(fluid.count());
        }
    }

  private:
    // An upper bound in pixels. Spheres far off the axis look up to twice as large, and points grow at the picture's
    // edge.
    static float largestDiameter(const ViewContext& context, float radius) {
        const float depth = context.fluid.nearestDepth() - radius;
        if (depth <= radius) return 1e9f;
        return 4.0f * radius / context.camera.heightAt(depth) * static_cast<float>(context.size.height) + 2.0f;
    }

    Program points_;  // drawn as points, which are cheaper than quads but limited in size
    Program quads_;
    VertexArray pointArray_;
    VertexArray quadArray_;
    float largestPoint_ = 1.0f;
};

const ViewRegistration kRegistration({.order = 1,
                                      .name = "particles",
                                      .title = "Particles",
                                      .description = "Every particle as a small lit ball.",
                                      .hasParticleSize = true,
                                      .tellsFluidsApart = true},
                                     []() -> std::unique_ptr<FluidView> { return std::make_unique<ParticlesView>(); });

}  // namespace
}  // namespace meniscus
