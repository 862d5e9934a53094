// Methods are exchanged under a running world, which keeps all its promises.
#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "meniscus/world/world_state.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Matchers::Contains;

TEST_CASE("Methods are listed with the default first and have names of their own", "[methods]") {
    REQUIRE(methods().size() >= 3);
    CHECK(methods().front().name == kDefaultMethod);
    for (const MethodInfo& info : methods()) {
        CHECK(&findMethod(info.name) == &info);
        CHECK(!info.title.empty());
        CHECK(!info.description.empty());
    }
}

TEST_CASE("An unknown method is refused with the nearest name", "[methods]") {
    CHECK_THROWS_WITH(findMethod("balistic"), Contains("did you mean 'ballistic'?"));
    World world = makeScene("splash", 200);
    CHECK_THROWS_AS(world.submit(SetMethod{"nothing"}), InputError);
    WorldSetup setup = emptyRoom(1.0f, 0.05f);
    setup.method = "nothing";
    CHECK_THROWS_AS(World(setup, 1), InputError);
}

TEST_CASE("Ballistic particles fall freely", "[methods]") {
    WorldSetup setup = emptyRoom(10.0f, 0.1f);
    setup.method = "ballistic";
    setup.settings.gravityOn = true;
    setup.settings.timeStep = 0.002f;
    // Near enough to each other that any force between particles would show.
    setup.particles = {{{0.0f, 4.0f, 0.0f}, {1.0f, 0.0f, 0.0f}}, {{0.0f, 4.02f, 0.0f}, {1.0f, 0.0f, 0.0f}}};
    World world(setup, 1);
    runSteps(world, 250);
    const float t = 0.5f;
    const std::vector<ParticleView> particles = particlesById(world);
    for (size_t k = 0; k < 2; ++k) {
        const Vec3 from = setup.particles[k].x;
        CHECK(particles[k].x.x == Approx(from.x + t).margin(1e-3));
        CHECK(particles[k].x.y == Approx(from.y - 0.5f * 9.81f * t * t).margin(5e-3));
        CHECK(particles[k].v.y == Approx(-9.81f * t).epsilon(1e-3));
        CHECK(particles[k].pressure == 0.0f);
        CHECK(particles[k].density == Approx(1000.0f));
    }
}

TEST_CASE("Nothing escapes in any method, and every thread count makes the same bits", "[methods][parallel]") {
    for (const MethodInfo& info : methods()) {
        for (const SceneInfo& scene : builtInScenes()) {
            CAPTURE(info.name, scene.name);
            WorldSetup setup = buildScene(scene, {.particles = 300});
            setup.method = info.name;
            if (info.supports.needsOneFluid && setup.isMixed) continue;
            World one(setup, 1), three(setup, 3);
            runSteps(one, 60);
            runSteps(three, 60);
            CHECK(one.stateHash() == three.stateHash());
            CHECK(one.measure().escaped == 0);
        }
    }
}

TEST_CASE("Changing the method and back loses nothing and can be saved in between", "[methods]") {
    for (const char* scene : {"splash", "lava-lamp", "pour-with-air"}) {
        CAPTURE(scene);
        World world = makeScene(scene, 400);
        runSteps(world, 40);
        const size_t count = world.particleCount();
        world.submit(SetMethod{"ballistic"});
        world.applyCommands();
        CHECK(world.method().name == "ballistic");
        CHECK(world.particleCount() == count);
        runSteps(world, 5);
        World other(world.setup(), 2);
        other.restore(world.save(), world.log());
        CHECK(other.method().name == "ballistic");
        for (World* each : {&world, &other}) {
            each->submit(SetMethod{"mcg03"});
            runSteps(*each, 20);
            CHECK(each->measure().escaped == 0);
        }
        CHECK(world.stateHash() == other.stateHash());
        world.submit(Reset{});
        runSteps(world, 1);
        CHECK(world.method().name == kDefaultMethod);
    }
}

TEST_CASE("A method that knows no periodic axes is refused where there are some", "[methods]") {
    WorldSetup setup = emptyRoom(1.0f, 0.05f);
    setup.domain.periodic = {true, false, true};
    World world(setup, 1);
    CHECK_THROWS_WITH(world.submit(SetMethod{"ballistic"}), Contains("periodic"));
    setup.method = "reference";
    CHECK_THROWS_WITH(World(setup, 1), Contains("periodic"));
}

TEST_CASE("A world that is mixed, reset and mixed again has the same memory and the same bits", "[methods]") {
    World world = makeScene("splash", 400);
    const size_t plain = world.allocatedBytes();
    const auto mixAndRun = [&] {
        world.submit(Dye{.centre = {0.0f, 0.1f, 0.0f}, .radius = 0.2f, .amount = 1.0f});
        runSteps(world, 10);
        return std::pair(world.allocatedBytes(), world.stateHash());
    };
    const auto first = mixAndRun();
    CHECK(first.first > plain);
    world.submit(Reset{});
    runSteps(world, 1);
    CHECK(world.allocatedBytes() == plain);
    world.submit(Reset{});
    CHECK(mixAndRun() == first);
}
