// Frame is the only way out of a running world to the screen: a copy of what views and panels need of one moment. The
// simulation fills it, then nobody changes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "meniscus/core/vec3.h"
#include "meniscus/fluid/settings.h"
#include "meniscus/sph/fluid_particles.h"
#include "meniscus/sph/particle_arrays.h"
#include "meniscus/world/statistics.h"

namespace meniscus {

// What particles carry (fluid, temperature, dye, ...) is empty where all are of the first fluid and have no
// temperature.
struct Frame : ContentColumns<PlainVector> {
    StepTotals totals;
    uint64_t stepIndex = 0;  // of the world: also over resets
    double clock = 0.0;      // s, likewise
    Settings settings;
    std::string method;          // its name
    StateMeasure measure;        // of this moment, or of one shortly before
    float spacing = 0.0f;        // m, distance of particles at rest
    float supportRadius = 0.0f;  // h, m
    float particleMass = 0.0f;   // kg
    size_t capacity = 0;         // most particles that may exist
    std::string budgetNote;      // World::budgetNote()
    // Of the fastest particle and of the one that is pushed most, as the guard of the step knows them.
    float maxSpeed = 0.0f;         // m/s
    float maxAcceleration = 0.0f;  // m/s^2

    std::vector<FluidKind> fluids = std::vector<FluidKind>(1);  // the table; at least one

    // Per particle, all of the same length. Densities and gradients are those of the last substep's start.
    std::vector<Vec3> x;               // m
    std::vector<Vec3> v;               // m/s
    std::vector<float> density;        // kg/m^3
    std::vector<float> pressure;       // Pa
    std::vector<Vec3> colourGradient;  // n of [MCG03] eq. 16, 1/m, points into the fluid

    std::vector<float> relativeDensity;  // density over the particle's own rest density; empty unless mixed

    [[nodiscard]] bool isMixed() const { return !fluid.empty(); }
    [[nodiscard]] size_t count() const { return x.size(); }
    void resize(size_t count, bool isMixed = false);
    // Valid as long as the frame is not changed.
    [[nodiscard]] FluidParticles particles() const;
    // Whether [MCG03] eq. 19 takes particle i for one at the surface: |n| above the threshold.
    [[nodiscard]] bool isSurface(size_t i) const {
        return length(colourGradient[i]) * supportRadius >= settings.surfaceThreshold;
    }
};

}  // namespace meniscus
