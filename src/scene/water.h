// What the built-in scenes share: what water is at a given resolution.
#pragma once

#include "meniscus/scene/scene.h"
#include "scene/fill.h"

namespace meniscus {

// Water of this depth at this spacing. k from the depth, so that the bottom is compressed by the given share at most;
// time step as long as the printed kernels stay stable with; viscosity as calm * rho0 * sqrt(k) * h. Real water's would
// not do: poly6 density with the spiky gradient feeds energy into the flow, and calm 0.006 is the least that takes it
// out again. More makes the fluid come to rest sooner.
[[nodiscard]] Settings waterSettings(float depth, float spacing, float compression, float calm);

}  // namespace meniscus
