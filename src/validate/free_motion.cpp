// Cases momentum, spin and free-fall: what a body of fluid that touches nothing must do, whatever happens inside it.
#include <fmt/format.h>

#include <cmath>

#include "meniscus/core/rng.h"
#include "meniscus/sph/fluid.h"
#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr size_t kParticles = 1000;

// The drop scene in a room so wide that nothing reaches its walls. An empty room costs time too, so not wider.
WorldSetup freeBlob(KernelPair pair) {
    WorldSetup setup = sceneSetup("drop", kParticles);
    setup.domain.bounds = {{-0.5f, -0.7f, -0.5f}, {0.5f, 0.5f, 0.5f}};
    setup.settings.kernelPair = pair;
    setup.settings.gravity = 0.0f;
    return setup;
}

// Squeezed and shaken, so that pressure and viscosity have unequal densities to work on.
void disturb(WorldSetup& setup) {
    constexpr float kSqueeze = 0.99f, kShake = 0.1f;  // of the length; m/s
    Rng rng(7);
    for (ParticleSeed& i : setup.particles) {
        i.x *= kSqueeze;
        const float vx = rng.signedUniform(), vy = rng.signedUniform(), vz = rng.signedUniform();
        i.v = Vec3{vx, vy, vz} * kShake;
    }
}

bool touchesWall(const World& world) {
    const Bounds& room = world.setup().domain.bounds;
    const Vec3 reach = Vec3{1.0f, 1.0f, 1.0f} * world.supportRadius();
    const Bounds inner{room.lower + reach, room.upper - reach};
    for (const ParticleView& i : particlesOf(world)) {
        if (!inner.contains(i.x)) return true;
    }
    return false;
}

// How far the sum of m v wanders in the given number of steps, relative to the sum of m |v| at the start.
double momentumDrift(World& world, int steps) {
    const MomentumSum before = momentumOf(world);
    for (int n = 0; n < steps; ++n) world.step();
    if (touchesWall(world)) return INFINITY;  // then it is no free body
    return length(momentumOf(world).total - before.total) / before.absolute;
}

ValidationResult momentumRow(KernelPair pair, bool isCohesive, std::string_view name, std::string note, int threads) {
    constexpr int kSteps = 300;
    WorldSetup setup = freeBlob(pair);
    setup.settings.tensionModel = TensionModel::Cohesion;
    setup.settings.tensionOn = isCohesive;
    disturb(setup);
    World world(setup, threads);
    const double drift = momentumDrift(world, kSteps);
    return judge({.name = fmt::format("momentum: {}", name),
                  .reference = fmt::format("sum of m v constant over {} steps, no walls", kSteps),
                  .measured = fmt::format("drift {:.1e} of sum m |v|", drift),
                  .error = drift,
                  .bar = 1e-5,
                  .note = std::move(note)});
}

// The colour-field force is not made of pairs, so nothing keeps its sum at zero.
ValidationResult tensionDriftRow(int threads) {
    constexpr double kSeconds = 1.0;
    WorldSetup setup = freeBlob(KernelPair::Mcg03);
    setup.settings.tensionModel = TensionModel::ColourField;
    World world(setup, threads);
    runUntil(world, kSeconds);
    const MomentumSum after = momentumOf(world);
    const double mass = world.particleMass() * static_cast<double>(world.particleCount());
    const double drift = length(after.total) / after.absolute;
    return judgeKnownMiss(
        {.name = "momentum: colour-field tension",
         .reference = "a drop that starts at rest stays where it is",
         .measured = fmt::format("drifts at {:.0f} mm/s after {} s", 1e3 * length(after.total) / mass, kSeconds),
         .error = drift,
         .bar = 1e-5,
         .note = "[MCG03] eq. 19 is not a sum of opposite pairs and does not conserve momentum"});
}

std::vector<ValidationResult> runMomentum(int threads) {
    return {
        momentumRow(KernelPair::Mcg03, false, "mcg03",
                    "with a = f / rho (eq. 8), eq. 10 becomes m^2 (p_i + p_j) / (2 rho_i rho_j): opposite in each pair",
                    threads),
        momentumRow(KernelPair::Wendland, false, "wendland", "p_i / rho_i^2 + p_j / rho_j^2: opposite in each pair",
                    threads),
        momentumRow(KernelPair::Mcg03, true, "cohesion tension", "attracts in pairs", threads),
        tensionDriftRow(threads)};
}

// Sum of m r x v about the origin.
Vec3d angularMomentumOf(const World& world) {
    Vec3d sum;
    const double m = world.particleMass();
    for (const ParticleView& i : particlesOf(world)) {
        const Vec3d x = widened(i.x), v = widened(i.v);
        sum.x += m * (x.y * v.z - x.z * v.y);
        sum.y += m * (x.z * v.x - x.x * v.z);
        sum.z += m * (x.x * v.y - x.y * v.x);
    }
    return sum;
}

ValidationResult spinRow(std::string_view name, bool hasTension, float viscosity, int threads) {
    constexpr double kSeconds = 2.0;
    constexpr Vec3 kTurn{0.0f, 1.0f, 0.0f};  // rad/s
    WorldSetup setup = freeBlob(KernelPair::Wendland);
    setDefaultModel(setup.settings);
    setup.fluids[0].viscosity = viscosity;
    setup.settings.tensionModel = TensionModel::Stress;
    setup.settings.surfaceTension = 5.0f;
    setup.settings.tensionOn = hasTension;
    for (ParticleSeed& i : setup.particles) i.v = cross(kTurn, i.x);
    World world(setup, threads);
    const Vec3d before = angularMomentumOf(world);
    runUntil(world, kSeconds);
    const double change = length(angularMomentumOf(world) - before) / length(before);
    return judgeKnownMiss(
        {.name = fmt::format("spin: {}", name),
         .reference = fmt::format("sum of m r x v constant for {} s, no walls", kSeconds),
         .measured = fmt::format("changes by {:.2f} %", 100.0 * change),
         .error = touchesWall(world) ? INFINITY : change,
         .bar = 0.01,
         .note = "pressure and stabiliser have no torque; the skin does not act along the line between both "
                 "particles, nor does the tenth of viscosity that is eq. 14"});
}

std::vector<ValidationResult> runSpin(int threads) {
    constexpr float kWater = 0.001f, kThick = 1.0f;  // Pa s
    return {spinRow("no tension", false, kWater, threads), spinRow("tension of 5 N/m", true, kWater, threads),
            spinRow("no tension, 1 Pa s", false, kThick, threads)};
}

constexpr double kFallSeconds = 0.4;
constexpr Vec3 kThrow{0.3f, 1.0f, -0.2f};  // m/s

// The distance of the place from where the throw should have it, relative to the way that gravity made it fall.
double fallError(Vec3d from, Vec3d to, const World& world) {
    const double t = world.totals().simulatedSeconds;
    const double fall = 0.5 * world.settings().gravity * t * t;
    const Vec3d expected{from.x + kThrow.x * t, from.y + kThrow.y * t - fall, from.z + kThrow.z * t};
    return length(to - expected) / fall;
}

ValidationResult fallRow(std::string_view name, WorldSetup setup, int threads) {
    setup.settings.gravity = 9.81f;
    setup.settings.tensionOn = false;
    for (ParticleSeed& i : setup.particles) i.v = kThrow;
    World world(setup, threads);
    const Vec3d from = centreOf(particlesOf(world));
    runUntil(world, kFallSeconds);
    const Vec3d to = centreOf(particlesOf(world));
    const double error = touchesWall(world) ? INFINITY : fallError(from, to, world);
    return judge({.name = fmt::format("free-fall: {}", name),
                  .reference = fmt::format("y0 + v0 t - g t^2 / 2 after {} s, thrown", kFallSeconds),
                  .measured = fmt::format("fell {:.4f} m below the straight line",
                                          from.y + kThrow.y * world.totals().simulatedSeconds - to.y),
                  .error = error,
                  .bar = 1e-5});
}

std::vector<ValidationResult> runFall(int threads) {
    WorldSetup lone = freeBlob(KernelPair::Mcg03);
    lone.particles.resize(1);
    return {fallRow("one particle", lone, threads), fallRow("blob", freeBlob(KernelPair::Mcg03), threads)};
}

const ValidationRegistration kMomentum({30, "momentum", "A free body of fluid keeps its linear momentum.",
                                        runMomentum});
const ValidationRegistration kSpin({35, "spin", "A spinning free drop keeps its angular momentum.", runSpin});
const ValidationRegistration kFall({40, "free-fall", "A thrown body of fluid follows the parabola.", runFall});

}  // namespace
}  // namespace meniscus
