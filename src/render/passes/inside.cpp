#include "render/passes/inside.h"

#include <algorithm>
#include <cmath>

#include "render/passes/light_volume.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

// A way as long as the fluid's size through something of opacity 1, in halvings of what its colour lacks, and of all.
constexpr float kTint = 8.0f;
constexpr float kHaze = 5.0f;
constexpr float kLeastOpacity = 0.15f;  // of the second of two clear fluids, which would not be seen otherwise
constexpr float kDarkest = 0.02f;       // share of a colour: nothing swallows light at once

// How much a shell covers in its middle and at its rim, and how bright its highlights are.
constexpr glm::vec3 kBubbleShell{0.16f, 0.95f, 1.0f};
constexpr glm::vec3 kTintedShell{0.0f, 0.35f, 0.25f};

}  // namespace

InsidePass::InsidePass()
    : wax_("inner.vert", "wax.frag"),
      haze_("inner.vert", "haze.frag"),
      shell_("inner.vert", "shell.frag"),
      back_("inner.vert", "inner_far.frag") {
    for (Program* program : {&wax_, &haze_, &shell_, &back_}) {
        program->set("lightVolume", static_cast<int>(kLightUnit));
        program->set("insideDepth", static_cast<int>(kInsideDepthUnit));
    }
}

void InsidePass::begin(const FluidExtent& extent, PictureSize size) {
    const PixelRect& part = extent.part;
    const PixelRect around{part.left - 1, part.bottom - 1, part.width + 2, part.height + 2};
    for (Framebuffer* layer : {&farSides_, &tint_, &seen_}) {
        layer->resize(size);
        layer->bind();
        clearPart(around, {0.0f, 0.0f, 0.0f, 0.0f});
    }
}

void InsidePass::draw(const ViewContext& context, const FluidExtent& extent) {
    upload(context.inner, context.surfaceSerial);
    begin(extent, context.size);
    setDrawing(DepthUse::TestAndWrite, Blending::None, Culling::Back);
    drawAll(wax_, context, FluidLook::Opaque);

    farSides_.bind();
    setDrawing(DepthUse::TestAndWrite, Blending::None, Culling::Front);
    for (const FluidLook look : {FluidLook::Opaque, FluidLook::Tinted, FluidLook::Bubble}) {
        drawAll(back_, context, look);
    }

    // Both sides, with opposite signs: what is left is the way in between, up to the first opaque thing.
    tint_.bind();
    seen_.depth().bind(kInsideDepthUnit);
    setDrawing(DepthUse::None, Blending::Add);
    haze_.set("depthMiddle", extent.depthRange().x);
    drawAll(haze_, context, FluidLook::Tinted);

    seen_.bind();
    setDrawing(DepthUse::TestAndWrite, Blending::Over, Culling::Back);
    shell_.set("shell", kBubbleShell);
    drawAll(shell_, context, FluidLook::Bubble);
    shell_.set("shell", kTintedShell);
    drawAll(shell_, context, FluidLook::Tinted);
}

void InsidePass::bindTextures() const {
    seen_.colour().bind(kInsideUnit);
    seen_.depth().bind(kInsideDepthUnit);
    farSides_.colour().bind(kInsideFarUnit);
    tint_.colour(0).bind(kTintUnit);
    tint_.colour(1).bind(kHazeUnit);
}

void InsidePass::upload(std::span<const InnerSurface> inner, uint64_t serial) {
    if (serial == serial_) return;
    serial_ = serial;
    while (meshes_.size() < inner.size()) meshes_.push_back(std::make_unique<MeshBuffers>());
    for (size_t k = 0; k < inner.size(); ++k) meshes_[k]->upload(inner[k].mesh);
}

void InsidePass::drawAll(Program& program, const ViewContext& context, FluidLook look) {
    const float perSize = 1.0f / fluidSize(context.frame);
    for (size_t k = 0; k < context.inner.size(); ++k) {
        const size_t fluid = context.inner[k].fluid;
        if (lookOf(context.frame.fluids, fluid) != look) continue;
        const FluidKind& kind = context.frame.fluids[fluid];
        const float opacity = std::max(kind.opacity, kLeastOpacity);
        const auto halvings = [&](float share) {
            return -kTint * opacity * perSize * std::log2(std::max(share, kDarkest));
        };
        program.set("colour", kind.colour());
        program.set("halvings", glm::vec4(halvings(kind.red), halvings(kind.green), halvings(kind.blue),
                                          kHaze * opacity * perSize));
        meshes_[k]->draw();
    }
}

}  // namespace meniscus
