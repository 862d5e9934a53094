// It never blows up silently: bad states are found in the step in which they appear, and the world survives them.
#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Contains;

namespace {

// A field that throws everything out of the range of numbers; commands are checked, but the fields of a setup are not.
WorldSetup makeAbsurd(float strength) {
    WorldSetup setup = buildScene(findScene("splash"), {.particles = 300});
    setup.fields.push_back(
        {.kind = FieldKind::Push, .centre = {}, .radius = 10.0f, .strength = strength, .direction = {}});
    return setup;
}

std::string failureOf(World& world) {
    try {
        world.step();
    } catch (const WorkError& error) {
        return error.what();
    }
    return "nothing failed";
}

bool isAllFinite(const World& world) {
    for (size_t k = 0; k < world.particleCount(); ++k) {
        if (!isFinite(world.particle(k).x) || !isFinite(world.particle(k).v)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("An absurd force is found in its step and named with particle and cause", "[diagnostics]") {
    for (const float strength : {1e38f, 3e38f, 1e20f, 1e12f}) {
        CAPTURE(strength);
        World world(makeAbsurd(strength), 1);
        const std::string message = failureOf(world);
        CHECK_THAT(message, Catch::Matches(".*step 0, particle [0-9]+: (runaway speed|velocity is not finite).*"));
        CHECK(std::count(message.begin(), message.end(), '\n') == 0);
    }
}

TEST_CASE("After a failure the world stands at its last good state", "[diagnostics]") {
    WorldSetup setup = makeAbsurd(1e38f);
    setup.settings.fieldsOn = false;
    World world(setup, 1);
    runSteps(world, 25);
    const uint64_t before = world.stateHash();
    const StepTotals totals = world.totals();
    world.submit(SetSetting{"fieldsOn", 1.0f});
    const std::string message = failureOf(world);
    CHECK_THAT(message, Contains("step 25"));
    CHECK(world.totals().steps == totals.steps);
    CHECK(world.totals().simulatedSeconds == totals.simulatedSeconds);
    CHECK(world.measure().escaped == 0);
    CHECK(isAllFinite(world));

    // Switching the cause off again must give the very state from before, settings included.
    world.submit(SetSetting{"fieldsOn", 0.0f});
    World untouched(setup, 1);
    runSteps(untouched, 25);
    CHECK(untouched.stateHash() == before);
    untouched.submit(SetSetting{"fieldsOn", 0.0f});
    world.step();
    untouched.step();
    CHECK(world.stateHash() == untouched.stateHash());
    CHECK_NOTHROW(runSteps(world, 100));
    CHECK(world.measure().escaped == 0);
}

TEST_CASE("A failure does not change the state at all", "[diagnostics]") {
    World world(makeAbsurd(1e38f), 1);
    const uint64_t before = world.stateHash();
    for (int n = 0; n < 5; ++n) {
        CHECK_THROWS_AS(world.step(), WorkError);
        CHECK(world.stateHash() == before);
    }
}

TEST_CASE("A run that went on after a failure in a later substep can be repeated", "[diagnostics]") {
    const WorldSetup setup = failingRoom();
    World world(setup, 1);
    CHECK_THROWS_AS(world.step(), WorkError);
    // What went well stays, and so much time has passed.
    const double seconds = world.totals().simulatedSeconds;
    CHECK(seconds > 0.0);
    CHECK(seconds < 0.01);
    CHECK(world.particle(0).x.x == Approx(-0.4 + 5.0 * seconds).margin(1e-5));
    CHECK(world.measure().escaped == 0);
    world.submit(SetSetting{"fieldsOn", 0.0f});
    runSteps(world, 5);

    World again(setup, 1);
    size_t nextCommand = 0;
    for (uint64_t step = 0; step < 6; ++step) {
        for (; nextCommand < world.log().size() && world.log()[nextCommand].step == step; ++nextCommand) {
            again.submit(world.log()[nextCommand].command);
        }
        try {
            again.step();
        } catch (const WorkError&) {
            CHECK(step == 0);
        }
    }
    CHECK(nextCommand == world.log().size());
    CHECK(again.stateHash() == world.stateHash());
    CHECK(again.totals().simulatedSeconds == world.totals().simulatedSeconds);
}

TEST_CASE("A kick that a shorter step can take is taken in halves", "[diagnostics]") {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.settings.timeStep = 0.004f;
    setup.settings.speedLimit = 1.0f;
    // 20 times the limit is a runaway speed, and the first kick spans half of a step: 30 m/s.
    setup.fields.push_back(
        {.kind = FieldKind::Push, .centre = {}, .radius = 50.0f, .strength = 15000.0f, .direction = {}});
    setup.particles.push_back({{0.1f, 0.0f, 0.0f}, {}});
    World world(setup, 1);
    REQUIRE_NOTHROW(world.step());
    CHECK(world.totals().halvings > 0);
    CHECK(world.totals().lastSubsteps > 1);
    CHECK(world.totals().speedLimited > 0);
    CHECK(world.totals().simulatedSeconds == Approx(0.004));
    CHECK(world.measure().escaped == 0);
    CHECK(world.measure().maxSpeed < 16.0);
}

TEST_CASE("No particle leaves a step faster than the speed limit", "[diagnostics]") {
    World world = makeScene("dam-break", 300);
    world.submit(SetSetting{"speedLimit", 1.0f});
    runSteps(world, 200);
    CHECK(world.totals().speedLimited > 0);
    // measure() looks half a kick later than the limit.
    CHECK(world.measure().maxSpeed < 1.1);
}

TEST_CASE("Setups that make no sense are refused", "[diagnostics]") {
    const auto refusal = [](void (*spoil)(WorldSetup&)) {
        WorldSetup setup = buildScene(findScene("drop"), {.particles = 20});
        spoil(setup);
        try {
            World world(setup, 1);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("nothing was refused");
    };
    CHECK_THAT(refusal([](WorldSetup& s) { s.spacing = 0.0f; }), Contains("scene drop") && Contains("spacing"));
    CHECK_THAT(refusal([](WorldSetup& s) { s.spacing = NAN; }), Contains("spacing"));
    CHECK_THAT(refusal([](WorldSetup& s) { s.spacing = -1.0f; }), Contains("spacing"));
    CHECK_THAT(refusal([](WorldSetup& s) { s.domain.bounds.upper.x = s.domain.bounds.lower.x; }), Contains("room"));
    CHECK_THAT(refusal([](WorldSetup& s) { s.domain.bounds.upper.y = INFINITY; }), Contains("room"));
    CHECK_THAT(refusal([](WorldSetup& s) { s.fluids[0].stiffness = -1.0f; }), Contains("stiffness"));
    CHECK_THAT(refusal([](WorldSetup& s) { s.settings.gravity = NAN; }), Contains("gravity"));
}
