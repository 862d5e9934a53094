// Surface splatting ([MCG03] 4.1): discs at the particles of the surface, each in the plane of its normal, melt into one
// smooth surface. Three passes: what hides what, means of normal and value, then light once a pixel.
//
// Discs alone leave a third of the surface open, wherever it bends or a particle is not found to lie on it: so there are
// balls below them. Droplets are nothing but such a ball, which keeps their volume.
#include <algorithm>
#include <cmath>

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
// At the outline balls would show as beads: flatter ones are put there, whose top is where the surface is.
constexpr float kEdgeRadius = 1.15f;
constexpr float kEdgeReach = 0.58f;
constexpr float kEdgeFacing = 0.5f;  // cosine
// Beside discs, which weigh 1 in their middle.
constexpr float kBallWeight = 0.04f;
constexpr float kDropletWeight = 0.01f;
static_assert(kDropletWeight < kLargestDropletWeight && kBallWeight > kLargestDropletWeight);
constexpr float kOwnShare = 0.35f;     // of a particle's own normal beside the smooth one
// Lengths of the smooth normal from which on a particle lies at the outside, and at that of a body of some size.
constexpr float kOutside = 0.4f;
constexpr float kBodyOutside = 0.5f;
// Spray is no plane, and flat discs in it would look like coins. Of the way from the density of a lone particle to that
// of fluid at rest: what is spray, and what is none any more.
constexpr float kBulge = 1.6f;
constexpr float kSparse = 0.4f;
constexpr float kDense = 0.9f;
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
        water_.light(context, extent, farSide_.texture(), extent.onScreen(context.size));
    }

  private:
    struct Splat {
        Vec3 x;
        float value = 0.0f;
        Vec3 normal;          // zero for droplets and deep inside
        float radius = 0.0f;  // m, of its ball
        float bulge = 0.0f;   // how far the disc's normal leans outward at its edge
        float weight = 0.0f;  // of its ball
    };

    static void describe(VertexArray& array, const Buffer& buffer) {
        array.attribute(buffer, {0, 4, sizeof(Splat), 0, Advance::PerInstance});
        array.attribute(buffer, {1, 4, sizeof(Splat), offsetof(Splat, normal), Advance::PerInstance});
        array.attribute(buffer, {2, 2, sizeof(Splat), offsetof(Splat, bulge), Advance::PerInstance});
    }

    void findNormals(const Frame& frame) {
        const FluidParticles fluid = frame.particles();
        findSurfaceParticles(fluid, frame.settings.surfaceThreshold, surface_);
        outside_.update(frame);
        normalOf_.assign(frame.count(), {});
        bulgeOf_.assign(frame.count(), 0.0f);
        isBody_.assign(frame.count(), false);
        for (size_t i = 0; i < frame.count(); ++i) {
            if (!isFinite(frame.x[i])) continue;
            const Vec3 smooth = outside_.at(frame.x[i]);
            const float strength = length(smooth);
            if (strength >= kOutside) normalOf_[i] = smooth / strength;
            const float full = (fluid.density[i] - fluid.loneDensity) / (fluid.restDensity - fluid.loneDensity);
            const float thin = std::clamp((kBodyOutside - strength) / kBodyOutside, 0.0f, 1.0f);
            bulgeOf_[i] = kBulge * thin * std::clamp((kDense - full) / (kDense - kSparse), 0.0f, 1.0f);
            isBody_[i] = strength >= kBodyOutside;
        }
        for (size_t k = 0; k < surface_.surface.size(); ++k) {
            const size_t i = surface_.surface[k];
            normalOf_[i] = normalizedOr(outside_.at(frame.x[i]) + surface_.normals[k] * kOwnShare, {});
        }
        isDroplet_.assign(frame.count(), false);
        for (const uint32_t i : surface_.droplets) {
            normalOf_[i] = {};
            isBody_[i] = false;
            isDroplet_[i] = true;
        }
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
            const Splat splat{.x = frame.x[i],
                              .value = value,
                              .normal = normalOf_[i],
                              .radius = kDropletRadius * frame.spacing,
                              .bulge = bulgeOf_[i],
                              .weight = isDroplet_[i] ? kDropletWeight : kBallWeight};
            const float facing = dot(splat.normal, normalizedOr(eye - splat.x, {}));
            const bool isEdge = isBody_[i] && std::abs(facing) < kEdgeFacing;
            ballStaging_.push_back(isEdge ? edgeOf(splat, frame.spacing) : splat);
            if (splat.normal != Vec3{} && facing > kLeastFacing) discStaging_.push_back(splat);
        }
        ballBuffer_.upload<Splat>(ballStaging_);
        discBuffer_.upload<Splat>(discStaging_);
    }

    static Splat edgeOf(Splat splat, float spacing) {
        splat.radius = kEdgeRadius * spacing;
        splat.x += splat.normal * (kEdgeReach * spacing - splat.radius);
        return splat;
    }

    void drawBalls(const ViewContext& context, const FluidExtent& extent) {
        balls_.set("depthRange", extent.depthRange());
        balls_.set("colourRange", context.fluid.colourRange());
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
    // By particle.
    std::vector<Vec3> normalOf_;  // zero: not at the surface
    std::vector<float> bulgeOf_;
    std::vector<char> isBody_;  // at the outside of a body of some size
    std::vector<char> isDroplet_;
    std::vector<Splat> ballStaging_;
    std::vector<Splat> discStaging_;
};

const ViewRegistration kRegistration(
    {.order = 2,
     .name = "splats",
     .title = "Splats",
     .description = "Discs at the surface that melt into clear water.",
     .usualColour = ColourBy::Plain,
     .isClear = true},
    []() -> std::unique_ptr<FluidView> { return std::make_unique<SplatsView>(); });

}  // namespace
}  // namespace meniscus
