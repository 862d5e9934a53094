#include "app/export/fluid_selection.h"

namespace meniscus {

FluidParticles FluidSelection::select(const Frame& frame, size_t fluid) {
    const FluidParticles all = frame.particles();
    x_.clear();
    density_.clear();
    colourGradient_.clear();
    for (size_t i = 0; i < frame.count(); ++i) {
        if ((frame.isMixed() ? frame.fluid[i] : 0) != fluid) continue;
        x_.push_back(all.x[i]);
        density_.push_back(all.density[i]);
        colourGradient_.push_back(all.colourGradient[i]);
    }
    FluidParticles selected = all;
    selected.x = x_;
    selected.density = density_;
    selected.colourGradient = colourGradient_;
    return selected;
}

}  // namespace meniscus
