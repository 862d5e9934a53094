// What the built-in scenes share: what water is at a given resolution.
#pragma once

#include <optional>

#include "meniscus/scene/scene.h"
#include "scene/fill.h"

namespace meniscus {

// Fluid at rest, and how well it should be simulated.
struct WaterColumn {
    float depth;        // m
    float spacing;      // m, of its particles
    float compression;  // at its foot, at most
    // 0: thin as water, with the consistent kernels, and the stabiliser keeps it calm. Else a syrup, with the printed
    // kernels, and viscosity alone keeps it calm: calm * rho0 * sqrt(k) * h, of which 0.006 is the least.
    float calm;
    float gravity;                   // m/s^2
    float restDensity;               // kg/m^3
    std::optional<float> stiffness;  // where it is given; the others follow from it
};

struct WaterValues {
    float stiffness = 0.0f;
    float viscosity = 0.0f;
    float timeStep = 0.0f;
};

// k from the depth, so that the bottom is compressed by the given share at most; time step as long as the kernels stay
// stable with.
[[nodiscard]] WaterValues waterValues(const WaterColumn& column);

// Settings and first fluid of water of this depth, at the spacing of the setup: thin, lively and calm at rest.
void setWater(WorldSetup& setup, float depth, float compression);

// Likewise with the printed kernels, half as thick as they would have to be without the stabiliser. Fluids that meet
// are tuned for it.
void setSyrup(WorldSetup& setup, float depth, float compression, float calm);

}  // namespace meniscus
