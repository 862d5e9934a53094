// The same bits for every thread count, and the same run from the same scene. scripts/check-builds compares debug and
// release.
#include <catch2/catch.hpp>

#include "meniscus/core/text.h"
#include "soak.h"
#include "worlds.h"

using namespace meniscus;

namespace {

constexpr int kThreadCounts[] = {1, 2, 3, 4, 8, 16};

std::string hashAfter(World world, int steps) {
    runSteps(world, steps);
    return hex16(world.stateHash());
}

// Some play with the mouse, at given steps.
void play(World& world, int step) {
    if (step % 50 == 10) {
        world.submit(ApplyField{step / 50 % kFieldSlots,
                                {.kind = static_cast<FieldKind>(step / 50 % 4),
                                 .centre = {0.0f, 0.1f, 0.0f},
                                 .radius = 0.2f,
                                 .strength = 20.0f,
                                 .direction = {1.0f, 0.3f, 0.0f},
                                 .endTime = world.totals().simulatedSeconds + 0.05}});
    }
    if (step == 60) world.submit(EmitBall{{0.0f, 0.3f, 0.0f}, 0.05f, {0.0f, -1.0f, 0.0f}});
    if (step == 80) world.submit(SetSetting{"stiffness", 60.0f});
    if (step == 120) world.submit(Reset{});
}

}  // namespace

TEST_CASE("Every scene has the same hash after many steps for every thread count", "[determinism][parallel][soak]") {
    for (const SceneInfo& scene : builtInScenes()) {
        // Mixed fluids take several substeps a step; test_air.cpp and test_boiling.cpp follow births and deaths.
        const bool isMixed = buildScene(scene, {}).isMixed;
        const int steps = isMixed && !isFullSoak() ? soakSteps(100, 10) : soakSteps(1000, 30);
        const std::string expected = hashAfter(makeScene(scene.name, {}, 1), steps);
        for (const int threads : kThreadCounts) {
            CAPTURE(scene.name, threads);
            CHECK(hashAfter(makeScene(scene.name, {}, threads), steps) == expected);
        }
    }
}

TEST_CASE("Many particles have the same hash for every thread count", "[determinism][parallel]") {
    // More than one chunk of the sort and a hundred chunks of the passes.
    const int steps = soakSteps(60, 6);
    const std::string expected = hashAfter(makeScene("dam-break", 30000, 1), steps);
    for (const int threads : {2, 3, 8}) {
        CAPTURE(threads);
        CHECK(hashAfter(makeScene("dam-break", 30000, threads), steps) == expected);
    }
}

TEST_CASE("A played scene has the same hash for every thread count", "[determinism][parallel]") {
    const int steps = std::max(140, soakSteps(400, 140));
    std::string expected;
    for (const int threads : {1, 2, 5}) {
        WorldSetup setup = buildScene(findScene("splash"), {.particles = 900});
        setup.capacity = 1200;
        World world(setup, threads);
        for (int step = 0; step < steps; ++step) {
            play(world, step);
            world.step();
        }
        if (threads == 1) expected = hex16(world.stateHash());
        CAPTURE(threads);
        CHECK(hex16(world.stateHash()) == expected);
    }
}

TEST_CASE("Looking does not change the course of a scene", "[determinism]") {
    for (const SceneInfo& scene : builtInScenes()) {
        CAPTURE(scene.name);
        World seen = makeScene(scene.name, 500);
        World alone = makeScene(scene.name, 500);
        for (int step = 0; step < 100; ++step) {
            seen.step();
            alone.step();
            const uint64_t before = seen.stateHash();
            CHECK(seen.measure().particles == seen.particleCount());
            CHECK(seen.accelerations().size() == seen.particleCount());
            CHECK(seen.stateHash() == before);
        }
        CHECK(seen.stateHash() == alone.stateHash());
        CHECK(seen.totals().substeps == alone.totals().substeps);
    }
}

TEST_CASE("The hash notices a single changed bit", "[determinism]") {
    WorldSetup setup = buildScene(findScene("drop"), {.particles = 100});
    const uint64_t before = World(setup, 1).stateHash();
    CHECK(World(setup, 1).stateHash() == before);
    for (float Vec3::*c : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        WorldSetup moved = setup;
        moved.particles[50].x.*c = std::nextafter(moved.particles[50].x.*c, 1.0f);
        CHECK(World(moved, 1).stateHash() != before);
        WorldSetup pushed = setup;
        pushed.particles[50].v.*c = 1e-38f;
        CHECK(World(pushed, 1).stateHash() != before);
    }
    for (const SettingInfo& info : settingTable()) {
        WorldSetup changed = setup;
        const float value = valueOf(info, changed.settings, changed.fluids[0]);
        setValue(info, value == info.maximum ? info.minimum : info.maximum, changed.settings, changed.fluids[0]);
        CAPTURE(info.key);
        CHECK(World(changed, 1).stateHash() != before);
    }
}
