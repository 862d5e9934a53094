// What the built-in scenes share: how to fill a region with a given number of particles, and what water is at that
// resolution.
#pragma once

#include <functional>
#include <vector>

#include "meniscus/scene/scene.h"

namespace meniscus {

// A region of fluid: inside tells whether a point with the given room around it belongs to it.
struct FluidRegion {
    Bounds bounds;
    std::function<bool(Vec3 point, float clearance)> inside;
};

[[nodiscard]] FluidRegion boxRegion(Bounds box);
[[nodiscard]] FluidRegion cylinderRegion(Vec3 base, float radius, float height);
[[nodiscard]] FluidRegion ballRegion(Vec3 centre, float radius);
struct Filling {
    float spacing = 0.0f;
    std::vector<ParticleSeed> particles;
};

// Exactly count particles on the coarsest cubic lattices that offer as many places; what is too much is left out at the
// top of the last region. A little seeded jitter keeps the fluid from standing like a crystal.
[[nodiscard]] Filling fillRegions(const std::vector<FluidRegion>& regions, size_t count, uint64_t seed);

// Water of this depth at this spacing. k from the depth, so that the bottom is compressed by the given share at most;
// time step as long as the printed kernels stay stable with; viscosity as calm * rho0 * sqrt(k) * h. Real water's would
// not do: poly6 density with the spiky gradient feeds energy into the flow, and calm 0.006 is the least that takes it
// out again. More makes the fluid come to rest sooner.
[[nodiscard]] Settings waterSettings(float depth, float spacing, float compression, float calm);

}  // namespace meniscus
