#include "render/passes/present.h"

#include "render/texture_units.h"

namespace meniscus {

PresentPass::PresentPass() : program_("present.vert", "present.frag") {
    program_.set("picture", static_cast<int>(kPictureUnit));
}

void PresentPass::draw(const Framebuffer& picture, unsigned framebuffer, PictureSize size) {
    bindTarget(framebuffer, size);
    setDrawing(DepthUse::None, Blending::None);
    // A copy costs next to nothing, but only pixel for pixel; filtering while copying is dearer than drawing.
    if (picture.size() == size && canCopyToTarget()) {
        copyPicture(picture, framebuffer);
        return;
    }
    // At twice the size, linear filtering between pixels is exactly the mean of four.
    picture.colour().bind(kPictureUnit);
    program_.use();
    none_.drawStripInstances(4, 1);
}

}  // namespace meniscus
