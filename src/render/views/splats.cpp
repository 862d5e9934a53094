// Surface splatting ([MCG03] 4.1): discs at the particles of the surface, each in the plane of its normal, melt into one
// smooth surface. Three passes: what hides what, means of normal and value, then light once a pixel.
//
// Discs alone leave a third of the surface open, wherever it bends or a particle is not found to lie on it: so there are
// balls below them. Droplets are nothing but such a ball, which keeps their volume.
#include "meniscus/surface/surface_particles.h"
#include "render/gl/program.h"
#include "render/outside_field.h"
#include "render/passes/far_side.h"
#include "render/passes/water.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

// In spacings, 2 r.
constexpr float kDiscRadius = 0.875f;
constexpr float kLift = 0.25f;
constexpr float kPushBack = 1.2f;
constexpr float kBallPushBack = 0.9f;
constexpr float kMargin = 1.2f;
// Beside discs, which weigh 1 in their middle.
constexpr float kBallWeight = 0.02f;
constexpr float kOwnShare = 0.35f;     // of a particle's own normal beside the smooth one
constexpr float kOutside = 0.62f;      // length of the smooth normal from which on a particle lies at the outside
constexpr float kLeastFacing = -0.4f;  // cosine: discs that look further away are on the far side

class SplatsView final : public FluidView {
  public:
    SplatsView()
        : balls_("splat_ball.vert", "splat_ball.frag"),
          discDepth_("splat.vert", "splat_depth.frag"),
          discs_("splat.vert", "splat.frag") {
        for (Program* program : {&balls_, &discDepth_, &discs_}) {
            program->set("colourScale", static_cast<int>(kColourUnit));
        }
        describe(ballArray_, ballBuffer_);
        describe(discArray_, discBuffer_);
    }

    void draw(const ViewContext& context) override {
        if (context.fluid.count() == 0) return;
        const float spacing = context.frame.spacing;
        const FluidExtent extent =
            extentOf(boundsOf(context.frame.x, kMargin * spacing), context.camera, context.size);
        if (!extent.isSeen()) return;
        upload(context);
        farSide_.update(context.frame, context.camera, context.size, extent);
        water_.begin(extent, context.size);
        drawBalls(context, extent);
        drawDiscs(discDepth_, context, extent, kPushBack * spacing);
        drawDiscs(discs_, context, extent, 0.0f);
        water_.light(context, extent, farSide_.texture());
    }

  private:
    struct Splat {
        Vec3 x;
        float value = 0.0f;
        Vec3 normal;  // zero for droplets and deep inside
    };

    static void describe(VertexArray& array, const Buffer& buffer) {
        array.attribute(buffer, {0, 4, sizeof(Splat), 0, Advance::PerInstance});
        array.attribute(buffer, {1, 3, sizeof(Splat), offsetof(Splat, normal), Advance::PerInstance});
    }

    void findNormals(const Frame& frame) {
        findSurfaceParticles(frame.particles(), frame.settings.surfaceThreshold, surface_);
        outside_.update(frame);
        normalOf_.assign(frame.count(), {});
        for (size_t i = 0; i < frame.count(); ++i) {
            if (!isFinite(frame.x[i])) continue;
            const Vec3 smooth = outside_.at(frame.x[i]);
            if (lengthSquared(smooth) > kOutside * kOutside) normalOf_[i] = normalizedOr(smooth, {});
        }
        for (size_t k = 0; k < surface_.surface.size(); ++k) {
            const size_t i = surface_.surface[k];
            normalOf_[i] = normalizedOr(outside_.at(frame.x[i]) + surface_.normals[k] * kOwnShare, {});
        }
        for (const uint32_t i : surface_.droplets) normalOf_[i] = {};
    }

    // From near to far, so that what is hidden is not shaded.
    void upload(const ViewContext& context) {
        const Frame& frame = context.frame;
        if (context.frameSerial != frameSerial_) {
            findNormals(frame);
            frameSerial_ = context.frameSerial;
        }
        const Vec3 eye = context.camera.eye();
        const std::span<const uint32_t> order = context.fluid.order();
        ballStaging_.clear();
        discStaging_.clear();
        for (size_t k = order.size(); k-- > 0;) {
            const size_t i = order[k];
            const float value = context.fluid.valueOf(i);
            const Vec3 normal = normalOf_[i];
            ballStaging_.push_back({frame.x[i], value, normal});
            if (normal == Vec3{}) continue;
            const Vec3 toEye = normalizedOr(eye - frame.x[i], normal);
            if (dot(normal, toEye) > kLeastFacing) discStaging_.push_back({frame.x[i], value, normal});
        }
        ballBuffer_.upload<Splat>(ballStaging_);
        discBuffer_.upload<Splat>(discStaging_);
    }

    void drawBalls(const ViewContext& context, const FluidExtent& extent) {
        balls_.set("radius", kDropletRadius * context.frame.spacing);
        balls_.set("depthRange", extent.depthRange());
        balls_.set("colourRange", context.fluid.colourRange());
        balls_.set("weight", kBallWeight);
        balls_.set("pushBack", kBallPushBack * context.frame.spacing);
        setDrawing(DepthUse::TestAndWrite, Blending::None);
        ballArray_.drawStripInstances(4, ballStaging_.size());
    }

    // pushBack: 0 when they are drawn for what they show, else they are drawn for what they hide.
    void drawDiscs(Program& program, const ViewContext& context, const FluidExtent& extent, float pushBack) {
        if (discStaging_.empty()) return;
        program.set("radius", kDiscRadius * context.frame.spacing);
        program.set("lift", kLift * context.frame.spacing);
        program.set("pushBack", pushBack);
        program.set("depthRange", extent.depthRange());
        program.set("colourRange", context.fluid.colourRange());
        if (pushBack > 0.0f) {
            setDrawing(DepthUse::TestAndWrite, Blending::DepthOnly);
        } else {
            setDrawing(DepthUse::Test, Blending::Add);
        }
        discArray_.drawStripInstances(4, discStaging_.size());
    }

    Program balls_;
    Program discDepth_;
    Program discs_;
    WaterPass water_;
    FarSideMap farSide_;
    Buffer ballBuffer_;
    Buffer discBuffer_;
    VertexArray ballArray_;
    VertexArray discArray_;
    uint64_t frameSerial_ = ~uint64_t{0};
    SurfaceParticles surface_;
    OutsideField outside_;
    std::vector<Vec3> normalOf_;  // by particle; zero: not at the surface
    std::vector<Splat> ballStaging_;
    std::vector<Splat> discStaging_;
};

const ViewRegistration kRegistration(
    {.order = 2,
     .name = "splats",
     .title = "Splats",
     .description = "Discs at the surface that melt into clear water.",
     .usualColour = ColourBy::Plain},
    []() -> std::unique_ptr<FluidView> { return std::make_unique<SplatsView>(); });

}  // namespace
}  // namespace meniscus
