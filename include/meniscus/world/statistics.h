// What the world measures about itself, in every step and on request.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "meniscus/core/vec3.h"
#include "meniscus/fluid/fluid_kind.h"
#include "meniscus/fluid/fluid_state.h"
#include "meniscus/fluid/stage.h"

namespace meniscus {

// Running totals since the start or the last reset. Cheap: they fall out of the step.
struct StepTotals : PhaseCounts {
    uint64_t steps = 0;
    uint64_t substeps = 0;        // more than steps where the CFL guard split them
    uint64_t halvings = 0;        // how often a step was taken back and halved
    uint64_t speedLimited = 0;    // particle substeps in which the speed limit acted
    uint64_t particleSteps = 0;   // particles summed over substeps
    uint64_t emitterSkipped = 0;  // particles that an emitter could not place because the world is full
    uint64_t cutSteps = 0;        // steps that simulated less than their time step, as their budget was spent
    uint64_t crowded = 0;         // particle substeps in which not all neighbours were counted, as there were too many
    double simulatedSeconds = 0.0;
    int lastSubsteps = 0;
    double lastSeconds = 0.0;  // s, that the last step simulated
    bool isCut = false;        // the last step is one of cutSteps
    uint64_t lastCrowded = 0;  // particles, in the last substep
    int lastLeftOut = 0;       // iterations of its solve that were too much work
    StageSeconds stageSeconds{};

    // Whether the last step did less than was asked for: then the world has a budgetNote().
    [[nodiscard]] bool isLimited() const { return isCut || lastCrowded > 0 || lastLeftOut > 0; }
};

// A measurement of the present state; costs a pass over the particles.
struct StateMeasure {
    size_t particles = 0;
    double meanNeighbors = 0.0;
    double meanDensityRatio = 0.0;  // density / rest density
    double maxDensityRatio = 0.0;
    double kineticEnergy = 0.0;    // J
    double potentialEnergy = 0.0;  // J, against the floor of the domain
    double meanSpeed = 0.0;        // m/s
    double maxSpeed = 0.0;         // m/s
    Vec3 momentum;                 // kg m/s
    double heat = 0.0;             // kg K, sum of mass times temperature in degrees Celsius; 0 without temperatures
    double coldest = 0.0;          // degrees Celsius
    double hottest = 0.0;
    std::array<size_t, kMaxFluids> perFluid{};  // particles of each fluid of the table
    size_t escaped = 0;                         // outside the domain, inside solid matter, or not a number
};

}  // namespace meniscus
