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

// What the density pass found at a particle.
struct Density {
    float pressureTerm;  // p V^2 times the stride, N m^4
    float volume;        // m^3
    float growth;        // of the sum of W by walls
    float wallShare;     // of walls in that sum
};

// How far thick fluid flows, 0 to 1, rather than creeps.
[[nodiscard]] inline float shareFlowing(const Fluid& fluid, const Strain& halfRate) {
    const float rate2 = squareOf(halfRate), creep2 = fluid.creepRate * fluid.creepRate;
    return rate2 * rate2 / (rate2 * rate2 + creep2 * creep2 + 1e-20f);
}

// Neighbours that lie around a particle unevenly, B = sum of V x gradW = s I + D, pass on p B instead of p: a shear
// stress, with which fluid that has been sheared pushes back like a solid. B^-1 in place of I / s takes it out (a
// corrected gradient, as Bonet and Lok 1999, in the symmetric form of Vila 1999), here to first order, and to second in
// thick fluid, which strains more: - D / s^2 + D^2 / s^3, times p V^2. As it is a function of B, its torque is zero.
// sums: with what fluid inside walls would add without its trace.
[[nodiscard]] inline Strain reliefOf(const StrainSums& sums, const Density& at, float gradientScale, const Fluid& fluid,
                                     const Strain& halfRate) {
    // Among few neighbours relief feeds noise, so that thin fluid boils, and beside walls it makes it creep. Viscosity
    // damps both: thick fluid, which cannot shake off a strain by itself, has relief at walls and nearly up to its
    // surface.
    constexpr float kMaxWallShare = 0.01f;
    const float thickness = fluid.thickness;
    const float none = 0.75f - 0.17f * thickness, all = 0.85f - 0.12f * thickness;
    const float pull = at.volume * gradientScale;
    const float s = pull * (sums.aroundXx + sums.aroundYy + sums.aroundZz) / 3.0f;
    const float fullness = std::clamp((at.growth * s - none) / (all - none), 0.0f, 1.0f);
    const float trust = fullness * std::max(1.0f - at.wallShare / kMaxWallShare, thickness);
    if (!(trust > 0.0f) || at.pressureTerm == 0.0f) return {};
    // All of it would feed vortices without viscosity. Walls do not give way as the fluid does, so that beside them the
    // fluid that does has to be relieved of more (fitted to waves of 20 to 100 Pa s). At rest that would drive a creep
    // without end.
    constexpr float kInFluid = 0.95f, kMoreAtWalls = 0.65f;
    float part = kInFluid;
    if (at.wallShare > 0.0f && thickness > 0.0f) {
        part += kMoreAtWalls * thickness * std::min(at.wallShare / kMaxWallShare, 1.0f) * shareFlowing(fluid, halfRate);
    }
    const Strain lopsided = withoutTrace(sums.aroundXx, sums.aroundYy, sums.aroundZz,
                                         {.xy = sums.aroundXy, .yz = sums.aroundYz, .zx = sums.aroundZx});
    const float scale = -part * trust * at.pressureTerm * pull / (s * s);
    return (lopsided + squareWithoutTrace(lopsided) * (-thickness * pull / s)) * scale;
}

// How far the viscosity of a particle acts as a stress, under which a surface is free of shear and what turns is free
// of viscosity; eq. 14, a Laplacian, equals that inside the fluid only. Next to walls it fades out: eq. 14 knows what
// sticks to them. Some of eq. 14 is left everywhere, as vortices of few particles are smooth to a stress.
[[nodiscard]] inline float stressShare(float wallShare) {
    constexpr float kMost = 0.9f, kMaxWallShare = 0.03f;
    return kMost * std::max(1.0f - wallShare / kMaxWallShare, 0.0f);
}

// What viscosity passes on as a stress, - 2 mu times the rate of strain, times V^2: added to the relief.
[[nodiscard]] inline Strain viscousStress(const Strain& halfRate, float viscosity, float volume) {
    // As the sums over settled neighbours want it (poiseuille and taylor-green). The acting viscosity is larger
    // already, for those of eq. 14.
    constexpr float kGain = 1.04f;
    return halfRate * (-4.0f * kGain * viscosity * volume * volume);
}

}  // namespace meniscus
