// Which particles lie at the surface ([MCG03] 3.3: |n| above the threshold), and which are droplets.
#pragma once

#include <cstdint>
#include <vector>

#include "meniscus/sph/fluid_particles.h"

namespace meniscus {

struct SurfaceParticles {
    std::vector<uint32_t> surface;   // numbers of particles, ascending
    std::vector<Vec3> normals;       // of those, unit length, out of the fluid: -n
    std::vector<uint32_t> droplets;  // numbers of particles that hardly have a neighbour; none of them is in surface
};

// A droplet that keeps its volume is a ball of this radius in spacings: (3 / 4 pi)^(1/3), 1.24 r.
inline constexpr float kDropletRadius = 0.62035f;

// threshold: |n| h at which a particle counts as one at the surface (the setting surfaceThreshold).
void findSurfaceParticles(const FluidParticles& fluid, float threshold, SurfaceParticles& found);

// Hardly anything but itself within h: its density is nearly that of a lone particle.
[[nodiscard]] bool isDroplet(const FluidParticles& fluid, size_t i);

}  // namespace meniscus
