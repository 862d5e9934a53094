// Surface tension as a stress. Where the fluid ends, a skin pulls along the surface: the stress sigma / thickness times
// I - n n / |n|^2 with n = grad c, whose divergence is the force sigma times curvature (Lafaurie et al. 1994). Summed
// in pairs it conserves momentum, and as it has no part across the surface a flat one feels nothing. Nothing holds
// particles to the surface either, since pressure only pushes; so a weak pull between those whose colour c is not whole
// does.
#pragma once

#include <algorithm>
#include <cmath>

#include "meniscus/sph/wide_passes.h"

namespace meniscus {

// Where the fluid ends around a particle; what walls hide is no end.
struct SurfaceShape {
    float colour = 1.0f;  // [MCG03] eq. 15 with all volumes as at rest: 1 inside
    Vec3 gradient;        // of it, 1/m, pointing into the fluid
};

// The skin is the first layer of particles, one spacing thick: below this |n| h a particle is inside the fluid, above
// twice that it is of the skin. On the lattice a flat surface has 1.06 and the layer below it 0. (A skin that pulls
// with |n| itself, as in the papers, pulls a small drop too hard: there |n| is larger.)
inline constexpr float kSkinThreshold = 0.4f;
// Between what the pressure in a drop and what its swing ask for: its radius is not sharper than half a spacing.
inline constexpr float kSkinGain = 1.03f;
// The weak pull, in sigma / spacing for each unit of colour that is missing. Half of it lets particles leave the
// surface, four times as much makes the skin stiff, so that drops freeze before they are round.
inline constexpr float kHold = 4.0f;
// From this colour on a particle is inside: less is noise, which would pull, and keep the skin's sums busy everywhere.
inline constexpr float kWhole = 0.97f;

[[nodiscard]] inline SurfaceShape surfaceShapeOf(const Fluid& fluid, const SurfaceSums& sums) {
    return {sums.colour * fluid.colourScale, sums.direction * fluid.colourGradientScale};
}

[[nodiscard]] inline SurfaceRecord surfaceStressOf(const Fluid& fluid, const SurfaceShape& shape) {
    const float missing = std::max(kWhole - shape.colour, 0.0f);
    const float hold = kHold * fluid.surfaceTension / fluid.spacing * missing;
    const float n = length(shape.gradient);
    const float share = std::clamp(n * fluid.h / kSkinThreshold - 1.0f, 0.0f, 1.0f);
    const float skin = kSkinGain * fluid.surfaceTension / fluid.spacing * share;
    if (!(skin > 0.0f)) return {.pull = hold};
    const Vec3 a = shape.gradient * (std::sqrt(skin) / n);
    return {a.x, a.y, a.z, skin + hold};
}

}  // namespace meniscus
