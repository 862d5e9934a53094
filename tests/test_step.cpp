// The step itself: leapfrog, each term alone, and the guard that splits a step.
#include <array>
#include <catch2/catch.hpp>

#include "soak.h"
#include "worlds.h"

using namespace meniscus;

namespace {

// A scene in which every term acts: compressed a little, with random velocities and a field.
WorldSetup makeStirred(std::string_view scene) {
    WorldSetup setup = buildScene(findScene(scene), {.particles = 600});
    Rng rng(31);
    Vec3 centre{};
    for (const ParticleSeed& seed : setup.particles) centre += seed.x / static_cast<float>(setup.particles.size());
    for (ParticleSeed& seed : setup.particles) {
        seed.x = centre + (seed.x - centre) * 0.96f;
        seed.v = randomDirection(rng) * 0.5f;
    }
    setup.settings.gravity = 9.81f;
    setup.settings.surfaceTension = 5.0f;
    setup.settings.wallRoughness = 0.0f;  // has no switch of its own
    setup.fluids[0].viscosity = 0.1f;     // that of water would hardly act; thick fluid has more relief of shear
    setup.fields.push_back(
        {.kind = FieldKind::Push, .centre = centre, .radius = 0.2f, .strength = 3.0f, .direction = {}});
    return setup;
}

using Toggle = bool Settings::*;
constexpr std::array<Toggle, 6> kTerms{&Settings::pressureOn, &Settings::viscosityOn, &Settings::tensionOn,
                                       &Settings::gravityOn,  &Settings::fieldsOn,    &Settings::stabiliser};

std::vector<Vec3> accelerationsWith(WorldSetup setup, const std::vector<Toggle>& on) {
    for (const Toggle term : kTerms) setup.settings.*term = false;
    for (const Toggle term : on) setup.settings.*term = true;
    // The stabiliser's switch also chooses how walls complete the density; its own part is off at no strength.
    if (!setup.settings.stabiliser) setup.settings.stabiliserStrength = 0.0f;
    setup.settings.stabiliser = true;
    return World(setup, 1).accelerations();
}

double rootMeanSquare(const std::vector<Vec3>& vectors) {
    double sum = 0.0;
    for (const Vec3& v : vectors) sum += lengthSquared(v);
    return std::sqrt(sum / static_cast<double>(vectors.size()));
}

// A single particle on its way through a pull field, in double precision with a step so short that it is exact.
struct Orbit {
    double x[2];
    double v[2];
};

std::array<double, 2> pullOf(const ForceField& field, const double* x) {
    const double r2 = x[0] * x[0] + x[1] * x[1];
    const double left = 1.0 - r2 / (static_cast<double>(field.radius) * field.radius);
    const double scale = -field.strength * left * left / std::sqrt(r2);
    return {x[0] * scale, x[1] * scale};
}

Orbit exactOrbit(const ForceField& field, Orbit orbit, double seconds) {
    constexpr int kSteps = 400000;
    const double dt = seconds / kSteps;
    for (int n = 0; n < kSteps; ++n) {
        // Velocity Verlet; at this step its error is far below single precision.
        std::array<double, 2> a = pullOf(field, orbit.x);
        for (int k = 0; k < 2; ++k) orbit.v[k] += 0.5 * dt * a[k], orbit.x[k] += dt * orbit.v[k];
        a = pullOf(field, orbit.x);
        for (int k = 0; k < 2; ++k) orbit.v[k] += 0.5 * dt * a[k];
    }
    return orbit;
}

}  // namespace

TEST_CASE("Free fall is exact", "[step]") {
    WorldSetup setup = emptyRoom(40.0f, 0.5f);
    setup.settings = Settings{};  // every term on; the particles are too far apart to feel each other
    setup.settings.timeStep = 0.005f;
    const std::vector<ParticleSeed> seeds{
        {{0, 15, 0}, {0, 0, 0}}, {{5, 15, 0}, {1, 4, -2}}, {{-5, 10, 5}, {-2, -1, 0}}};
    setup.particles = seeds;
    World world(setup, 1);
    runSteps(world, 200);
    const float t = static_cast<float>(world.totals().simulatedSeconds);
    REQUIRE(t == Approx(1.0f));
    const std::vector<ParticleView> particles = particlesById(world);
    const Vec3 g{0.0f, -setup.settings.gravity, 0.0f};
    for (size_t k = 0; k < seeds.size(); ++k) {
        CHECK(length(particles[k].x - (seeds[k].x + seeds[k].v * t + g * (0.5f * t * t))) < 1e-4f);
        CHECK(length(particles[k].v - (seeds[k].v + g * t)) < 1e-4f);
    }
}

TEST_CASE("Free fall is exact however the guard splits the steps", "[step]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.domain.bounds.upper.y = 10.0f;
    setup.settings = Settings{};
    setup.settings.timeStep = 0.01f;
    setup.particles.push_back({{0, 6, 0}, {0, 0, 0}});
    World world(setup, 1);
    runSteps(world, 100);
    CHECK(world.totals().lastSubsteps > 2);
    CHECK(world.totals().substeps > 150);
    CHECK(world.particle(0).x.y == Approx(6.0f - 0.5f * setup.settings.gravity).margin(1e-3));
    CHECK(world.particle(0).v.y == Approx(-setup.settings.gravity).margin(1e-3));
}

TEST_CASE("A particle without forces keeps its velocity", "[step]") {
    WorldSetup setup = emptyRoom(10.0f, 0.05f);
    setup.particles.push_back({{-4, 0, 0}, {3, 0.5f, 0}});
    World world(setup, 1);
    runSteps(world, 500);
    CHECK(world.particle(0).v == Vec3{3, 0.5f, 0});
    CHECK(world.particle(0).x.x == Approx(2.0f).margin(1e-4));
}

TEST_CASE("Each term can be switched off and takes exactly its own part with it", "[step]") {
    for (const std::string_view scene : {"glass-swirl", "splash", "drop"}) {
        for (const int models : {0, 1, 2, 3}) {
            WorldSetup setup = makeStirred(scene);
            setup.settings.kernelPair = static_cast<KernelPair>(models % 2);
            setup.settings.tensionModel = static_cast<TensionModel>(models / 2);
            const std::vector<Vec3> all = accelerationsWith(setup, {kTerms.begin(), kTerms.end()});
            const double size = rootMeanSquare(all);
            for (size_t term = 0; term < kTerms.size(); ++term) {
                std::vector<Toggle> others(kTerms.begin(), kTerms.end());
                others.erase(others.begin() + static_cast<ptrdiff_t>(term));
                const std::vector<Vec3> without = accelerationsWith(setup, others);
                const std::vector<Vec3> alone = accelerationsWith(setup, {kTerms[term]});
                double worst = 0.0;
                for (size_t k = 0; k < all.size(); ++k) {
                    const double scale = std::max<double>(size, length(all[k]));
                    worst = std::max(worst, length(all[k] - without[k] - alone[k]) / scale);
                }
                CAPTURE(scene, models, term);
                CHECK(rootMeanSquare(alone) > 1e-4 * size);  // it does act
                CHECK(worst < 1e-5);
            }
            CHECK(rootMeanSquare(accelerationsWith(setup, {})) == 0.0);
        }
    }
}

TEST_CASE("Gravity alone is the same for all", "[step]") {
    const WorldSetup setup = makeStirred("splash");
    for (const Vec3& a : accelerationsWith(setup, {&Settings::gravityOn})) CHECK(a == Vec3{0.0f, -9.81f, 0.0f});
}

TEST_CASE("Terms can be switched off while running", "[step]") {
    World world = makeScene("dam-break", 300);
    runSteps(world, 20);
    for (const SettingInfo& info : settingTable()) {
        if (info.key == "pressureOn" || info.key == "viscosityOn" || info.key == "tensionOn" ||
            info.key == "fieldsOn" || info.key == "gravityOn" || info.key == "stabiliser" ||
            info.key == "wallRoughness") {
            world.submit(SetSetting{std::string(info.key), 0.0f});
        }
    }
    world.step();
    CHECK(rootMeanSquare(world.accelerations()) == 0.0);
}

TEST_CASE("Viscosity brings velocities together", "[step]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.settings.viscosityOn = true;
    setup.particles = {{{0, 0, 0}, {1, 0, 0}}, {{0.015f, 0, 0}, {-1, 0, 0}}};
    const World world(setup, 1);
    const std::vector<Vec3> a = world.accelerations();
    for (size_t k = 0; k < 2; ++k) CHECK(a[k].x * world.particle(k).v.x < 0.0f);
    CHECK(a[0].x == Approx(-a[1].x));
}

TEST_CASE("Pressure drives a crowd apart", "[step]") {
    for (const KernelPair pair : {KernelPair::Mcg03, KernelPair::Wendland}) {
        WorldSetup setup = emptyRoom(1.0f, 0.02f);
        setup.settings.pressureOn = true;
        setup.settings.kernelPair = pair;
        Rng rng(2);
        for (int n = 0; n < 50; ++n) setup.particles.push_back({randomDirection(rng) * 0.01f, {}});
        const World crowd(setup, 1);
        const std::vector<Vec3> a = crowd.accelerations();
        for (size_t k = 0; k < a.size(); ++k) CHECK(dot(a[k], crowd.particle(k).x) > 0.0f);
    }
}

TEST_CASE("A long time step is split, and the fluid stays calm", "[step]") {
    const auto fastestWith = [](float timeStep, bool isSplit) {
        World world = makeScene("dam-break", 800);
        world.submit(SetSetting{"timeStep", timeStep});
        world.submit(SetSetting{"stiffness", 1000.0f});
        double fastest = 0.0;
        while (world.totals().simulatedSeconds < 1.0 - 0.5 * static_cast<double>(timeStep)) {
            world.step();
            if (isSplit) CHECK(world.totals().lastSubsteps > 1);
            fastest = std::max(fastest, world.measure().maxSpeed);
        }
        CHECK(world.totals().simulatedSeconds == Approx(1.0));
        CHECK(world.totals().halvings == 0);
        return fastest;
    };
    const double split = fastestWith(0.01f, true), fine = fastestWith(0.0005f, false);
    CAPTURE(split, fine);
    CHECK(split < 1.3 * fine);
    // The front of a dam break reaches 2 sqrt(g H) = 4 m/s; drops that splash off the far wall are faster.
    CHECK(split < 8.0);
}

TEST_CASE("The fluid goes the same way whether the user or the guard makes the steps short", "[step]") {
    const auto centreAfter = [](float timeStep) {
        World world = makeScene("dam-break", 1000);
        world.submit(SetSetting{"timeStep", timeStep});
        runSeconds(world, 0.2995);
        Vec3 centre{};
        for (size_t k = 0; k < world.particleCount(); ++k) centre += world.particle(k).x / 1000.0f;
        return centre;
    };
    const Vec3 split = centreAfter(0.01f), fine = centreAfter(0.001f);
    CAPTURE(split.x, fine.x, split.y, fine.y);
    CHECK(split.x == Approx(fine.x).epsilon(0.01));
    CHECK(split.y == Approx(fine.y).epsilon(0.01));
}

TEST_CASE("Every substep is no longer than the time step and together they make it up", "[step]") {
    World world = makeScene("splash", 500);
    for (int n = 0; n < 200; ++n) {
        const uint64_t before = world.totals().substeps;
        world.step();
        CHECK(world.totals().lastSubsteps >= 1);
        CHECK(world.totals().substeps - before == static_cast<uint64_t>(world.totals().lastSubsteps));
    }
    CHECK(world.totals().simulatedSeconds == Approx(200.0 * world.settings().timeStep));
    CHECK(world.totals().particleSteps == world.totals().substeps * world.particleCount());
}

TEST_CASE("Leapfrog is of second order", "[step]") {
    const ForceField pull{.kind = FieldKind::Pull, .centre = {}, .radius = 2.0f, .strength = 20.0f, .direction = {}};
    const Orbit start{{0.4, 0.0}, {0.5, 2.0}};
    const auto errorWith = [&](float timeStep) {
        WorldSetup setup = emptyRoom(4.0f, 0.25f);
        setup.settings.timeStep = timeStep;
        setup.fields.push_back(pull);
        setup.particles.push_back({{static_cast<float>(start.x[0]), static_cast<float>(start.x[1]), 0.0f},
                                   {static_cast<float>(start.v[0]), static_cast<float>(start.v[1]), 0.0f}});
        World world(setup, 1);
        const int steps = static_cast<int>(std::lround(1.0 / static_cast<double>(timeStep)));
        runSteps(world, steps);
        REQUIRE(world.totals().substeps == static_cast<uint64_t>(steps));
        const Orbit exact = exactOrbit(pull, start, steps * static_cast<double>(timeStep));
        return std::hypot(world.particle(0).x.x - exact.x[0], world.particle(0).x.y - exact.x[1]);
    };
    const double coarse = errorWith(0.01f), middle = errorWith(0.005f), fine = errorWith(0.0025f);
    CAPTURE(coarse, middle, fine);
    CHECK(coarse / middle == Approx(4.0).epsilon(0.15));
    CHECK(middle / fine == Approx(4.0).epsilon(0.15));
}

TEST_CASE("A world without particles steps through time", "[step]") {
    World world(emptyRoom(1.0f, 0.02f), 1);
    runSteps(world, 10);
    CHECK(world.particleCount() == 0);
    CHECK(world.totals().simulatedSeconds == Approx(10.0 * world.settings().timeStep));
    CHECK(world.measure().particles == 0);
    CHECK(world.accelerations().empty());
}

TEST_CASE("Particles in one place stay finite", "[step]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.settings = Settings{};
    for (int n = 0; n < 40; ++n) setup.particles.push_back({{0.1f, 0.1f, 0.1f}, {}});
    World world(setup, 1);
    REQUIRE_NOTHROW(runSteps(world, 200));
    CHECK(world.measure().escaped == 0);
}
