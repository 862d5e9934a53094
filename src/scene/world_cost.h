// What a world of a scene takes before its first step, about.
#pragma once

#include <cstddef>

#include "meniscus/scene/scene.h"

namespace meniscus {

// A little more than bench measures at 500,000 particles; only for refusing what cannot fit.
inline constexpr double kBytesPerParticle = 220.0;

// Room in memory for fluid that the user pours in.
[[nodiscard]] size_t playCapacity(const Scene& scene);

// With that room.
[[nodiscard]] double worldBytes(const Scene& scene);

}  // namespace meniscus
