// What the built-in scenes share: what water is at a given resolution.
#pragma once

#include "meniscus/scene/scene.h"
#include "scene/fill.h"

namespace meniscus {

// Settings and first fluid of water of this depth, at the spacing of the setup. k from the depth, so that the bottom is
// compressed by the given share at most; time step as long as the printed kernels stay stable with; viscosity as calm *
// rho0 * sqrt(k) * h. Real water's would not do: poly6 density with the spiky gradient feeds energy into the flow, and
// calm 0.006 is the least that takes it out again. More makes the fluid come to rest sooner.
void setWater(WorldSetup& setup, float depth, float compression, float calm);

}  // namespace meniscus
