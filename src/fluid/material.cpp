#include "meniscus/fluid/material.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

// Settled neighbours sum to this share of a Laplacian (poiseuille in docs/validation.md). The printed model keeps its
// sum.
constexpr float kSettledLaplacian = 0.945f;

float actingViscosity(const Settings& settings, const FluidKind& kind) {
    const bool isCalibrated = settings.stabiliser && settings.kernelPair == KernelPair::Wendland;
    return settings.viscosityOn * kind.viscosity / (isCalibrated ? kSettledLaplacian : 1.0f);
}

// Viscosity in units of rho0 sqrt(k) h, as that is what calms springy particles. A hundredth of it is none.
float thicknessOf(const Settings& settings, const FluidKind& kind, float h) {
    constexpr float kThick = 0.025f, kThin = 0.01f;
    if (!settings.viscosityOn) return 0.0f;
    const float sound = std::sqrt(std::max(kind.stiffness, 1.0f));
    const float thickness = kind.viscosity / (kThick * kind.restDensity * sound * h);
    return thickness < kThin ? 0.0f : std::min(thickness, 1.0f);
}

// Half of the rate of strain E at which the viscous stress, 2 mu E, is this share of rho0 k: in creep it is a third of
// that (splash at 10 Pa s); waves of three spacings begin with three times as much (20 to 100 Pa s).
float creepRateOf(const Settings& settings, const FluidKind& kind) {
    constexpr float kCreep = 1.2e-4f;
    return 0.25f * kCreep * kind.restDensity * kind.stiffness / std::max(actingViscosity(settings, kind), 1e-6f);
}

}  // namespace

Fluid firstFluid(const Settings& settings, const FluidKind& kind, const Space& space) {
    Fluid fluid;
    fluid.pair = settings.kernelPair;
    fluid.tension = settings.tensionModel;
    fluid.h = space.h;
    fluid.spacing = space.spacing;
    fluid.mass = massOf(kind, settings, space);
    fluid.restDensity = kind.restDensity;
    fluid.stiffness = settings.pressureOn * kind.stiffness;
    fluid.viscosity = actingViscosity(settings, kind);
    fluid.thickness = thicknessOf(settings, kind, space.h);
    fluid.creepRate = creepRateOf(settings, kind);
    fluid.stabiliser = settings.stabiliser ? stabiliserViscosity(settings, kind, space.h) : 0.0f;
    if (settings.kernelPair == KernelPair::Wendland) {
        const float springs = kind.stiffness + skinStiffness(settings, kind, space.h);
        fluid.yieldSlowness = 1.0f / (kCalmSpeed * std::sqrt(std::max(springs, 1.0f)));
    }
    fluid.surfaceTension = settings.tensionOn * settings.surfaceTension;
    fluid.surfaceThreshold = settings.surfaceThreshold / space.h;
    if (fluid.tension == TensionModel::Cohesion) {
        fluid.cohesion = calibratedCohesion(space.h, space.spacing, fluid.surfaceTension);
    }
    if (fluid.tension == TensionModel::Stress) {
        const float skinSound = std::sqrt(skinStiffness(settings, kind, space.h));
        fluid.rimFriction = kRimFriction * kind.restDensity * skinSound * space.h;
        const Kernels<double> kernels(space.h);
        // Four powers of h are in the sum's weight already.
        fluid.colourGradientScale =
            static_cast<float>(kernels.poly6GradientScale * kernels.h2 * kernels.h2 * space.restVolume());
        fluid.colourScale = static_cast<float>(1.0 / latticeColourSum(static_cast<double>(space.h) / space.spacing));
    }
    fluid.allowSuction = settings.allowSuction;
    return fluid;
}

Fluid ownFluid(const Fluid& first, const Settings& settings, const FluidKind& kind, float temperature) {
    Fluid own = first;
    own.mass = first.mass * (kind.restDensity / first.restDensity);
    own.restDensity = kind.restDensityAt(temperature);
    own.stiffness = settings.pressureOn * kind.stiffness;
    own.viscosity = actingViscosity(settings, kind);
    own.thickness = thicknessOf(settings, kind, first.h);
    own.creepRate = creepRateOf(settings, kind);
    own.stabiliser = settings.stabiliser ? stabiliserViscosity(settings, kind, first.h) : 0.0f;
    return own;
}

float stabiliserViscosity(const Settings& settings, const FluidKind& kind, float h) {
    const float springs = kind.stiffness + skinStiffness(settings, kind, h);
    return settings.stabiliserStrength * kind.restDensity * std::sqrt(springs) * h;
}

float skinStiffness(const Settings& settings, const FluidKind& kind, float h) {
    constexpr float kGain = 100.0f;  // found with stretched drops
    if (settings.tensionModel != TensionModel::Stress || !settings.tensionOn) return 0.0f;
    return kGain * settings.surfaceTension / (kind.restDensity * h);
}

float massOf(const FluidKind& kind, const Settings& settings, const Space& space) {
    return calibratedMass(settings.kernelPair, space.h, space.spacing, kind.restDensity);
}

}  // namespace meniscus
