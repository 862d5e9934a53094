// A world that takes over a saved state goes on bit for bit as the one that was never interrupted.
#include <catch2/catch.hpp>
#include <functional>
#include <limits>

#include "meniscus/core/error.h"
#include "meniscus/core/rng.h"
#include "meniscus/scene/scene.h"
#include "meniscus/world/world.h"
#include "meniscus/world/world_state.h"
#include "moments.h"

using namespace meniscus;

namespace {

World worldOf(const SceneInfo& scene, int threads) {
    return World(buildScene(scene, {.particles = {}, .seed = 1, .isForPlay = true}), threads);
}

}  // namespace

TEST_CASE("A state taken over by another world goes on with the same bits", "[parallel]") {
    const SceneInfo& scene = builtInScenes()[GENERATE(range(size_t{0}, size_t{12}))];
    INFO(scene.name);
    Rng rng(7);
    const uint64_t first = 5 + rng.next() % 60;
    World whole = worldOf(scene, 1);
    playSteps(whole, first);
    const WorldState state = whole.save();
    World other = worldOf(scene, 2);
    playSteps(other, 11);  // whatever it did before
    other.restore(state, whole.log());
    CHECK(other.stateHash() == whole.stateHash());
    CHECK(other.stepIndex() == first);
    CHECK(std::equal(other.log().begin(), other.log().end(), whole.log().begin(), whole.log().end()));
    playSteps(whole, 60);
    playSteps(other, 60);
    CHECK(other.stateHash() == whole.stateHash());
    CHECK(other.totals().substeps == whole.totals().substeps);
    CHECK(other.clock() == whole.clock());
}

TEST_CASE("Emitters whose rate changes go on from a saved state bit for bit") {
    World whole = worldOf(findScene("pour"), 1);
    World resumed = worldOf(findScene("pour"), 1);
    const size_t before = whole.particleCount();
    for (uint64_t step = 0; step < 120; ++step) {
        if (step % 7 == 3) resumed.restore(resumed.save(), resumed.log());
        if (step % 7 == 5) {
            World other = worldOf(findScene("pour"), 1);
            other.restore(resumed.save(), resumed.log());
            resumed = std::move(other);
        }
        for (World* world : {&whole, &resumed}) {
            world->submit(SetSetting{"emitterRate", 0.5f * static_cast<float>(step % 3)});
            world->step();
        }
    }
    CHECK(whole.particleCount() > before);
    CHECK(resumed.stateHash() == whole.stateHash());
}

TEST_CASE("A state that cannot be is refused, and the world stays as it was") {
    World world = worldOf(findScene("lava-lamp"), 1);
    playSteps(world, 3);
    const WorldState good = world.save();
    const uint64_t before = world.stateHash();
    const float bad = std::numeric_limits<float>::quiet_NaN();
    const std::vector<std::function<void(WorldState&)>> damages{
        [&](WorldState& s) { s.x[5] = bad; },
        [&](WorldState& s) { s.vy[5] = bad; },
        [&](WorldState& s) { s.y[5] = -1.0f; },
        [&](WorldState& s) { s.x.pop_back(); },
        [&](WorldState& s) { s.dye.clear(); },
        [&](WorldState& s) { s.isMixed = false; },
        [&](WorldState& s) { s.fluid[5] = 7; },
        [&](WorldState& s) { s.temperature[5] = -500.0f; },
        [&](WorldState& s) { s.dye[5] = 2.0f; },
        [&](WorldState& s) { s.id[5] = s.nextId; },
        [&](WorldState& s) { s.settings.gravity = 1e3f; },
        [&](WorldState& s) { s.settings.kernelPair = static_cast<KernelPair>(9); },
        [&](WorldState& s) { s.fluids[0].viscosity = -1.0f; },
        [&](WorldState& s) { s.fluids.clear(); },
        [&](WorldState& s) { s.fluids.resize(kMaxFluids + 1); },
        [&](WorldState& s) { s.fluids[0].vapour = 12; },
        [&](WorldState& s) { s.fluids[1].vapour = 1; },  // itself
        [&](WorldState& s) { s.emitters.emplace_back(); },
        [&](WorldState& s) { s.heaterTemperatures.clear(); },
        [&](WorldState& s) { s.heaterTemperatures[0] = bad; },
        [&](WorldState& s) { s.userFields[0].radius = bad; },
        [&](WorldState& s) { s.jet = Emitter{.fluid = 9}; },
        [&](WorldState& s) { s.jet = Emitter{.radius = -1.0f}; },
        [&](WorldState& s) { s.previousDt = 1e9f; },
        [&](WorldState& s) { s.owed = 1e9f; },
        [&](WorldState& s) { s.owed = -1.0f; },
        [&](WorldState& s) { s.owed = bad; },
        [&](WorldState& s) { s.maxSpeed = bad; },
        [&](WorldState& s) { s.clock = -1.0; },
        [&](WorldState& s) { s.totals.simulatedSeconds = 1e17; },  // where emitters' layers are lost in rounding
        [&](WorldState& s) { s.fluids.pop_back(); },               // that the scene's own parts are of
        [&](WorldState& s) { s.jet = Emitter{.radius = 90.0f}; },  // whose places take minutes to look at
        [&](WorldState& s) { s.logSize = 1; },
    };
    for (size_t k = 0; k < damages.size(); ++k) {
        INFO("damage " << k);
        WorldState state = good;
        damages[k](state);
        CHECK_THROWS_AS(world.restore(state, world.log()), InputError);
        CHECK(world.stateHash() == before);
    }
    world.restore(good, world.log());
    CHECK(world.stateHash() == before);
}
