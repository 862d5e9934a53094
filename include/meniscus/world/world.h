// World owns all simulated state and knows nothing of windows.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "meniscus/fluid/emitter.h"
#include "meniscus/fluid/method.h"
#include "meniscus/solid/shape.h"
#include "meniscus/sph/domain.h"
#include "meniscus/world/command.h"
#include "meniscus/world/frame.h"
#include "meniscus/world/statistics.h"

namespace meniscus {

struct WorldState;

struct ParticleSeed {
    Vec3 x;
    Vec3 v;
    uint8_t fluid = 0;                // index into the table of fluids
    float dye = 0.0f;                 // 0 to 1
    float temperature = kOfItsFluid;  // degrees Celsius

    static constexpr float kOfItsFluid = -1000.0f;
};

// The state in which a scene begins.
struct WorldSetup {
    std::string scene;  // its name, for messages
    uint64_t seed = 1;
    Domain domain;    // the closed room around everything
    ShapePtr solids;  // may be empty
    std::string method = std::string(kDefaultMethod);
    Settings settings;
    float spacing = 0.02f;  // m, distance of particles at rest
    std::vector<ParticleSeed> particles;
    // Makes the particles again for a reset, so that the world need not keep its first ones in memory. Built-in scenes
    // set it; who changes their particles must clear it.
    std::function<std::vector<ParticleSeed>()> refill;
    std::vector<Emitter> emitters;
    std::vector<ForceField> fields;
    std::vector<FluidKind> fluids = std::vector<FluidKind>(1);  // the table; at least one
    // Particles carry fluid, temperature and dye of their own. Must be set where there are several fluids; heaters, dye
    // and fields of heat need it, too.
    bool isMixed = false;
    int air = kNoFluid;  // of the table: what trapped air is made of
    std::vector<HeatRegion> heaters;
    std::vector<Vec3> cavitationSites;  // where liquid boils ([MSKG05] 4.4)
    size_t capacity = 0;                // most particles that may exist; at least particles.size()
};

// All that keeps the fluid in: the solids and the faces of the room, as one shape.
[[nodiscard]] ShapePtr wallsOf(const WorldSetup& setup);

// One particle as the outside sees it; velocities are those of the whole step, not of leapfrog's half step.
struct ParticleView {
    uint32_t id = 0;  // stays the same for the particle's life
    Vec3 x;
    Vec3 v;
    float density = 0.0f;                  // kg/m^3
    float pressure = 0.0f;                 // Pa
    Vec3 colourGradient;                   // n of [MCG03] eq. 16, 1/m, points into the fluid
    uint8_t fluid = 0;                     // index into fluids()
    float temperature = kRoomTemperature;  // degrees Celsius
    float dye = 0.0f;                      // 0 to 1
};

// What the fluid does to one wall: the mean over the last step, N.
struct WallForce {
    std::string wall;  // such as "floor" or "solid 1"
    Vec3 force;
};

// What the hash of a state is made of. Replays of version 1 hold one that has the colours of fluids in it.
enum class HashRule { Physics, WithColours };

class World {
  public:
    explicit World(WorldSetup setup, int threads = 0);  // 0 threads: as many as there are cores
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    // Checks the command at once (InputError) and applies it before the next step.
    void submit(Command command);

    // Applies what was submitted now, which is between two steps, so that it shows before the next one; step() does it
    // by itself.
    void applyCommands();

    // One time step of the length settings().timeStep, or less where that would take too much work: totals().isCut, and
    // budgetNote() says why. Throws WorkError when the state is beyond rescue; the world then stands at its last good
    // state, which may lie within the step, and can go on after a command that mends it.
    void step();

    [[nodiscard]] const WorldSetup& setup() const;
    [[nodiscard]] const Settings& settings() const;
    [[nodiscard]] const StepTotals& totals() const;
    // Steps taken since the world was made, also over resets: what the log counts by.
    [[nodiscard]] uint64_t stepIndex() const;
    // Simulated seconds of a step: settings().timeStep, or what the last one came to where it was cut short.
    [[nodiscard]] double stepSeconds() const;
    // What the last step could not do within its budget and what would help, one line; empty where it did all.
    [[nodiscard]] std::string budgetNote() const;
    // Simulated seconds since the world was made, also over resets.
    [[nodiscard]] double clock() const;
    [[nodiscard]] std::span<const LoggedCommand> log() const;
    [[nodiscard]] size_t particleCount() const;
    [[nodiscard]] float supportRadius() const;  // h, m
    [[nodiscard]] float particleMass() const;   // kg, of the first fluid
    [[nodiscard]] float particleMass(size_t fluid) const;
    [[nodiscard]] std::span<const FluidKind> fluids() const;  // the table; at least one
    // Whether particles carry fluid, temperature and dye of their own.
    [[nodiscard]] bool isMixed() const;
    [[nodiscard]] const MethodInfo& method() const;
    [[nodiscard]] std::span<const float> heaterTemperatures() const;  // of setup().heaters
    [[nodiscard]] int threadCount() const;

    // Densities and forces at the present positions. particle() and measure() need it and call it themselves; it costs
    // about as much as a substep the first time after a step, and nothing after that.
    void evaluate() const;
    [[nodiscard]] ParticleView particle(size_t index) const;
    [[nodiscard]] StateMeasure measure() const;
    // Accelerations by all forces, in the order of particle(index).
    [[nodiscard]] std::vector<Vec3> accelerations() const;

    // Of all walls: the six faces of the room, then the solids. Zero before the first step.
    [[nodiscard]] std::vector<WallForce> wallForces() const;

    // A copy of all that changes. Commands that were submitted and not yet applied are not in it.
    [[nodiscard]] WorldState save() const;
    // Takes the state over, together with the commands that led to it: the first state.logSize of log. Throws
    // InputError when the state cannot be one of this world's setup, which then stays as it was.
    void restore(const WorldState& state, std::span<const LoggedCommand> log);

    // The ids of the particles, in the same order.
    [[nodiscard]] std::span<const uint32_t> ids() const;

    // A copy for the screen; costs little after a step. Leaves frame.measure as it is.
    void capture(Frame& frame) const;

    // 64 bits over all particles, time, settings and fluids.
    [[nodiscard]] uint64_t stateHash(HashRule rule = HashRule::Physics) const;
    [[nodiscard]] size_t allocatedBytes() const;  // of all arrays that grow with particles or cells

    struct Impl;

  private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace meniscus
