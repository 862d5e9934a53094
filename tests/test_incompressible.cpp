// The incompressible method: the volume stays, momentum stays, water at rest comes to rest without viscosity.
#include <catch2/catch.hpp>

#include "instruction_set.h"
#include "meniscus/core/error.h"
#include "meniscus/world/world_state.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Matchers::Contains;

namespace {

WorldSetup incompressible(const char* scene, size_t particles) {
    WorldSetup setup = buildScene(findScene(scene), {.particles = particles});
    setup.method = "dfsph";
    return setup;
}

// Twice the height of the centre of mass over the height that the particles fill as cubes of the spacing.
double volumeRatio(const World& world) {
    const Vec3 room = world.setup().domain.bounds.size();
    const double cube = std::pow(static_cast<double>(world.setup().spacing), 3);
    double sum = 0.0;
    for (const ParticleView& i : particlesById(world)) sum += i.x.y;
    const auto count = static_cast<double>(world.particleCount());
    return 2.0 * sum / count / (count * cube / (static_cast<double>(room.x) * room.z));
}

// A ball of fluid in the middle of a room, whose particles fly about.
WorldSetup shakenBall(bool isPeriodic, bool isAcrossBorder) {
    WorldSetup setup = emptyRoom(0.6f, 0.02f);
    setup.method = "dfsph";
    if (isPeriodic) setup.domain.periodic = {true, true, true};
    setup.settings.pressureOn = setup.settings.viscosityOn = true;
    setup.settings.timeStep = 0.003f;
    Rng rng(5);
    for (int n = 0; n < 1000; ++n) {
        Vec3 place{static_cast<float>(n % 10), static_cast<float>(n / 10 % 10), static_cast<float>(n / 100)};
        place = (place - Vec3{4.5f, 4.5f, 4.5f}) * 0.02f;
        if (isAcrossBorder) place += Vec3{0.3f, 0.0f, 0.0f};
        if (place.x >= 0.3f) place.x -= 0.6f;
        setup.particles.push_back({place, Vec3{0.3f, 0.1f, 0.0f} + randomDirection(rng) * 0.2f});
    }
    return setup;
}

}  // namespace

TEST_CASE("Without springs water keeps its volume, and comes to rest without viscosity", "[incompressible]") {
    WorldSetup setup = incompressible("still-tank", 1000);
    setup.settings.viscosityOn = false;
    setup.settings.timeStep = 0.004f;
    World world(setup, 1);
    runSeconds(world, 1.0);
    const double early = world.measure().kineticEnergy;
    runSeconds(world, 6.0);
    const StateMeasure state = world.measure();
    CHECK(state.kineticEnergy < early);
    CHECK(state.meanSpeed < 0.04);
    CHECK(state.maxDensityRatio < 1.02);
    CHECK(state.meanDensityRatio == Approx(1.0).margin(0.006));
    CHECK(volumeRatio(world) == Approx(1.0).margin(0.01));
    CHECK(state.escaped == 0);
}

TEST_CASE("More pressure iterations compress water less", "[incompressible]") {
    double before = 1.0;
    for (const float iterations : {1.0f, 4.0f, 16.0f}) {
        WorldSetup setup = incompressible("still-tank", 1000);
        setup.settings.timeStep = 0.004f;
        setup.settings.pressureIterations = iterations;
        World world(setup, 1);
        runSeconds(world, 1.0);
        const double compression = world.measure().maxDensityRatio - 1.0;
        CAPTURE(iterations, compression);
        CHECK(compression > 0.0);
        CHECK(compression < 0.7 * before);
        before = compression;
    }
}

TEST_CASE("Solved pressure conserves momentum, also across periodic borders", "[incompressible][periodic]") {
    for (const bool isPeriodic : {false, true}) {
        CAPTURE(isPeriodic);
        World world(shakenBall(isPeriodic, isPeriodic), 2);
        const StateMeasure before = world.measure();
        runSteps(world, 40);
        const StateMeasure after = world.measure();
        CHECK(length(after.momentum - before.momentum) < 1e-4f * length(before.momentum));
        CHECK(after.kineticEnergy < before.kineticEnergy);  // it was shaken
        CHECK(after.escaped == 0);
    }
}

TEST_CASE("Pressure is solved across periodic borders as anywhere", "[incompressible][periodic]") {
    World middle(shakenBall(true, false), 1), border(shakenBall(true, true), 1);
    runSteps(middle, 10);
    runSteps(border, 10);
    const std::vector<ParticleView> a = particlesById(middle), b = particlesById(border);
    double squares = 0.0;
    for (size_t k = 0; k < a.size(); ++k) squares += lengthSquared(a[k].v - b[k].v);
    CHECK(std::sqrt(squares / static_cast<double>(a.size())) < 1e-3);
}

TEST_CASE("Pressure grows with depth by the weight of the water", "[incompressible]") {
    WorldSetup setup = incompressible("still-tank", 2000);
    setup.settings.timeStep = 0.004f;
    World world(setup, 1);
    runSeconds(world, 4.0);
    // In the middle half of the depth, by the least squares line.
    double n = 0.0, y = 0.0, p = 0.0, yy = 0.0, yp = 0.0;
    for (const ParticleView& i : particlesById(world)) {
        if (i.x.y < 0.05f || i.x.y > 0.15f) continue;
        n += 1.0, y += i.x.y, p += i.pressure;
        yy += static_cast<double>(i.x.y) * i.x.y, yp += static_cast<double>(i.x.y) * i.pressure;
    }
    const double slope = (n * yp - y * p) / (n * yy - y * y);
    CHECK(slope == Approx(-9810.0).epsilon(0.1));
}

TEST_CASE("The walls bear the weight of water whose pressure is solved for", "[incompressible]") {
    WorldSetup setup = incompressible("still-tank", 1000);
    setup.settings.timeStep = 0.004f;
    World world(setup, 1);
    runSeconds(world, 4.0);
    double up = 0.0;
    for (int n = 0; n < 50; ++n) {
        world.step();
        for (const WallForce& force : world.wallForces()) up -= force.force.y / 50.0;
    }
    const double weight = 9.81 * static_cast<double>(world.particleCount()) * world.particleMass();
    CHECK(up == Approx(weight).epsilon(0.02));
}

TEST_CASE("Incompressible water goes on with the same bits after save and restore, and after looking",
          "[incompressible][parallel]") {
    const WorldSetup setup = incompressible("splash", 600);
    World world(setup, 1);
    runSteps(world, 30);
    World other(setup, 3);
    other.restore(world.save(), world.log());
    CHECK(other.method().name == "dfsph");
    for (int n = 0; n < 20; ++n) {
        world.step();
        other.step();
        CHECK(other.measure().particles == world.particleCount());
    }
    CHECK(world.stateHash() == other.stateHash());
}

TEST_CASE("Incompressible water has the same pressure on every instruction set", "[incompressible]") {
    std::vector<float> first;
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const InstructionSet set(target);
        CAPTURE(simdTargetName());
        World world(incompressible("dam-break", 600), 1);
        runSteps(world, 1);
        std::vector<float> pressure;
        for (const ParticleView& i : particlesById(world)) pressure.push_back(i.pressure);
        if (first.empty()) first = pressure;
        double worst = 0.0;
        for (size_t k = 0; k < first.size(); ++k) worst = std::max<double>(worst, std::abs(pressure[k] - first[k]));
        CHECK(worst < 5.0);  // Pa, of some 5000: only the order of summation differs
    }
}

TEST_CASE("Scenes with several fluids or heat refuse a method for one fluid", "[incompressible]") {
    CHECK_THROWS_WITH(World(incompressible("two-fluids", 200), 1), Contains("method dfsph is for one fluid"));
    World mixed = makeScene("lava-lamp", 200);
    CHECK_THROWS_WITH(mixed.submit(SetMethod{"dfsph"}), Contains("method dfsph is for one fluid"));

    // A fluid that is added later is refused too, also where the method is still on its way.
    World world = makeScene("splash", 200);
    FluidKind oil;
    oil.name = "oil";
    world.submit(SetMethod{"dfsph"});
    CHECK_THROWS_WITH(world.submit(AddFluid{oil}), Contains("method dfsph is for one fluid; there are 2"));
    runSteps(world, 2);
    CHECK_THROWS_WITH(world.submit(AddFluid{oil}), Contains("method dfsph is for one fluid; there are 2"));
    world.submit(SetMethod{"mcg03"});
    world.submit(AddFluid{oil});
    CHECK_THROWS_WITH(world.submit(SetMethod{"dfsph"}), Contains("method dfsph is for one fluid; there are 2"));
}

TEST_CASE("Dye moves with incompressible water", "[incompressible]") {
    World world(incompressible("splash", 400), 1);
    world.submit(Dye{.centre = {0.0f, 0.1f, 0.0f}, .radius = 0.2f, .amount = 1.0f});
    runSteps(world, 20);
    CHECK(world.isMixed());
    CHECK(world.measure().escaped == 0);
}
