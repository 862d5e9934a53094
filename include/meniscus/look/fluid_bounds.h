// The box around the fluid.
#pragma once

#include <span>

#include "meniscus/core/vec3.h"

namespace meniscus {

// Around those places that are finite, with a margin (m) on every side; for none, a box of no size at the origin.
[[nodiscard]] Bounds boundsOf(std::span<const Vec3> places, float margin);

}  // namespace meniscus
