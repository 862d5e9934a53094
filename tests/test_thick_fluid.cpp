// Viscosity in stages: thick fluid needs no more substeps than thin fluid, and moves as with many short ones.
#include <catch2/catch.hpp>

#include <cmath>

#include "meniscus/core/rng.h"
#include "meniscus/world/world_state.h"
#include "worlds.h"

using namespace meniscus;

namespace {

World honeyIn(std::string_view scene, std::optional<size_t> particles, int threads = 1) {
    World world = makeScene(scene, particles, threads);
    world.submit(SetSetting{"viscosity", 100.0f});
    return world;
}

struct Total {
    double x = 0.0, y = 0.0, z = 0.0;
};

// Of all particles, with the velocities that the state holds: these change by the forces of whole kicks.
Total momentumOf(const World& world) {
    const WorldState state = world.save();
    Total sum;
    for (size_t i = 0; i < state.count(); ++i) sum.x += state.vx[i], sum.y += state.vy[i], sum.z += state.vz[i];
    const double mass = world.particleMass();
    return {mass * sum.x, mass * sum.y, mass * sum.z};
}

}  // namespace

TEST_CASE("Honey takes a fraction of the substeps that viscosity at once would need", "[thick]") {
    World world = honeyIn("splash", 8000);
    runSteps(world, 5);
    const double h = world.supportRadius();
    const double atOnce = 1000.0 * h * h / (40.0 * 100.0);  // s
    CHECK(world.totals().lastSubsteps * atOnce < 0.3 * static_cast<double>(world.settings().timeStep));
    CHECK(world.totals().halvings == 0);
}

TEST_CASE("Thick fluid in stages moves as with many short substeps", "[thick]") {
    const auto energyAfter = [](float timeStep) {
        World world = honeyIn("splash", {});
        if (timeStep > 0.0f) world.submit(SetSetting{"timeStep", timeStep});
        runSeconds(world, 0.3);
        const StateMeasure m = world.measure();
        CHECK(m.escaped == 0);
        return std::pair(m.kineticEnergy, m.potentialEnergy);
    };
    const auto [kinetic, potential] = energyAfter(0.0f);
    const auto [kineticAtOnce, potentialAtOnce] = energyAfter(0.0004f);  // short enough to need no stages
    CHECK(kinetic == Approx(kineticAtOnce).epsilon(0.08));
    CHECK(potential == Approx(potentialAtOnce).epsilon(0.005));
}

TEST_CASE("A free lump of honey keeps its momentum in stages", "[thick]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    Settings& s = setup.settings;
    s.pressureOn = s.viscosityOn = s.stabiliser = true;
    s.kernelPair = KernelPair::Wendland;
    s.timeStep = 0.002f;
    setup.fluids[0].stiffness = 20.0f;
    setup.fluids[0].viscosity = 100.0f;
    Rng rng(7);
    double speeds = 0.0;
    for (int n = 0; n < 512; ++n) {
        const auto at = [&](int place) {
            return 0.02f * (static_cast<float>(place) - 3.5f + 0.1f * rng.signedUniform());
        };
        const float x = at(n % 8), y = at(n / 8 % 8), z = at(n / 64);
        const Vec3 v{1.0f + rng.signedUniform(), rng.signedUniform(), rng.signedUniform()};
        setup.particles.push_back({{x, y, z}, v});
        speeds += length(v);
    }
    World world(setup, 1);
    const Total before = momentumOf(world);
    runSteps(world, 40);
    const Total after = momentumOf(world);
    const double scale = speeds * world.particleMass();
    CHECK(world.totals().lastSubsteps <= 2);
    CHECK(std::abs(after.x - before.x) < 1e-5 * scale);
    CHECK(std::abs(after.y - before.y) < 1e-5 * scale);
    CHECK(std::abs(after.z - before.z) < 1e-5 * scale);
    // And viscosity has made one velocity of all.
    const StateMeasure m = world.measure();
    const double mass = 512.0 * world.particleMass();
    const double ofMean = 0.5 * (before.x * before.x + before.y * before.y + before.z * before.z) / mass;
    CHECK(m.kineticEnergy == Approx(ofMean).epsilon(0.02));
}

TEST_CASE("Walls get what they take from honey that slides along them", "[thick]") {
    World world = honeyIn("splash", {});
    world.submit(SetSetting{"wallGrip", 1.0f});
    runSteps(world, 100);
    for (int n = 0; n < 10; ++n) {
        const Total before = momentumOf(world);
        world.step();
        const Total after = momentumOf(world);
        Vec3 onWalls;
        for (const WallForce& wall : world.wallForces()) onWalls += wall.force;
        const double time = world.totals().lastSeconds;
        const double weight = 9.81 * static_cast<double>(world.particleCount()) * world.particleMass();
        CAPTURE(n, before.x, after.x, onWalls.x, onWalls.y);
        CHECK(std::abs(after.x - before.x + onWalls.x * time) < 2e-4 * weight * time);
        CHECK(std::abs(after.z - before.z + onWalls.z * time) < 2e-4 * weight * time);
        CHECK(std::abs(after.y - before.y + (weight + onWalls.y) * time) < 2e-3 * weight * time);
    }
}

TEST_CASE("Honey is the same for every thread count and goes on bit for bit from a saved state", "[thick][parallel]") {
    World one = honeyIn("splash", 2000, 1), three = honeyIn("splash", 2000, 3);
    runSteps(one, 30);
    runSteps(three, 30);
    CHECK(one.stateHash() == three.stateHash());
    World again = honeyIn("splash", 2000, 2);
    again.restore(one.save(), one.log());
    runSteps(one, 10);
    runSteps(again, 10);
    CHECK(one.stateHash() == again.stateHash());
}

TEST_CASE("The finest honey comes to rest without a halved step", "[thick]") {
    World world = honeyIn("splash", 6000);
    runSeconds(world, 1.5);
    const StateMeasure m = world.measure();
    CHECK(world.totals().halvings == 0);
    CHECK(m.maxSpeed < 0.08);
    CHECK(m.escaped == 0);
}
