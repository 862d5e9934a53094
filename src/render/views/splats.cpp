// Surface splatting ([MCG03] 4.1): discs at the particles of the surface, each in the plane of its normal, melt into
// one smooth surface. Three passes: what hides what, means of normal and value, then light once a pixel.
//
// Discs alone leave a third of the surface open, wherever it bends or a particle is not found to lie on it: so there
// are balls below them. Droplets are nothing but such a ball, which keeps their volume.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "meniscus/look/fluid_bounds.h"
#include "meniscus/surface/surface_particles.h"
#include "render/gl/program.h"
#include "render/outside_field.h"
#include "render/passes/far_side.h"
#include "render/passes/inside.h"
#include "render/passes/water.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

// In spacings, 2 r.
constexpr float kLift = 0.25f;         // of discs, outward
constexpr float kPushBack = 1.2f;      // of discs, behind which things are hidden
constexpr float kBallPushBack = 0.9f;  // of balls, likewise
constexpr float kEdgeRadius = 1.5f;    // see edgeOf
constexpr float kMargin = 1.3f;        // around the fluid, for all of these
// Beside discs, which weigh 1 in their middle.
constexpr float kBallWeight = 0.04f;
constexpr float kDropletWeight = 0.001f;
static_assert(kDropletWeight < kMaxDropletWeight && kBallWeight > kMaxDropletWeight);

// How large splats are, in spacings.
struct SplatSize {
    float ball = kDropletRadius;  // radius
    float disc = 0.0f;            // radius
    float reach = 0.0f;           // how far the surface is outside of the centre, where one looks along it
};
constexpr SplatSize kThinSize{0.59f, 0.75f, 0.57f};  // in jets and spray
constexpr SplatSize kSheetSize{0.5f, 0.9f, 0.5f};    // a single layer
constexpr SplatSize kWallSize{0.53f, 0.80f, 0.52f};  // walls are half a spacing away
// Where the mesh of the same fluid lies outside of a particle at a free surface follows its density: 0.17 spacings at
// 0.58 of the rest density, 0.49 at 0.83, 0.66 at 1, within 0.03 on drop, splash, dam break and lattice. At edges and
// corners, where the density is least, discs must be small, or they stick out beside it.
SplatSize freeSize(float densityRatio) {
    const float reach = std::clamp(1.45f * densityRatio - 0.72f, 0.15f, 0.7f);
    return {.ball = std::clamp(reach + 0.1f, 0.42f, kDropletRadius),
            .disc = std::clamp(0.875f - 2.8f * (0.8f - densityRatio), 0.4f, 0.875f),
            .reach = reach};
}
constexpr float kSprayDisc = 0.63f;
// |n| h in thresholds of the surface: below the first a particle only touches a wall, above the second it lies free.
constexpr float kWallGradient = 0.3f;
constexpr float kFreeGradient = 0.7f;

SplatSize between(const SplatSize& a, const SplatSize& b, float share) {
    return {std::lerp(a.ball, b.ball, share), std::lerp(a.disc, b.disc, share), std::lerp(a.reach, b.reach, share)};
}

constexpr float kOwnShare = 0.35f;    // of a particle's own normal beside the smooth one
constexpr float kCornerShare = 6.0f;  // of it where the two are at right angles
constexpr float kAgreement = 0.9f;    // cosine between them from which on they mean the same
// Lengths of the smooth normal from which on a particle lies at the outside, and at that of a body of some size.
constexpr float kOutside = 0.4f;
constexpr float kBodyOutside = 0.5f;
// Spray is no plane, and flat discs in it would look like coins. Of the way from the density of a lone particle to that
// of fluid at rest: what is spray, and what is none any more.
constexpr float kBulge = 1.6f;
constexpr float kSparse = 0.4f;
constexpr float kDense = 0.9f;
// Cosines between normal and direction to the eye.
constexpr float kEdgeFacing = 0.33f;  // one looks along it
constexpr float kMinFacing = -0.4f;   // discs that look further away are on the far side

// How much of what is behind it is hidden by fluid within another, in the order of drawing.
constexpr std::array<std::pair<FluidLook, float>, 3> kInsideOpacity{
    {{FluidLook::Opaque, 1.0f}, {FluidLook::Tinted, 0.65f}, {FluidLook::Bubble, 0.45f}}};

class SplatsView final : public FluidView {
  public:
    SplatsView()
        : ballProgram_("splat_ball.vert", "splat_ball.frag"),
          discDepthProgram_("splat.vert", "splat_depth.frag"),
          discProgram_("splat.vert", "splat.frag") {
        for (Program* program : {&ballProgram_, &discDepthProgram_, &discProgram_}) {
            program->set("colourScale", static_cast<int>(kColourUnit));
        }
        describe(ballArray_, ballBuffer_);
        describe(discArray_, discBuffer_);
    }

    void draw(const ViewContext& context) override {
        if (context.fluid.count() == 0) return;
        const float spacing = context.frame.spacing;
        const FluidExtent extent = extentOf(boundsOf(context.frame.x, kMargin * spacing), context.camera, context.size);
        if (!extent.isSeen()) return;
        const ColourBy colourBy = context.settings.colourBy;
        if (context.frame.isMixed() && colourBy == ColourBy::Fluid) return drawFluids(context, extent);
        // In colours nobody looks through the fluid.
        const bool isClear = colourBy == ColourBy::Plain;
        const bool hasInside = isClear && context.frame.isMixed();
        if (isClear) farSide_.update(context.frame, context.camera, context.size, extent);
        if (hasInside) drawInside(context, extent);
        drawLayers(context, extent, std::nullopt);
        water_.light(context, extent, {farSide_.texture(), extent.onScreen(context.size)},
                     hasInside ? &inside_ : nullptr);
    }

  private:
    // Fluid by fluid, since a mean of their numbers would be a third one.
    void drawFluids(const ViewContext& context, const FluidExtent& extent) {
        for (size_t fluid = 0; fluid < context.frame.fluids.size(); ++fluid) {
            drawLayers(context, extent, fluid);
            water_.paint(context, extent, context.picture, 1.0f);
        }
    }

    // What one sees in the clear fluid: first what is opaque.
    void drawInside(const ViewContext& context, const FluidExtent& extent) {
        inside_.begin(extent, context.size);
        for (const auto& [look, opacity] : kInsideOpacity) {
            for (size_t fluid = 0; fluid < context.frame.fluids.size(); ++fluid) {
                if (lookOf(context.frame.fluids, fluid) != look) continue;
                drawLayers(context, extent, fluid);
                water_.paint(context, extent, inside_.seen(), opacity);
            }
        }
    }

    // Of one fluid only, if one is given.
    void drawLayers(const ViewContext& context, const FluidExtent& extent, std::optional<size_t> fluid) {
        upload(context, fluid);
        water_.begin(extent, context.size);
        drawBalls(context, extent);
        drawDiscs(discDepthProgram_, context, extent, kPushBack * context.frame.spacing);
        drawDiscs(discProgram_, context, extent, 0.0f);
    }

    // What a particle is drawn as, in m.
    struct Splat {
        Vec3 x;
        float value = 0.0f;
        Vec3 normal;  // zero for droplets and deep inside: no disc
        float ball = 0.0f;
        float disc = 0.0f;
        float bulge = 0.0f;   // how far the disc's normal leans outward at its edge
        float weight = 0.0f;  // of the ball
    };
    // The same for all cameras, by particle.
    struct Outside {
        Vec3 normal;
        float bulge = 0.0f;
        bool isBody = false;  // at the outside of a body of some size
        float free = 1.0f;    // 0: it is there only because it touches a wall
        bool isDroplet = false;
        bool isSheet = false;  // seen from either side
    };

    static void describe(VertexArray& array, const Buffer& buffer) {
        array.attribute(buffer, {0, 4, sizeof(Splat), 0, Advance::PerInstance});
        array.attribute(buffer, {1, 4, sizeof(Splat), offsetof(Splat, normal), Advance::PerInstance});
        array.attribute(buffer, {2, 3, sizeof(Splat), offsetof(Splat, disc), Advance::PerInstance});
    }

    void findOutside(const Frame& frame) {
        const FluidParticles fluid = frame.particles();
        findSurfaceParticles(fluid, frame.settings.surfaceThreshold, surface_);
        field_.update(frame);
        outside_.assign(frame.count(), {});
        smooth_.assign(frame.count(), {});
        for (size_t i = 0; i < frame.count(); ++i) {
            if (!isFinite(frame.x[i])) continue;
            const Vec3 smooth = smooth_[i] = field_.at(frame.x[i]);
            const float strength = length(smooth);
            if (strength >= kOutside) outside_[i].normal = smooth / strength;
            outside_[i].isBody = strength >= kBodyOutside;
            // Walls leave no gradient, while the surface has nearly that of the threshold where it lies below.
            const float gradient =
                length(fluid.colourGradient[i]) * fluid.supportRadius / frame.settings.surfaceThreshold;
            outside_[i].free = std::clamp((gradient - kWallGradient) / (kFreeGradient - kWallGradient), 0.0f, 1.0f);
        }
        for (size_t k = 0; k < surface_.surface.size(); ++k) {
            const size_t i = surface_.surface[k];
            const Vec3 smooth = smooth_[i];
            const float full = (fluid.density[i] - fluid.loneDensity) / (fluid.restDensity - fluid.loneDensity);
            const float thin = std::max(1.0f - length(smooth) / kBodyOutside, 0.0f);
            const float sparse = std::clamp((kDense - full) / (kDense - kSparse), 0.0f, 1.0f);
            // Where the surface meets a wall the smooth normal leans towards it, and discs would stick out.
            const float agreement = dot(surface_.normals[k], normalizedOr(smooth, {}));
            const float corner = std::clamp((kAgreement - agreement) / kAgreement, 0.0f, 1.0f);
            const float ownShare = kOwnShare + corner * kCornerShare;
            outside_[i].normal = normalizedOr(smooth + surface_.normals[k] * ownShare, {});
            outside_[i].isBody = outside_[i].isBody && corner == 0.0f;
            outside_[i].bulge = kBulge * thin * sparse;
        }
        for (size_t i = 0; i < frame.count(); ++i) {
            if (!isFinite(frame.x[i]) || length(smooth_[i]) >= kOutside) continue;
            const Vec3 across = field_.acrossSheet(frame.x[i]);
            if (across != Vec3{}) outside_[i] = {.normal = across, .isSheet = true};
        }
        for (const uint32_t i : surface_.droplets) outside_[i] = {.normal = {}, .isDroplet = true};
    }

    // Of each fluid for itself, as if the others were not there.
    void findOutsideOfEach(const Frame& frame) {
        outsideOfOwn_.assign(frame.isMixed() ? frame.count() : 0, {});
        for (size_t fluid = 0; frame.isMixed() && fluid < frame.fluids.size(); ++fluid) {
            chosen_.clear();
            for (size_t i = 0; i < frame.count(); ++i) {
                if (frame.fluid[i] == fluid) chosen_.push_back(static_cast<uint32_t>(i));
            }
            if (chosen_.empty()) continue;
            copyPart(frame, chosen_, part_);
            findOutside(part_);
            for (size_t k = 0; k < chosen_.size(); ++k) outsideOfOwn_[chosen_[k]] = outside_[k];
        }
    }

    // From near to far, so that what is hidden is not shaded.
    void upload(const ViewContext& context, std::optional<size_t> fluid) {
        const Frame& frame = context.frame;
        const FluidParticles particles = frame.particles();
        colourRange_ = fluid ? colourRangeOf(kFluidRange) : context.fluid.colourRange();
        if (context.frameSerial != frameSerial_) {
            findOutsideOfEach(frame);
            findOutside(frame);
            frameSerial_ = context.frameSerial;
        }
        const Vec3 eye = context.camera.eye();
        const std::span<const uint32_t> order = context.fluid.order();
        balls_.clear();
        discs_.clear();
        for (size_t k = order.size(); k-- > 0;) {
            const size_t i = order[k];
            if (fluid && frame.fluid[i] != *fluid) continue;
            const Outside& outside = fluid ? outsideOfOwn_[i] : outside_[i];
            const SplatSize size = sizeOf(outside, particles.density[i] / particles.restDensity);
            const float disc = std::lerp(size.disc, kSprayDisc, std::min(outside.bulge, 1.0f));
            const Vec3 toEye = normalizedOr(eye - frame.x[i], {});
            const bool isTurned = outside.isSheet && dot(outside.normal, toEye) < 0.0f;
            const Splat splat{.x = frame.x[i],
                              .value = fluid ? static_cast<float>(*fluid) + 0.5f : context.fluid.valueOf(i),
                              .normal = isTurned ? outside.normal * -1.0f : outside.normal,
                              .ball = size.ball * frame.spacing,
                              .disc = disc * frame.spacing,
                              .bulge = outside.bulge,
                              .weight = outside.isDroplet ? kDropletWeight : kBallWeight};
            const float facing = dot(splat.normal, toEye);
            const bool isEdge = outside.isBody && std::abs(facing) < kEdgeFacing;
            balls_.push_back(isEdge ? edgeOf(splat, size.reach * frame.spacing, frame.spacing) : splat);
            if (splat.normal != Vec3{} && facing > kMinFacing) discs_.push_back(splat);
        }
        ballBuffer_.upload<Splat>(balls_);
        discBuffer_.upload<Splat>(discs_);
    }

    static SplatSize sizeOf(const Outside& outside, float densityRatio) {
        if (outside.normal == Vec3{}) return {};  // droplets, and what lies too deep to matter
        if (outside.isSheet) return kSheetSize;
        return between(kWallSize, outside.isBody ? freeSize(densityRatio) : kThinSize, outside.free);
    }

    // At the outline balls would show as beads. A larger one, most of which is inside, is flatter there.
    static Splat edgeOf(Splat splat, float reach, float spacing) {
        splat.ball = kEdgeRadius * spacing;
        splat.x += splat.normal * (reach - splat.ball);
        return splat;
    }

    void drawBalls(const ViewContext& context, const FluidExtent& extent) {
        ballProgram_.set("depthRange", extent.depthRange());
        ballProgram_.set("colourRange", colourRange_);
        ballProgram_.set("pushBack", kBallPushBack * context.frame.spacing);
        setDrawing(DepthUse::TestAndWrite, Blending::None);
        ballArray_.drawStripInstances(4, balls_.size());
    }

    // pushBack: 0 when they are drawn for what they show, else they are drawn for what they hide.
    void drawDiscs(Program& program, const ViewContext& context, const FluidExtent& extent, float pushBack) {
        if (discs_.empty()) return;
        program.set("lift", kLift * context.frame.spacing);
        program.set("leastInside", std::sqrt(kMaxDropletWeight));
        program.set("pushBack", pushBack);
        program.set("depthRange", extent.depthRange());
        program.set("colourRange", colourRange_);
        if (pushBack > 0.0f) {
            setDrawing(DepthUse::TestAndWrite, Blending::DepthOnly);
        } else {
            setDrawing(DepthUse::Test, Blending::Add);
        }
        discArray_.drawStripInstances(4, discs_.size());
    }

    Program ballProgram_;
    Program discDepthProgram_;
    Program discProgram_;
    WaterPass water_;
    InsidePass inside_;
    FarSideMap farSide_;
    glm::vec2 colourRange_{0.0f, 1.0f};
    Buffer ballBuffer_;
    Buffer discBuffer_;
    VertexArray ballArray_;
    VertexArray discArray_;
    uint64_t frameSerial_ = ~uint64_t{0};
    SurfaceParticles surface_;
    OutsideField field_;
    std::vector<Vec3> smooth_;  // what field_ tells of each particle
    std::vector<Outside> outside_;
    std::vector<Outside> outsideOfOwn_;  // by fluid, in mixtures
    std::vector<uint32_t> chosen_;
    Frame part_;
    std::vector<Splat> balls_;
    std::vector<Splat> discs_;
};

const ViewRegistration kRegistration({.order = 2,
                                      .name = "splats",
                                      .title = "Splats",
                                      .description = "Discs at the surface that melt into clear water.",
                                      .usualColour = ColourBy::Plain,
                                      .isClear = true},
                                     []() -> std::unique_ptr<FluidView> { return std::make_unique<SplatsView>(); });

}  // namespace
}  // namespace meniscus
