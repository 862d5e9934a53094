// Scene files: what is written comes back, and what cannot be is refused with its place.
#include <catch2/catch.hpp>

#include "meniscus/core/error.h"
#include "meniscus/scene/scene_file.h"
#include "worlds.h"

using namespace meniscus;

namespace {

uint64_t hashAfter(const Scene& scene, int threads, int steps) {
    World world(worldSetup(scene, false), threads);
    for (int step = 0; step < steps; ++step) world.step();
    return world.stateHash();
}

}  // namespace

TEST_CASE("A scene that was written out runs to the same hash from its file", "[scenefile][parallel]") {
    for (const SceneInfo& info : builtInScenes()) {
        INFO(info.name);
        const Scene scene = describeScene(info, {.particles = 600, .seed = 3});
        const SceneReading reading = parseScene(sceneText(scene), "file.json");
        CHECK(reading.warnings.empty());
        CHECK(reading.scene.name == info.name);
        CHECK(reading.scene.title == info.title);
        CHECK(reading.scene.particles == 600);
        CHECK(reading.scene.setup.spacing == scene.setup.spacing);
        CHECK(reading.scene.setup.settings == scene.setup.settings);
        CHECK(reading.scene.setup.fields == scene.setup.fields);
        CHECK(reading.scene.look.target == scene.look.target);
        CHECK(reading.scene.look.room == scene.look.room);
        CHECK(sceneText(reading.scene) == sceneText(scene));
        CHECK(hashAfter(reading.scene, 2, 60) == hashAfter(scene, 1, 60));
    }
}
