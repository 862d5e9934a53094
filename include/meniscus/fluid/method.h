// A Method is how a fluid moves: the longest stable step, one substep from one state into the next, and what Frames
// show of it. Everything else (walls, emitters, tools, rewind, views) does not know which method runs. A method is a
// folder below src/fluid/methods with a file that registers it.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "meniscus/core/parallel.h"
#include "meniscus/fluid/fluid_state.h"
#include "meniscus/fluid/force_field.h"
#include "meniscus/fluid/settings.h"
#include "meniscus/fluid/space.h"
#include "meniscus/fluid/stage.h"
#include "meniscus/sph/fluid.h"

namespace meniscus {

inline constexpr std::string_view kDefaultMethod = "mcg03";

// All that a method is given for a substep; nothing in it changes meanwhile.
struct StepContext {
    const Settings& settings;
    std::span<const FluidKind> fluids;    // the table
    const FluidCounts& fluidCounts;       // particles of each
    std::span<const ForceField> fields;   // that act
    std::span<const HeatRegion> heaters;  // hot and cold places
    std::span<const float> heaterTemperatures;
    double time;     // s, simulated since the start or the last reset
    float maxSpeed;  // m/s, of the fastest particle
    Threads& threads;
    StageSeconds& stageSeconds;
};

// No method leaves forces out for longer than this many of its substeps.
inline constexpr float kMaxStride = 4.0f;

// How long a substep is. Velocities live between positions (leapfrog), so that forces act over half of either
// neighbouring substep.
struct SubstepTimes {
    float dt = 0.0f;    // s, positions move for so long
    float kick = 0.0f;  // s, forces act for so long
    float heat = 0.0f;  // s, heat and dye flow for so long
    float owed = 0.0f;  // s, forces that the substeps before left out have yet to act for so long
};

// What came out of a substep.
struct SubstepReport {
    static constexpr uint32_t kNoneBad = ~0u;

    float maxSpeed2 = 0.0f;         // m^2/s^2
    float maxAcceleration2 = 0.0f;  // m^2/s^4, as it acts in this substep: slow forces several times, or not at all
    uint64_t speedLimited = 0;      // particles that the speed limit held back
    uint64_t neighbors = 0;
    uint64_t crowded = 0;                          // particles with so many neighbours that not all were counted
    int leftOut = 0;                               // iterations of a solve that are too much work for a substep
    std::array<double, kMaxHeaters> heaterHeat{};  // kg K that each heater gave
    float owed = 0.0f;                             // s, for which forces that were left out have yet to act
    uint32_t firstBad = kNoneBad;                  // index of the first particle whose state is not finite or runs away
    std::span<const WallLoad> wallLoads;           // momentum that each wall got; valid until the next pass
};

class Method {
  public:
    virtual ~Method() = default;

    // The longest stable substep for the present state, s.
    [[nodiscard]] virtual float stableTimeStep(const StepContext& context, const FluidState& state) const = 0;

    // One substep from current into next, which has room for as many, and into the evaluation. The order of particles
    // may change. current keeps its particles; whether next is good is in the report.
    [[nodiscard]] virtual SubstepReport substep(const StepContext& context, const SubstepTimes& times,
                                                ParticleArrays& current, ParticleArrays& next,
                                                Evaluation& evaluation) = 0;

    // What substep() would find, without moving anything: next gets the present positions, velocities of the whole step
    // and the order to which the evaluation belongs. times.heat is 0. accelerations may be null; it has room for all
    // particles and their ghosts.
    virtual void evaluate(const StepContext& context, const SubstepTimes& times, ParticleArrays& current,
                          ParticleArrays& next, Evaluation& evaluation, Vec3* accelerations) = 0;

    // The pressure of particle i of the last evaluation, Pa. own is what the particle is made of.
    [[nodiscard]] virtual float pressureOf(size_t i, const Fluid& own, float density) const = 0;

    // Of all arrays that grow with particles.
    [[nodiscard]] virtual size_t bytes() const = 0;
};

// What a method can do with a scene.
struct MethodSupport {
    bool mixtures = false;       // fluids act on each other, heat flows, and phases change
    bool periodic = false;       // rooms with periodic axes
    bool needsOneFluid = false;  // scenes with several fluids or with heat are refused
};

struct MethodInfo {
    std::string_view name;         // for --method and files
    std::string_view title;        // for people
    std::string_view description;  // one sentence
    MethodSupport supports;
    uint64_t costFactor = 1;  // how much longer than mcg03 it takes for a substep, about; a step has a budget
    size_t maxParticles = std::numeric_limits<size_t>::max();  // with more a single substep would take too long
    std::unique_ptr<Method> (*make)(Space& space);
};

// Registers a method at the start of the program: a static one in the method's own file is all that it takes.
struct MethodRegistration {
    explicit MethodRegistration(const MethodInfo& info);
};

// In the order of their names, the default first.
[[nodiscard]] std::span<const MethodInfo> methods();

// The method called name; throws InputError with the nearest known name otherwise.
[[nodiscard]] const MethodInfo& findMethod(std::string_view name);

}  // namespace meniscus
