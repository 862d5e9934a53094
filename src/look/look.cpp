#include "meniscus/look/look.h"

namespace meniscus {

Look withoutUnseen(Look look) {
    const ViewInfo& info = findView(look.view.view);
    const bool drawsFluid = look.frame != nullptr && info.drawsFluid;
    if (!drawsFluid) {
        look.frame = nullptr;
        look.frameSerial = 0;
    }
    // Without a size of its own a view counts with the usual one: how deep one sees into the fluid, and how far arrows
    // stand off it.
    if (!info.hasParticleSize) look.view.particleSize = ViewSettings{}.particleSize;
    if (!drawsFluid || !info.needsSurface) look.surface = nullptr;
    if (look.surface == nullptr) {
        look.surfaceSerial = 0;
        look.inner = {};
    }
    if (drawsFluid) {
        const ColourBy possible = possibleColour(*look.frame, look.view.colourBy, info.usualColour);
        if (possible != look.view.colourBy) look.view.range.reset();
        look.view.colourBy = possible;
    }
    return look;
}

}  // namespace meniscus
