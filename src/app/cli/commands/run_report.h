// What `meniscus run` tells about a run, for people and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/json_output.h"
#include "meniscus/fluid/settings.h"
#include "meniscus/world/world.h"

namespace meniscus {

struct ExportTotals {
    std::string folder;
    uint64_t files = 0;
    uint64_t bytes = 0;
    double wallSeconds = 0.0;
};

// What a run has of one fluid at its end.
struct FluidShare {
    std::string name;
    size_t particles = 0;
    double mass = 0.0;  // kg, of all of them
};

struct RunReport {
    std::string scene;
    uint64_t seed = 1;
    int threads = 0;
    Settings settings;
    FluidKind firstFluid;
    StepTotals totals;
    std::string budgetNote;  // World::budgetNote() at the end
    std::string restNote;    // why the fluid has not come to rest; empty where it has
    StateMeasure state;
    std::vector<FluidShare> fluids;  // empty where all is of one fluid and has no temperature
    double wallSeconds = 0.0;        // of stepping only
    double newSeconds = 0.0;         // simulated by this run; a snapshot has some before
    uint64_t newSteps = 0;
    uint64_t particleSteps = 0;  // particles summed over steps, however the CFL guard split them
    size_t allocatedBytes = 0;
    std::string method;
    std::vector<WallForce> wallForces;  // of the last step
    uint64_t hash = 0;
    std::optional<ExportTotals> exported;
    bool isFinished = true;  // false when interrupted or failed on the way
};

[[nodiscard]] std::string reportText(const RunReport& report);
[[nodiscard]] Json reportJson(const RunReport& report);

// All settings by their keys, with values as --set takes them.
[[nodiscard]] Json settingsJson(const Settings& settings, const FluidKind& firstFluid);

}  // namespace meniscus
