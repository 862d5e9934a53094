#include "meniscus/fluid/material.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

Fluid firstFluid(const Settings& settings, const FluidKind& kind, const Space& space) {
    Fluid fluid;
    fluid.pair = settings.kernelPair;
    fluid.tension = settings.tensionModel;
    fluid.h = space.h;
    fluid.spacing = space.spacing;
    fluid.mass = massOf(kind, settings, space);
    fluid.restDensity = kind.restDensity;
    fluid.stiffness = settings.pressureOn * kind.stiffness;
    fluid.viscosity = settings.viscosityOn * kind.viscosity;
    fluid.stabiliser = settings.stabiliser ? stabiliserViscosity(settings, kind, space.h) : 0.0f;
    if (settings.kernelPair == KernelPair::Wendland) {
        fluid.yieldSlowness = 1.0f / (kCalmSpeed * std::sqrt(std::max(kind.stiffness, 1.0f)));
    }
    fluid.surfaceTension = settings.tensionOn * settings.surfaceTension;
    fluid.surfaceThreshold = settings.surfaceThreshold / space.h;
    if (fluid.tension == TensionModel::Cohesion) {
        fluid.cohesion = calibratedCohesion(space.h, space.spacing, fluid.surfaceTension);
    }
    fluid.allowSuction = settings.allowSuction;
    return fluid;
}

Fluid ownFluid(const Fluid& first, const Settings& settings, const FluidKind& kind, float temperature) {
    Fluid own = first;
    own.mass = first.mass * (kind.restDensity / first.restDensity);
    own.restDensity = kind.restDensityAt(temperature);
    own.stiffness = settings.pressureOn * kind.stiffness;
    own.viscosity = settings.viscosityOn * kind.viscosity;
    own.stabiliser = settings.stabiliser ? stabiliserViscosity(settings, kind, first.h) : 0.0f;
    return own;
}

float stabiliserViscosity(const Settings& settings, const FluidKind& kind, float h) {
    return settings.stabiliserStrength * kind.restDensity * std::sqrt(kind.stiffness) * h;
}

float massOf(const FluidKind& kind, const Settings& settings, const Space& space) {
    return calibratedMass(settings.kernelPair, space.h, space.spacing, kind.restDensity);
}

}  // namespace meniscus
