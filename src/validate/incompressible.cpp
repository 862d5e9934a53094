// Case incompressible: what the method dfsph claims, in the tank of the cases hydrostatic and rest, with water that is
// thirty times thinner and steps that are longer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/rng.h"
#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr double kSettle = 5.0;  // s

WorldSetup thinTank() {
    constexpr size_t kParticles = 3000;
    WorldSetup setup = sceneSetup("still-tank", kParticles);
    setup.method = "dfsph";
    setup.fluids[0].viscosity = 0.1f;
    setup.settings.timeStep = 0.003f;
    return setup;
}

// Twice the height of the centre of mass: the surface itself is uneven by parts of a spacing.
double volumeLevel(const World& world) {
    return 2.0 * (centreOf(particlesOf(world)).y - world.setup().domain.bounds.lower.y);
}

// The level at which the particles, each a cube of the spacing, fill the tank.
double idealLevel(const World& world) {
    const Vec3 room = world.setup().domain.bounds.size();
    const double cube = std::pow(static_cast<double>(world.setup().spacing), 3);
    return static_cast<double>(world.particleCount()) * cube / (static_cast<double>(room.x) * room.z);
}

// By the line through the particles farther than the support radius from surface and floor.
double pressureSlope(const World& world) {
    const std::vector<ParticleView> particles = particlesOf(world);
    const double h = world.supportRadius();
    const double level = surfaceLevel(particles, world.setup().spacing);
    std::vector<double> depth, pressure;
    for (const ParticleView& i : particles) {
        if (i.x.y < h || level - i.x.y < h) continue;
        depth.push_back(level - i.x.y);
        pressure.push_back(i.pressure);
    }
    return fitLine(depth, pressure).slope;
}

// A drop that is squeezed and shaken, far from all walls.
ValidationResult momentumRow(int threads) {
    constexpr int kSteps = 300;
    WorldSetup setup = sceneSetup("drop", 1000);
    setup.method = "dfsph";
    setup.domain.bounds = {{-0.5f, -0.7f, -0.5f}, {0.5f, 0.5f, 0.5f}};
    setup.settings.gravity = 0.0f;
    setup.settings.tensionModel = TensionModel::Cohesion;
    Rng rng(7);
    for (ParticleSeed& i : setup.particles) {
        const float vx = rng.signedUniform(), vy = rng.signedUniform(), vz = rng.signedUniform();
        i.x *= 0.99f;
        i.v = Vec3{vx, vy, vz} * 0.1f;
    }
    World world(setup, threads);
    const MomentumSum before = momentumOf(world);
    for (int n = 0; n < kSteps; ++n) world.step();
    const double drift = length(momentumOf(world).total - before.total) / before.absolute;
    return judge({.name = "incompressible: momentum",
                  .reference = fmt::format("sum of m v constant over {} steps, no walls", kSteps),
                  .measured = fmt::format("drift {:.1e} of sum m |v|", drift),
                  .error = drift,
                  .bar = 1e-5});
}

std::vector<ValidationResult> run(int threads) {
    World world(thinTank(), threads);
    runUntil(world, kSettle);
    const double ideal = idealLevel(world), level = volumeLevel(world);
    const StateMeasure state = world.measure();
    const double speed = state.meanSpeed / std::sqrt(world.settings().gravity * ideal);
    const double weight = world.fluids()[0].restDensity * world.settings().gravity;
    const double slope = pressureSlope(world);
    const double denser = std::max(state.maxDensityRatio - 1.0, 0.0);
    return {judge({.name = "incompressible: volume",
                   .reference = fmt::format("{:.1f} mm, by volume", 1e3 * ideal),
                   .measured = fmt::format("{:.1f} mm, twice the centre of mass", 1e3 * level),
                   .error = relativeError(level, ideal),
                   .bar = 0.01}),
            judge({.name = "incompressible: largest density",
                   .reference = "the rest density",
                   .measured = fmt::format("{:.2f} % above it", 100.0 * denser),
                   .error = denser,
                   .bar = 0.02}),
            judge({.name = "incompressible: mean speed",
                   .reference = fmt::format("0 after {} s, in units of sqrt(g H), at 0.1 Pa s", kSettle),
                   .measured = fmt::format("{:.4f}", speed),
                   .error = speed,
                   .bar = 0.01}),
            judge({.name = "incompressible: hydrostatic",
                   .reference = fmt::format("dp/dy = rho g = {:.0f} Pa/m", weight),
                   .measured = fmt::format("{:.0f} Pa/m", slope),
                   .error = relativeError(slope, weight),
                   .bar = 0.05}),
            momentumRow(threads)};
}

const ValidationRegistration kRegistration({65, "incompressible",
                                            "With solved pressure water keeps volume and momentum, and comes to rest.",
                                            run});

}  // namespace
}  // namespace meniscus
