// How regions of a scene are filled with a given number of particles.
#pragma once

#include <span>
#include <vector>

#include "meniscus/scene/scene.h"

namespace meniscus {

[[nodiscard]] FillRegion boxFill(Bounds box);
[[nodiscard]] FillRegion cylinderFill(Vec3 base, float radius, float height);
[[nodiscard]] FillRegion ballFill(Vec3 centre, float radius);
[[nodiscard]] Bounds boundsOf(const FillRegion& region);

// The spacing of the coarsest cubic lattices that offer at least count places. Walls do not count.
[[nodiscard]] float fitSpacing(std::span<const FillRegion> regions, size_t count);

// The first count particles on those lattices; what is too much is left out at the top of the last region. A little
// seeded jitter keeps the fluid from standing like a crystal. Places inside walls or outside the room stay empty.
[[nodiscard]] std::vector<ParticleSeed> fillRegions(std::span<const FillRegion> regions, float spacing, size_t count,
                                                    uint64_t seed, Bounds room, const Shape& walls);

}  // namespace meniscus
