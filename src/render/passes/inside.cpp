#include "render/passes/inside.h"

#include "meniscus/look/fluid_bounds.h"
#include "render/scene_block.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

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
    const float size = fluidSize(context.frame);
    for (size_t k = 0; k < context.inner.size(); ++k) {
        const FluidMaterial material = materialOf(context.frame.fluids, context.inner[k].fluid, size);
        if (material.look != look) continue;
        program.set("colour", material.colour);
        program.set("halvings", toVec4(material.absorption, material.scattering));
        meshes_[k]->draw();
    }
}

}  // namespace meniscus
