// A dissipation that knows noise from flow. Particles that only attract and repel are molecules: what a splash brings
// in stays in them as disorder. Viscosity takes it out, but makes a syrup of water. So only that part of two particles'
// velocities is damped which the smooth flow around them does not explain (linear reconstruction in artificial
// viscosity: Frontiere et al. 2017, Rosswog 2020), and only along the line between them.
#pragma once

#include <algorithm>

#include "meniscus/sph/wide_passes.h"

namespace meniscus {

// Half the rate of strain that fits the neighbours' velocities, as if they lay around the particle evenly. Its trace is
// left out: no flow of water swells or shrinks, so that all of that is noise.
[[nodiscard]] inline Strain strainOf(const StrainSums& sums, float h) {
    // With a handful of neighbours nothing tells a flow from noise. Six on the rest lattice have the first spread, ten
    // the second; in between it fades in, so that no particle jumps as a neighbour comes or goes.
    constexpr float kNone = 0.6f, kAll = 1.0f;
    const float trust = std::clamp((sums.spread - kNone) / (kAll - kNone), 0.0f, 1.0f);
    if (!(trust > 0.0f)) return {};
    // Evenly around, the sum of w x x over that of w r^2 is a third.
    const float scale = trust * 0.5f * 3.0f / (sums.spread * h * h);
    const float third = (sums.xx + sums.yy + sums.zz) / 3.0f;
    return {.xx = scale * (sums.xx - third),
            .yy = scale * (sums.yy - third),
            .xy = 0.5f * scale * sums.xy,
            .yz = 0.5f * scale * sums.yz,
            .zx = 0.5f * scale * sums.zx};
}

// With the consistent kernels this share of the pressure of water at rest acts (by the slope of it in still-tank, where
// 28 settled neighbours sum to 0.94 of a gradient and walls give a part back), so that pressure acts with the rest as
// factor. Only with the stabiliser: older states go on bit for bit.
inline constexpr float kSettledGradient = 0.97f;
[[nodiscard]] inline float pressureGain(const Fluid& fluid, bool isStabilised) {
    return isStabilised && fluid.pair == KernelPair::Wendland ? 1.0f / kSettledGradient : 1.0f;
}

// Neighbours that lie around a particle unevenly, B = sum of V x gradW = s I + D, pass on p B instead of p: a shear
// stress, with which fluid that has been sheared pushes back like a solid. B^-1 in place of I / s takes it out (a
// corrected gradient, as Bonet and Lok 1999, in the symmetric form of Vila 1999), here to first order: - D / s^2, times
// p V^2. As it is a function of B, its torque is zero.
// pull: V times the scale of the kernel's gradient. wallShare: of the density. Next to walls and the surface, where B
// is not whole, it fades out.
[[nodiscard]] inline Strain reliefOf(const StrainSums& sums, float pressureTerm, float pull, float wallShare) {
    constexpr float kNone = 0.75f, kAll = 0.85f, kMaxWallShare = 0.01f;
    const float third = (sums.aroundXx + sums.aroundYy + sums.aroundZz) / 3.0f;
    const float s = pull * third;
    const float fullness = std::clamp((s - kNone) / (kAll - kNone), 0.0f, 1.0f);
    const float trust = fullness * std::max(1.0f - wallShare / kMaxWallShare, 0.0f);
    if (!(trust > 0.0f) || pressureTerm == 0.0f) return {};
    // All of it would feed vortices without viscosity (-0.04 Pa s in taylor-green, and as much the other way like
    // this).
    constexpr float kPart = 0.97f;
    const float scale = -kPart * trust * pressureTerm * pull / (s * s);
    return {.xx = scale * (sums.aroundXx - third),
            .yy = scale * (sums.aroundYy - third),
            .xy = scale * sums.aroundXy,
            .yz = scale * sums.aroundYz,
            .zx = scale * sums.aroundZx};
}

}  // namespace meniscus
