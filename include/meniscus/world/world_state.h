// All that changes while a world runs, as plain data. A world made from the same setup that takes it over goes on bit
// for bit as the one it was taken from: for snapshots, the timeline and shared moments.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "meniscus/fluid/emitter.h"
#include "meniscus/fluid/fluid_kind.h"
#include "meniscus/fluid/method.h"
#include "meniscus/fluid/settings.h"
#include "meniscus/world/command.h"
#include "meniscus/world/statistics.h"

namespace meniscus {

struct WorldState : MotionColumns<PlainVector>, ContentColumns<PlainVector> {
    uint64_t stepIndex = 0;
    double clock = 0.0;
    size_t logSize = 0;  // how many commands had been applied

    // Particles are in the order in which the world has them, on which its sums depend. What they carry is empty,
    // whatever the count, unless isMixed.
    bool isMixed = false;
    std::string method = std::string(kDefaultMethod);
    Settings settings;
    std::vector<FluidKind> fluids;
    std::array<ForceField, kFieldSlots> userFields{};
    std::vector<EmitterState> emitters;  // one for each of the setup
    std::optional<Emitter> jet;          // that the user pours
    EmitterState jetState;
    std::vector<float> heaterTemperatures;  // one for each of the setup
    uint32_t nextId = 0;
    float previousDt = 0.0f;
    float owed = 0.0f;
    float maxSpeed = 0.0f;
    float maxAcceleration = 0.0f;
    StepTotals totals;  // without stageSeconds, which are of the machine and not of the fluid

    [[nodiscard]] size_t count() const { return id.size(); }
    [[nodiscard]] size_t bytes() const;  // of memory
    [[nodiscard]] static size_t bytesPerParticle(bool isMixed);
};

}  // namespace meniscus
