#include "scene/water.h"

#include <algorithm>
#include <cmath>

#include "meniscus/sph/fluid.h"

namespace meniscus {

void setWater(WorldSetup& setup, float depth, float compression, float calm) {
    const float h = kSupportPerSpacing * setup.spacing;
    Settings settings;
    FluidKind& water = setup.fluids[0];
    // Eq. 10 gives half the pressure gradient, so the column compresses by 2 g H / k at its foot.
    water.stiffness = std::clamp(2.0f * settings.gravity * depth / compression, 20.0f, 1000.0f);
    const float sound = std::sqrt(water.stiffness);
    water.viscosity = std::min(calm * water.restDensity * sound * h, 100.0f);
    settings.surfaceTension = 0.07f;  // water's own
    settings.timeStep = std::clamp(0.85f * h / sound, 0.0002f, 0.01f);
    setup.settings = settings;
}

}  // namespace meniscus
