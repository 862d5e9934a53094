// The state of a world and the stages of its step.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "meniscus/core/parallel.h"
#include "meniscus/sph/wall_table.h"
#include "meniscus/sph/wide_passes.h"
#include "meniscus/world/world.h"
#include "meniscus/world/world_state.h"
#include "world/periodic.h"
#include "world/walls.h"

namespace meniscus {

// Below this, in 1 / h, the gradient of c^i is noise within one fluid and no interface; its peak at a flat one is 1.23.
inline constexpr float kInterfaceThreshold = 0.1f;
// In spacings, the radius of the jet that a user pours: each step looks at all its places.
inline constexpr float kWidestJet = 128.0f;
// Liquid wets the walls: they push gas away by this much more than its pressure. What the wall's force lacks against
// that of fluid in layers, some percent, would else hold bubbles down against their buoyancy.
inline constexpr float kWetting = 1.3f;

// What one chunk of particles reports; combined in chunk order, so that the sums are the same for every thread count.
struct ChunkReport {
    float maxSpeed2 = 0.0f;
    float maxAcceleration2 = 0.0f;
    uint32_t speedLimited = 0;
    uint64_t neighbors = 0;
    std::array<double, kMostHeaters> heaterHeat{};  // kg K that each heater gave
    uint32_t firstBad = kNoneBad;  // index of the first particle whose state is not finite or runs away

    static constexpr uint32_t kNoneBad = ~0u;
};

struct World::Impl {
    Impl(WorldSetup setup, int threads);

    void reset();
    void checkState(const WorldState& state, size_t logSize) const;
    void restore(const WorldState& state);
    void applyCommands();
    struct Apply;  // what each command does, in apply_commands.cpp
    void runEmitters();
    void runEmitter(const Emitter& emitter, EmitterState& state);
    void emitLayer(const Emitter& emitter, EmitterState& state, float lead);
    bool tryAppend(Vec3 x, Vec3 v, const ParticleContent& content);
    void reserve(size_t capacity);
    // Particles carry fluid, temperature and dye from now on, or no more.
    void setMixed(bool isMixed);
    [[nodiscard]] bool isMixed() const { return current.isMixed(); }
    [[nodiscard]] int fluidIndex(const std::string& name) const;  // kNoFluid when there is none of that name
    [[nodiscard]] ParticleContent contentOf(int fluid) const;
    // Throws InputError where the command names a fluid that is not there, or adds one that is.
    void checkFluidNames(const Command& command) const;
    [[nodiscard]] float massOf(const FluidKind& kind) const;
    void gatherFields();

    void step();
    // One substep from current into next; false when the result is bad, and then current is still the good state.
    bool trySubstep(float dt, bool isRetry);
    [[noreturn]] void giveUp(float dt, float remaining);

    // The stages. All read current or next and write next.
    void sortIntoCells();
    void computeDensity(const Fluid& fluid);
    // How long forces and heat act: looking at a state is not letting heat flow.
    struct Times {
        float kick = 0.0f;
        float heat = 0.0f;
    };
    void computeForces(const Fluid& fluid, const Times& times, Vec3* accelerations);
    void moveParticles(const Fluid& fluid);
    void evaluate();
    void evaluateInto(Vec3* accelerations);
    void dropGhosts(Vec3* accelerations = nullptr);
    [[nodiscard]] PassInput passInput(const Fluid& fluid);
    [[nodiscard]] float wallKernelSum(Vec3 x) const;
    [[nodiscard]] bool isNearWall(Vec3 x) const { return walls->isNear(x, grid->cellOf(x)); }
    [[nodiscard]] Vec3 surfaceTension(const Fluid& fluid, Vec3 gradient, float laplacian) const;
    [[nodiscard]] Vec3 externalAcceleration(Vec3 x, Vec3 v) const;
    // Mixed fluids, in mixture.cpp. The fluid is the particle's own.
    [[nodiscard]] ContentRecord contentRecord(const Fluid& fluid, const ParticleContent& content) const;
    // The gradient of c^i and the stress that interface tension makes of it.
    void computeInterface(const PassInput& input);
    [[nodiscard]] Vec3 wallColourGradient(size_t i) const;
    [[nodiscard]] Vec3 wallStressForce(size_t i) const;
    // Adds all forces to sum.force; returns what accelerates without being one.
    Vec3 addMixedForces(const Fluid& fluid, size_t i, ForceSums& sum, const MixedSums& mixed);
    void flowHeat(const Fluid& fluid, size_t i, const MixedSums& mixed, float time, ChunkReport& report);
    [[nodiscard]] InterfaceModel interfaceModel() const { return settings.interfaceModel; }
    [[nodiscard]] float interfaceTension() const { return settings.interfaceOn * settings.interfaceTension; }
    void heatPlates(const ChunkReport& report);
    void countFluids();
    [[nodiscard]] float stableMixedTimeStep() const;

    // Air, boiling and flames, in phases.cpp: between two steps.
    void changePhases();
    [[nodiscard]] bool vanishes(size_t i) const;
    void boilOrCondense(size_t i);
    void removeGas(size_t count);
    void trapAir();
    template <typename Visit>
    bool findInBox(Bounds box, const Visit& visit) const;
    [[nodiscard]] bool isOccupied(Vec3 place, size_t before) const;
    [[nodiscard]] bool isOverLiquid(Vec3 place) const;

    // Adds the walls' part to the sums of a particle.
    void addWallForces(const Fluid& fluid, const NeighborRecord& self, ForceSums& sums) const;

    [[nodiscard]] Fluid fluidFor(float dt) const;
    // What it is for one particle; the same where all are of one fluid.
    [[nodiscard]] Fluid ownFluid(const Fluid& fluid, const ParticleContent& content) const;
    // The longest stable substep for the present state ([MCG03] 3.6 names the Courant-Friedrichs-Lewy condition).
    [[nodiscard]] float stableTimeStep() const;
    [[nodiscard]] ChunkReport combinedReport() const;
    void rebuildWallTable();

    WorldSetup setup;
    Settings settings;
    Threads threads;
    float h = 0.0f;
    std::unique_ptr<CellGrid> grid;
    std::unique_ptr<Walls> walls;
    std::unique_ptr<WallTable> wallTable;
    KernelPair wallTablePair = KernelPair::Mcg03;

    ParticleArrays current;  // the last good state
    ParticleArrays next;     // the state being computed; sorted by cell
    AlignedVector<NeighborRecord> records;
    NeighborNotes notes;
    AlignedVector<Vec3> colourGradient;
    // Of mixed fluids only.
    AlignedVector<ContentRecord> contents;
    AlignedVector<StressRecord> stresses;
    AlignedVector<MixedSums> mixedSums;
    AlignedVector<Vec3> interfaceGradient;          // of c^i, 1/m
    AlignedVector<Vec3> surfaceGradient;            // of c^s, 1/m
    std::array<size_t, kMostFluids> fluidCounts{};  // particles of each fluid at the start of the step
    std::vector<ChunkReport> reports;
    size_t reportCount = 0;
    std::unique_ptr<Ghosts> ghosts;  // where an axis of the domain is periodic
    // What the last passes left in records and colourGradient belongs, index by index, to
    bool isEvaluated = false;       // next, which holds the present positions and whole-step velocities; or to
    bool passesFitCurrent = false;  // current, whose particles have moved one substep since.
    void forgetPasses() { isEvaluated = passesFitCurrent = false; }

    std::vector<Command> pending;
    std::vector<LoggedCommand> log;
    uint64_t stepIndex = 0;  // never goes back, also not on reset: it orders the log
    double clock = 0.0;      // s of simulated time, likewise
    std::array<ForceField, kFieldSlots> userFields{};
    std::vector<ForceField> activeFields;  // in this step, of the scene and of the user, strengths as they act
    std::vector<EmitterState> emitterStates;
    std::vector<FluidKind> fluids;
    std::vector<float> heaterTemperatures;
    std::optional<Emitter> jet;  // that the user pours
    EmitterState jetState;
    uint32_t nextId = 0;

    float previousDt = 0.0f;  // of the last substep: leapfrog's velocities lag by half of it
    float maxSpeed = 0.0f;
    float maxAcceleration = 0.0f;
    uint32_t badParticle = ChunkReport::kNoneBad;
    StepTotals totals;
};

}  // namespace meniscus
