// Where the fluid is, and how large.
#pragma once

#include <span>

#include "meniscus/core/vec3.h"
#include "meniscus/world/frame.h"

namespace meniscus {

// Around those places that are finite, with a margin (m) on every side; for none, a box of no size at the origin.
[[nodiscard]] Bounds boundsOf(std::span<const Vec3> places, float margin);

// The side of a cube of all fluid, m: the measure of what is thick and what is thin.
[[nodiscard]] float fluidSize(const Frame& frame);

}  // namespace meniscus
