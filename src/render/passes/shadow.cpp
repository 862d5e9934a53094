#include "render/passes/shadow.h"

#include "render/gl/framebuffer.h"
#include "render/texture_units.h"

namespace meniscus {

ShadowPass::ShadowPass() : program_("shadow.vert", "shadow.frag") {
    program_.set("shadow", static_cast<int>(kShadowUnit));
}

void ShadowPass::draw(const LightField& light) {
    const glm::vec4 part = light.shadowPart();
    if (part.x >= part.z || part.y >= part.w) return;
    program_.set("part", part);
    setDrawing(DepthUse::None, Blending::Multiply);
    none_.drawStripInstances(4, 1);
}

}  // namespace meniscus
