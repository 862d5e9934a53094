// Trapped air ([MSKG05] 3.4): air comes where liquid closes it in, gathers in bubbles, rises, and leaves at the top.
#include <catch2/catch.hpp>

#include "soak.h"
#include "worlds.h"

using namespace meniscus;

namespace {

constexpr uint8_t kAir = 1;
constexpr size_t kCount = 1000;

size_t airCount(const World& world) {
    return world.measure().perFluid[kAir];
}

// Particles of gas that have no liquid within 1.5 h.
size_t strayCount(const World& world) {
    const std::vector<ParticleView> particles = particlesById(world);
    const float reach = 1.5f * world.supportRadius();
    const auto isLiquid = [&](const ParticleView& p) { return !world.fluids()[p.fluid].isGas; };
    return static_cast<size_t>(std::count_if(particles.begin(), particles.end(), [&](const ParticleView& gas) {
        if (isLiquid(gas)) return false;
        return std::none_of(particles.begin(), particles.end(), [&](const ParticleView& p) {
            return isLiquid(p) && lengthSquared(p.x - gas.x) < reach * reach;
        });
    }));
}

// Until the emitter has poured all its water; returns the time.
double pourOut(World& world) {
    const auto water = [&] { return world.particleCount() - airCount(world); };
    while (water() < kCount && world.totals().simulatedSeconds < 30.0) runSteps(world, 20);
    return world.totals().simulatedSeconds;
}

// A tank of still water with a ball of air of the given number of particles near its floor.
World bubbleTank(size_t count) {
    WorldSetup setup = buildScene(findScene("pour-with-air"), {.particles = 3000});
    setup.emitters.clear();
    setup.solids = nullptr;
    setup.refill = nullptr;
    const float dx = setup.spacing;
    const Vec3 size = Vec3{11.0f, 22.0f, 11.0f} * dx;
    setup.domain.bounds = {{0.0f, 0.0f, 0.0f}, size};
    const Vec3 centre = Vec3{5.5f, 4.0f, 5.5f} * dx;
    for (float y = 0.5f; y < 15.0f; ++y) {
        for (float z = 0.5f; z < 11.0f; ++z) {
            for (float x = 0.5f; x < 11.0f; ++x)
                setup.particles.push_back({Vec3{x, y, z} * (0.999f * dx) + Vec3{1, 1, 1} * (0.002f * dx), {}});
        }
    }
    std::sort(setup.particles.begin(), setup.particles.end(), [&](const ParticleSeed& a, const ParticleSeed& b) {
        return lengthSquared(a.x - centre) < lengthSquared(b.x - centre);
    });
    for (size_t k = 0; k < count; ++k) setup.particles[k].fluid = kAir;
    setup.capacity = setup.particles.size() + 10;
    return World(setup, 1);
}

double meanAirHeight(const World& world) {
    double sum = 0.0;
    for (const ParticleView& p : particlesById(world)) sum += p.fluid == kAir ? p.x.y : 0.0f;
    return sum / static_cast<double>(airCount(world));
}

}  // namespace

TEST_CASE("A jet drags air under water, which leaves again within five seconds", "[air][slow]") {
    World world = makeScene("pour-with-air", kCount);
    size_t peak = 0;
    while (world.totals().simulatedSeconds < 4.0) {
        runSteps(world, 40);
        peak = std::max(peak, airCount(world));
        CHECK(strayCount(world) == 0);
    }
    const double poured = pourOut(world);
    runSeconds(world, poured + 5.0);
    CAPTURE(peak, airCount(world), poured);
    CHECK(peak > 20);
    CHECK(peak < kCount / 5);
    CHECK(10 * airCount(world) < peak);
    CHECK(world.measure().escaped == 0);
    CHECK(world.particleCount() - airCount(world) == kCount);
    CHECK(world.totals().airBorn == world.totals().gasGone + airCount(world));
}

TEST_CASE("Without trapped air there is none", "[air]") {
    World world = makeScene("pour-with-air", 500);
    world.submit(SetSetting{"trappedAir", 0.0f});
    runSeconds(world, 2.0);
    CHECK(world.totals().airBorn == 0);
    CHECK(airCount(world) == 0);
    CHECK(world.particleCount() > 100);
}

TEST_CASE("Water that falls freely traps no air", "[air]") {
    World world = makeScene("pour-with-air", kCount);
    runSeconds(world, 0.2);  // the jet is still above the glass
    CHECK(world.particleCount() > 30);
    CHECK(world.totals().airBorn < 5);  // by the printed rule over a hundred
}

TEST_CASE("A bubble rises as buoyancy against viscosity lets it, and a larger one faster", "[air]") {
    std::vector<double> speeds;
    for (const size_t count : {8u, 27u}) {
        World world = bubbleTank(count);
        runSeconds(world, 0.2);
        REQUIRE(airCount(world) == count);
        const double before = meanAirHeight(world);
        runSeconds(world, 0.5);
        REQUIRE(airCount(world) == count);
        speeds.push_back((meanAirHeight(world) - before) / 0.3);
    }
    // Between the laws for creeping flow, rho g r^2 / (3 mu) (Hadamard and Rybczynski), and for round bubbles without
    // viscosity, 0.7 sqrt(2 g r) (Davies and Taylor): both would be faster alone, and the tank is narrow.
    CAPTURE(speeds);
    CHECK(speeds[0] > 0.1);
    CHECK(speeds[1] > 1.2 * speeds[0]);
    CHECK(speeds[1] < 0.7 * std::sqrt(2.0 * 9.81 * 0.62 * 3.0 * static_cast<double>(0.0228)));
}

TEST_CASE("Births and deaths of air are the same for every thread count and after a reset", "[air][parallel]") {
    const auto run = [](World& world) {
        runSeconds(world, 1.2);
        CHECK(world.totals().airBorn > 20);
        CHECK(world.totals().gasGone > 20);
        return world.stateHash();
    };
    World first = makeScene("pour-with-air", 600, 1);
    const uint64_t expected = run(first);
    first.submit(Reset{});
    first.applyCommands();
    CHECK(first.particleCount() == 0);
    CHECK(run(first) == expected);
    for (const int threads : {2, 3, 8}) {
        World other = makeScene("pour-with-air", 600, threads);
        CAPTURE(threads);
        CHECK(run(other) == expected);
    }
}

TEST_CASE("Air never takes more room than there is", "[air]") {
    WorldSetup setup = buildScene(findScene("pour-with-air"), {.particles = 400});
    setup.capacity = 405;
    World world(setup, 1);
    world.submit(SetSetting{"airThreshold", 0.2f});
    runSeconds(world, 1.5);
    CHECK(world.totals().airBorn > 0);
    CHECK(world.particleCount() <= 405);
}
