// A moment of the fluid as surface and files see it: views into arrays that somebody else keeps, one entry a particle.
#pragma once

#include <span>

#include "meniscus/core/vec3.h"

namespace meniscus {

struct FluidParticles {
    std::span<const Vec3> x;               // m; where place or density is no number, it is left out
    std::span<const float> density;        // kg/m^3
    std::span<const Vec3> colourGradient;  // n of [MCG03] eq. 16, 1/m, points into the fluid
    float spacing = 0.0f;                  // m, 2 r
    float supportRadius = 0.0f;            // h, m
    float restDensity = 0.0f;              // kg/m^3
    float loneDensity = 0.0f;              // kg/m^3, what a particle without neighbours measures: m W(0)

    // What [MCG03] 4.2 sums up: every particle stands for this volume, m^3.
    [[nodiscard]] float particleVolume() const { return spacing * spacing * spacing; }
};

}  // namespace meniscus
