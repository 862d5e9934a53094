// How much of the fluid around each particle of a mixture is of its own kind: the surface of a kind is where that ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "meniscus/core/vec3.h"

namespace meniscus {

// By the weights of poly6, itself among them: 1 within its own kind, little for one alone among others. kinds: one a
// place. 0 where a place is no number.
void findOwnShare(std::span<const Vec3> places, std::span<const uint8_t> kinds, float supportRadius,
                  std::vector<float>& share);

}  // namespace meniscus
