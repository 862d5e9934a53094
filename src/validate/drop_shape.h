// The shape of a drop, from the particles that it is made of.
#pragma once

#include <span>

#include "validate/measurement.h"

namespace meniscus {

struct DropShape {
    Vec3d centre;
    Vec3d meanSquare;  // of the distance from the centre along each axis, m^2
};

[[nodiscard]] DropShape shapeOf(std::span<const ParticleView> particles);

[[nodiscard]] double distanceFrom(Vec3d centre, const ParticleView& i);

// A ball of uniform density has a mean square radius of 3/5 R^2.
[[nodiscard]] double radiusOf(const DropShape& shape);

// How far from round: the outermost particle in each of the 26 directions, root mean square deviation of its distance
// over the mean. A cube has 0.16; its moments of inertia alone would not tell it from a ball.
[[nodiscard]] double unevenness(std::span<const ParticleView> particles, Vec3d centre);

}  // namespace meniscus
