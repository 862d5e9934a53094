// Rooms without walls: what leaves on one side comes back on the other, and neighbours meet across the border.
#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "soak.h"
#include "worlds.h"

using namespace meniscus;

namespace {

constexpr float kSide = 0.2f;
constexpr float kSpacing = 0.02f;

// A lattice that fills the room, pushed about a little, and off the walls where there are any.
WorldSetup makePeriodicRoom(std::array<bool, 3> periodic) {
    WorldSetup setup = emptyRoom(kSide, kSpacing);
    setup.domain.periodic = periodic;
    setup.settings.pressureOn = setup.settings.viscosityOn = true;
    setup.fluids[0].stiffness = 50.0f;
    setup.settings.allowSuction = true;
    setup.settings.timeStep = 0.002f;
    Rng rng(3);
    for (int n = 0; n < 1000; ++n) {
        Vec3 place{static_cast<float>(n % 10), static_cast<float>(n / 10 % 10), static_cast<float>(n / 100)};
        place = (place - Vec3{4.5f, 4.5f, 4.5f}) * kSpacing + randomDirection(rng) * (0.1f * kSpacing);
        if (!periodic[0]) place.x *= 0.97f;
        if (!periodic[1]) place.y *= 0.97f;
        if (!periodic[2]) place.z *= 0.97f;
        setup.particles.push_back({place, randomDirection(rng) * 0.1f});
    }
    return setup;
}

// The same fluid seen from a frame of reference that is moved by a whole number of spacings.
WorldSetup shifted(WorldSetup setup, Vec3 way) {
    for (ParticleSeed& seed : setup.particles) {
        seed.x += way;
        for (float Vec3::*c : {&Vec3::x, &Vec3::y, &Vec3::z}) {
            if (seed.x.*c >= 0.5f * kSide) seed.x.*c -= kSide;
            if (seed.x.*c < -0.5f * kSide) seed.x.*c += kSide;
        }
    }
    return setup;
}

}  // namespace

TEST_CASE("A particle that leaves a periodic room comes back on the other side", "[periodic]") {
    WorldSetup setup = emptyRoom(kSide, kSpacing);
    setup.domain.periodic = {true, false, false};
    setup.particles.push_back({{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}});
    World world(setup, 1);
    runSeconds(world, 1.0);
    const auto t = static_cast<float>(world.totals().simulatedSeconds);
    CHECK(world.particle(0).x.x == Approx(std::remainder(t, kSide)).margin(1e-4));
    CHECK(world.particle(0).v == Vec3{1.0f, 0.0f, 0.0f});
    CHECK(world.measure().escaped == 0);
}

TEST_CASE("In a periodic room every place is like every other", "[periodic]") {
    const WorldSetup setup = makePeriodicRoom({true, true, true});
    const World home(setup, 1);
    for (const Vec3 way : {Vec3{0.1f, 0, 0}, Vec3{0, -0.06f, 0}, Vec3{0.04f, 0.1f, -0.08f}}) {
        const World away(shifted(setup, way), 1);
        const std::vector<ParticleView> a = particlesById(home), b = particlesById(away);
        float worst = 0.0f;
        for (size_t k = 0; k < a.size(); ++k) worst = std::max(worst, std::abs(a[k].density - b[k].density));
        CHECK(worst < 0.01f);
        CHECK(home.measure().meanNeighbors == Approx(away.measure().meanNeighbors));
    }
    CHECK(home.measure().meanDensityRatio == Approx(1.0).epsilon(0.02));
}

TEST_CASE("Nothing is lost in a periodic room", "[periodic]") {
    for (const std::array<bool, 3> periodic : {std::array{true, true, true}, std::array{true, false, false},
                                               std::array{false, false, true}, std::array{true, false, true}}) {
        WorldSetup setup = makePeriodicRoom(periodic);
        setup.settings.gravityOn = !periodic[1];
        World world(setup, 1);
        runSteps(world, soakSteps(500, 50));
        CHECK(world.particleCount() == 1000);
        CHECK(world.measure().escaped == 0);
        CHECK(particlesById(world).size() == 1000);  // each identity once
    }
}

TEST_CASE("Momentum is conserved in a periodic room with the consistent kernels", "[periodic]") {
    WorldSetup setup = makePeriodicRoom({true, true, true});
    setup.settings.kernelPair = KernelPair::Wendland;
    setup.settings.viscosityOn = false;
    World world(setup, 1);
    const Vec3 before = world.measure().momentum;
    runSteps(world, 200);
    const StateMeasure after = world.measure();
    const double summed = after.meanSpeed * 1000.0 * world.particleMass();
    CHECK(length(after.momentum - before) < 1e-4 * summed);
}

TEST_CASE("A periodic room has the same hash for every thread count", "[periodic][parallel]") {
    const auto hashWith = [](int threads) {
        World world(makePeriodicRoom({true, true, true}), threads);
        runSteps(world, soakSteps(200, 20));
        return world.stateHash();
    };
    const uint64_t expected = hashWith(1);
    for (const int threads : {2, 3, 8}) CHECK(hashWith(threads) == expected);
}

TEST_CASE("Looking and failing leave a periodic room as it was", "[periodic]") {
    WorldSetup setup = makePeriodicRoom({true, true, true});
    setup.fields.push_back({.kind = FieldKind::Push, .centre = {}, .radius = 1.0f, .strength = 1e38f, .direction = {}});
    World world(setup, 1);
    const uint64_t before = world.stateHash();
    CHECK(world.measure().particles == 1000);
    CHECK(world.accelerations().size() == 1000);
    CHECK(world.stateHash() == before);
    CHECK_THROWS_AS(world.step(), WorkError);
    CHECK(world.particleCount() == 1000);
    CHECK(world.stateHash() == before);
}

TEST_CASE("A periodic axis that is too short is refused", "[periodic]") {
    WorldSetup setup = emptyRoom(kSide, 0.06f);
    setup.domain.periodic = {false, true, false};
    CHECK_THROWS_AS(World(setup, 1), InputError);
}
