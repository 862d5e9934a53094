#include "scene/water.h"

#include <algorithm>
#include <cmath>

#include "meniscus/sph/fluid.h"

namespace meniscus {

Settings waterSettings(float depth, float spacing, float compression, float calm) {
    const float h = kSupportPerSpacing * spacing;
    Settings settings;
    // Eq. 10 gives half the pressure gradient, so the column compresses by 2 g H / k at its foot.
    settings.stiffness = std::clamp(2.0f * settings.gravity * depth / compression, 20.0f, 1000.0f);
    const float sound = std::sqrt(settings.stiffness);
    settings.viscosity = std::min(calm * settings.restDensity * sound * h, 100.0f);
    settings.surfaceTension = 0.07f;  // water's own
    settings.timeStep = std::clamp(0.85f * h / sound, 0.0002f, 0.01f);
    return settings;
}

}  // namespace meniscus
