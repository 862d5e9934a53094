// What a world consists of. Each part has its own place; the world brings them together in its step.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "meniscus/core/parallel.h"
#include "meniscus/fluid/inflow.h"
#include "meniscus/fluid/method.h"
#include "meniscus/world/world.h"
#include "meniscus/world/world_state.h"

namespace meniscus {

class StepBudget;

// Whose particles the evaluation describes, index by index.
enum class Evaluated {
    Nothing,
    Next,     // next holds the present positions and velocities of the whole step
    Current,  // the state itself, whose particles have moved one substep since
};

struct World::Impl {
    Impl(WorldSetup setup, int threads);

    // The step, in world.cpp.
    void step();
    // One substep; false when the result is bad, and then the state is still the last good one.
    bool trySubstep(float dt, bool isRetry, StepBudget& budget);
    // How many substeps the state needs for that time, as far as it is known now.
    [[nodiscard]] int64_t substepsFor(float seconds);
    void beginTotals();
    // The step ends within itself; throws WorkError that says why.
    [[noreturn]] void giveUp(float dt, float remaining);
    void takeReport(const SubstepReport& report, float dt);
    void changePhases(float seconds);  // of the time that the step simulated
    void advance(double seconds);

    // What a step needs besides.
    void reset();
    void addSeeds();
    void setMixed(bool isMixed);  // particles carry fluid, temperature and dye from now on, or no more
    void setMethod(std::string_view name);
    void pour();
    void gatherFields();
    [[nodiscard]] StepContext context();
    [[nodiscard]] Fluid ownFluidOf(const Fluid& first, const ParticleContent& content) const;
    [[nodiscard]] Fluid firstFluid() const;
    void forgetWallLoads();
    void forgetEvaluation() { evaluated = Evaluated::Nothing; }
    void evaluate();
    void evaluateInto(Vec3* accelerations);
    void holdAtWalls();

    // Commands, in apply_commands.cpp.
    void applyCommands();
    // Throws InputError where the command names something that is not there, or adds what is.
    void checkNames(const Command& command) const;

    // Save and restore, in world_state.cpp.
    void checkState(const WorldState& state, size_t logSize) const;
    void checkParticles(const WorldState& state) const;
    void restore(const WorldState& state);

    WorldSetup setup;
    Settings settings;
    Threads threads;
    Space space;
    FluidState fluid;     // the last good state
    ParticleArrays next;  // the particles being computed
    Evaluation evaluation;
    Evaluated evaluated = Evaluated::Nothing;
    const MethodInfo* methodInfo = nullptr;
    std::unique_ptr<Method> method;

    InflowState inflow;
    std::vector<OccupiedPlace> places;  // memory of inflow
    std::array<ForceField, kFieldSlots> userFields{};
    std::vector<ForceField> activeFields;  // in this step, of the scene and of the user, strengths as they act
    std::vector<float> heaterTemperatures;
    FluidCounts fluidCounts{};  // at the start of the step

    std::vector<Command> pending;
    std::vector<LoggedCommand> log;
    uint64_t stepIndex = 0;  // never goes back, also not on reset: it orders the log
    double clock = 0.0;      // s of simulated time, likewise
    StepTotals totals;
    uint32_t badParticle = SubstepReport::kNoneBad;
    std::vector<WallLoad> wallLoads;  // momentum that each wall got in the last step
    double wallLoadSeconds = 0.0;     // s, in which it did
};

}  // namespace meniscus
