// Slow forces in strides: in fast water all but pressure acts in every fourth or third substep only.
#include <catch2/catch.hpp>
#include <cmath>

#include "fluid/methods/mcg03/mcg03.h"
#include "meniscus/fluid/material.h"
#include "meniscus/world/world_state.h"
#include "worlds.h"

using namespace meniscus;

TEST_CASE("Slow forces act in every fourth substep of fast water, and in all of calm water", "[stabiliser][strides]") {
    World fast = makeScene("dam-break", 2000);
    World calm = makeScene("still-tank", 800);
    runSeconds(fast, 0.2);
    runSeconds(calm, 1.0);
    int owing = 0;
    for (int n = 0; n < 32; ++n) {
        const uint64_t before = fast.totals().substeps;
        fast.step();
        calm.step();
        REQUIRE(fast.totals().substeps == before + 1);
        const WorldState state = fast.save();
        if (state.owed > 0.0f) ++owing;
        CHECK(state.owed <= 3.001f * state.previousDt);
        CHECK(calm.save().owed == 0.0f);
    }
    CHECK(owing == 24);
}

TEST_CASE("Where the skin allows three substeps only, slow forces act in every third", "[stabiliser][strides]") {
    World world = makeScene("glass-swirl");
    runSeconds(world, 1.0);
    int owing = 0;
    for (int n = 0; n < 30; ++n) {
        world.step();
        if (world.save().owed > 0.0f) ++owing;
    }
    CHECK(owing == 20);
}

TEST_CASE("A kick has as much of the stabiliser as it is short enough for", "[stabiliser][strides]") {
    Threads threads(1);
    StageSeconds seconds{};
    constexpr float h = 0.05f;
    Settings settings;
    settings.kernelPair = KernelPair::Wendland;
    settings.stabiliser = true;
    FluidKind water;
    water.viscosity = 0.5f;
    const FluidCounts counts{};
    const float dt = 0.7f * h / std::sqrt(water.stiffness);
    const auto strideAt = [&](float strength, float speed, float owed) {
        settings.stabiliserStrength = strength;
        const StepContext context{.settings = settings,
                                  .fluids = {&water, 1},
                                  .fluidCounts = counts,
                                  .fields = {},
                                  .heaters = {},
                                  .heaterTemperatures = {},
                                  .time = 0.0,
                                  .maxSpeed = speed,
                                  .threads = threads,
                                  .stageSeconds = seconds};
        return strideOf(context, {.dt = dt, .kick = dt, .heat = dt, .owed = owed}, false, h);
    };
    const float fast = 0.2f * std::sqrt(water.stiffness);
    const float mass = water.restDensity * h * h;
    for (const float strength : {0.01f, 0.04f, 0.06f}) {
        CAPTURE(strength);
        CHECK(strideAt(strength, fast, 0.0f).kicks == 0.0f);
        const Stride whole = strideAt(strength, fast, 3.0f * dt);
        CHECK(whole.kicks == Approx(4.0f));
        const float acts = 11.5f * whole.stabiliserShare * stabiliserViscosity(settings, water, h);
        CHECK(acts + 23.0f * water.viscosity <= 1.001f * mass / (4.0f * dt));
        CHECK((whole.stabiliserShare == 1.0f) == (strength < 0.02f));
        const Stride calm = strideAt(strength, 0.0f, 0.0f);
        CHECK(calm.kicks == 1.0f);
        CHECK(calm.stabiliserShare == 1.0f);
        // Water that has just become calm gets all that it is owed.
        CHECK(strideAt(strength, 0.0f, 3.0f * dt).kicks == Approx(4.0f));
    }
    CHECK(strideAt(0.12f, fast, 0.0f).kicks == 1.0f);  // too strong for any stride
    CHECK(strideAt(0.12f, fast, 0.0f).stabiliserShare == 1.0f);
}

TEST_CASE("A state that is owed slow forces goes on with the same bits", "[stabiliser][strides]") {
    World whole = makeScene("dam-break", 2000);
    runSeconds(whole, 0.2);
    for (int n = 0; n < 3 && whole.save().owed == 0.0f; ++n) whole.step();
    REQUIRE(whole.save().owed > 0.0f);
    const WorldState state = whole.save();
    WorldState forgetful = state;
    forgetful.owed = 0.0f;
    World other = makeScene("dam-break", 2000, 2);
    World wrong = makeScene("dam-break", 2000);
    other.restore(state, whole.log());
    wrong.restore(forgetful, whole.log());
    CHECK(other.stateHash() == whole.stateHash());
    CHECK(wrong.stateHash() != whole.stateHash());
    for (World* world : {&whole, &other, &wrong}) runSteps(*world, 20);
    CHECK(other.stateHash() == whole.stateHash());
    CHECK(wrong.stateHash() != whole.stateHash());
}
