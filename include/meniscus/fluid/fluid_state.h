// What a fluid is at one moment, and what a method found out about it.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "meniscus/fluid/fluid_kind.h"
#include "meniscus/sph/particle_arrays.h"

namespace meniscus {

struct FluidState {
    ParticleArrays particles;
    std::vector<FluidKind> fluids{FluidKind{}};  // the table; at least one
    uint32_t nextId = 0;
    float previousDt = 0.0f;       // s, of the last substep: leapfrog's velocities lag by half of it
    float owed = 0.0f;             // s, for which forces that act in strides have yet to act
    float maxSpeed = 0.0f;         // m/s
    float maxAcceleration = 0.0f;  // m/s^2

    // Whether particles carry fluid, temperature and dye of their own.
    [[nodiscard]] bool isMixed() const { return particles.isMixed(); }
    // The index of the fluid of that name; kNoFluid when there is none.
    [[nodiscard]] int fluidIndex(std::string_view name) const;
    // What a new particle of the fluid carries.
    [[nodiscard]] ParticleContent contentOf(int fluid) const;
};

// Particles of each fluid of the table.
using FluidCounts = std::array<size_t, kMaxFluids>;
[[nodiscard]] FluidCounts countFluids(const ParticleArrays& particles);

// What a method leaves behind of each particle, in the order of the particles that it has computed: for Frames,
// measurements and changes of phase.
struct Evaluation {
    AlignedVector<NeighborRecord> records;  // of position, velocity and volume; one more than there are particles
    AlignedVector<Vec3> colourGradient;     // n of [MCG03] eq. 16, 1/m, points into the fluid
    AlignedVector<Vec3> surfaceGradient;    // likewise of liquids alone, c^s of [MSKG05]; empty unless mixed
    double meanNeighbors = 0.0;

    void resize(size_t capacity, bool isMixed);
    // The same particle at another place; particles close ranks.
    void copy(size_t from, size_t to) {
        records[to] = records[from];
        colourGradient[to] = colourGradient[from];
        if (!surfaceGradient.empty()) surfaceGradient[to] = surfaceGradient[from];
    }
    [[nodiscard]] size_t bytes() const;
};

// Changes of phase since the start or the last reset.
struct PhaseCounts {
    uint64_t airBorn = 0;    // particles of trapped air that came into being
    uint64_t gasGone = 0;    // of gas that vanished where no liquid holds it, or as the flame went out
    uint64_t boiled = 0;     // particles that turned into vapour
    uint64_t condensed = 0;  // and back
};

}  // namespace meniscus
