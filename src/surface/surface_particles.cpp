#include "meniscus/surface/surface_particles.h"

namespace meniscus {

namespace {

// Of the way from the density of a lone particle to the rest density: a neighbour within 1.3 spacings is more.
constexpr float kDropletDensity = 0.05f;

}  // namespace

bool isDroplet(const FluidParticles& fluid, size_t i) {
    return fluid.density[i] < fluid.loneDensity + kDropletDensity * (fluid.restDensity - fluid.loneDensity);
}

void findSurfaceParticles(const FluidParticles& fluid, float threshold, SurfaceParticles& found) {
    found.surface.clear();
    found.normals.clear();
    found.droplets.clear();
    for (size_t i = 0; i < fluid.x.size(); ++i) {
        if (!isFinite(fluid.x[i])) continue;
        const float size = length(fluid.colourGradient[i]);
        if (isDroplet(fluid, i)) {
            found.droplets.push_back(static_cast<uint32_t>(i));
        } else if (size * fluid.supportRadius >= threshold && size > 0.0f) {
            found.surface.push_back(static_cast<uint32_t>(i));
            found.normals.push_back(fluid.colourGradient[i] / -size);
        }
    }
}

}  // namespace meniscus
