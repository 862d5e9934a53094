#include "render/passes/water.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "meniscus/look/fluid_bounds.h"
#include "meniscus/surface/surface_particles.h"
#include "render/passes/inside.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

constexpr float kFarthest = 6.0f;  // in distances of the camera: a lost particle must not spoil the range of depths

int pixelOf(float onScreen, int pixels) {
    const float place = (0.5f + 0.5f * std::clamp(onScreen, -1.0f, 1.0f)) * static_cast<float>(pixels);
    return static_cast<int>(place);
}

}  // namespace

glm::vec2 FluidExtent::depthRange() const {
    return {0.5f * (nearest + farthest), std::max(0.5f * (farthest - nearest), 1e-6f)};
}

glm::vec4 FluidExtent::onScreen(PictureSize size) const {
    const auto x = [&](int pixel) { return 2.0f * static_cast<float>(pixel) / static_cast<float>(size.width) - 1.0f; };
    const auto y = [&](int pixel) { return 2.0f * static_cast<float>(pixel) / static_cast<float>(size.height) - 1.0f; };
    return {x(part.left), y(part.bottom), x(part.left + part.width), y(part.bottom + part.height)};
}

FluidExtent extentOf(const Bounds& fluid, const Camera& camera, PictureSize size) {
    const float aspect = static_cast<float>(size.width) / static_cast<float>(size.height);
    const float nearPlane = 0.01f * camera.distance;
    const Vec3 eye = camera.eye();
    float left = 1.0f, right = -1.0f, bottom = 1.0f, top = -1.0f;
    float nearest = std::numeric_limits<float>::max();
    float farthest = nearPlane;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p =
            Vec3{(corner & 1) != 0 ? fluid.upper.x : fluid.lower.x, (corner & 2) != 0 ? fluid.upper.y : fluid.lower.y,
                 (corner & 4) != 0 ? fluid.upper.z : fluid.lower.z} -
            eye;
        const float depth = dot(p, camera.forward());
        const float halfHeight = 0.5f * camera.heightAt(std::max(depth, nearPlane));
        nearest = std::min(nearest, depth);
        farthest = std::max(farthest, depth);
        left = std::min(left, dot(p, camera.right()) / (halfHeight * aspect));
        right = std::max(right, dot(p, camera.right()) / (halfHeight * aspect));
        bottom = std::min(bottom, dot(p, camera.up()) / halfHeight);
        top = std::max(top, dot(p, camera.up()) / halfHeight);
    }
    // A box that reaches behind the eye may be seen anywhere.
    if (nearest < nearPlane) left = bottom = -1.0f, right = top = 1.0f;
    FluidExtent extent;
    extent.nearest = std::max(nearest, nearPlane);
    extent.farthest = std::clamp(farthest, extent.nearest, std::max(kFarthest * camera.distance, extent.nearest));
    const bool isBeside = right <= -1.0f || left >= 1.0f || top <= -1.0f || bottom >= 1.0f;
    if (farthest <= nearPlane || isBeside) return extent;
    extent.part.left = pixelOf(left, size.width);
    extent.part.bottom = pixelOf(bottom, size.height);
    extent.part.width = std::min(pixelOf(right, size.width) + 1, size.width) - extent.part.left;
    extent.part.height = std::min(pixelOf(top, size.height) + 1, size.height) - extent.part.bottom;
    return extent;
}

WaterPass::WaterPass()
    : clear_("water.vert", "water.frag"),
      mixture_("water.vert", "mixture.frag"),
      painted_("water.vert", "painted.frag") {
    for (Program* program : {&clear_, &mixture_, &painted_}) {
        program->set("behind", static_cast<int>(kPictureUnit));
        program->set("lightVolume", static_cast<int>(kLightUnit));
        program->set("colourScale", static_cast<int>(kColourUnit));
        program->set("normals", static_cast<int>(kNormalUnit));
        program->set("values", static_cast<int>(kValueUnit));
        program->set("farSide", static_cast<int>(kFarSideUnit));
        program->set("insideColour", static_cast<int>(kInsideUnit));
        program->set("insideDepth", static_cast<int>(kInsideDepthUnit));
        program->set("insideFar", static_cast<int>(kInsideFarUnit));
        program->set("insideTint", static_cast<int>(kTintUnit));
        program->set("insideHaze", static_cast<int>(kHazeUnit));
    }
}

void WaterPass::begin(const FluidExtent& extent, PictureSize size) {
    layers_.resize(size);
    layers_.bind();
    // Lighting looks one pixel further, to find edges.
    const PixelRect& part = extent.part;
    clearPart({part.left - 1, part.bottom - 1, part.width + 2, part.height + 2}, {0.0f, 0.0f, 0.0f, 0.0f});
}

void WaterPass::light(const ViewContext& context, const FluidExtent& extent, const FarSide& farSide,
                      const InsidePass* inside) {
    if (context.settings.colourBy != ColourBy::Plain) return paint(context, extent, context.picture, 1.0f);
    behind_.resize(context.size);
    copyPicture(context.picture, behind_.id());
    behind_.colour().bind(kPictureUnit);
    farSide.texture.bind(kFarSideUnit);
    if (inside != nullptr) inside->bindTextures();
    Program& program = inside != nullptr ? mixture_ : clear_;
    program.set("farSidePart", farSide.part);
    context.picture.bind();
    draw(program, context, extent);
}

void WaterPass::paint(const ViewContext& context, const FluidExtent& extent, const Framebuffer& target, float opacity) {
    painted_.set("farSidePart", kWholePicture);
    painted_.set("opacity", opacity);
    target.bind();
    draw(painted_, context, extent);
}

void WaterPass::draw(Program& program, const ViewContext& context, const FluidExtent& extent) {
    layers_.colour(0).bind(kNormalUnit);
    layers_.colour(1).bind(kValueUnit);
    program.set("part", extent.onScreen(context.size));
    program.set("depthRange", extent.depthRange());
    program.set("droplet", glm::vec2(kDropletRadius * context.frame.spacing, kMaxDropletWeight));
    program.set("fluidSize", fluidSize(context.frame));
    setDrawing(DepthUse::TestAndWrite, Blending::Over);
    none_.drawStripInstances(4, 1);
}

}  // namespace meniscus
