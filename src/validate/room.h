// Rooms full of fluid, for cases that have no free surface.
#pragma once

#include <array>
#include <string_view>

#include "meniscus/world/world.h"

namespace meniscus {

// A full room of fluid on a cubic lattice, with a little jitter so that no symmetry holds it together.
[[nodiscard]] WorldSetup filledRoom(std::string_view name, int nx, int ny, int nz, double spacing,
                                    const std::array<bool, 3>& periodic);

// Fluid at rest is not a crystal: shakes the particles off their lattice and lets them settle without any drive. A flow
// that starts on the lattice has to break it first. What the particles are made of is forgotten.
[[nodiscard]] WorldSetup settledRoom(const WorldSetup& lattice, int threads);

}  // namespace meniscus
