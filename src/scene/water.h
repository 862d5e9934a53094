// What the built-in scenes share: how to fill a region with a given number of particles, and what water is at that
// resolution.
#pragma once

#include <functional>

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
[[nodiscard]] FluidRegion bothRegions(FluidRegion a, FluidRegion b);

struct Filling {
    float spacing = 0.0f;
    std::vector<ParticleSeed> particles;
};

// Exactly count particles on the coarsest cubic lattice that offers as many places; what is too much is left out at the
// top. A little seeded jitter keeps the fluid from standing like a crystal.
[[nodiscard]] Filling fillRegion(const FluidRegion& region, size_t count, uint64_t seed);

// Water of this depth at this spacing. k from the depth, so that the bottom is compressed by the given share at most;
// viscosity as low as the printed kernels stay calm with; time step as long as they stay stable with.
[[nodiscard]] Settings waterSettings(float depth, float spacing, float compression);

}  // namespace meniscus
