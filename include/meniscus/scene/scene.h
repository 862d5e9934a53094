// The built-in scenes, one file each under src/scene/scenes. App, tests and benchmarks share them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "meniscus/scene/look.h"
#include "meniscus/world/world.h"

namespace meniscus {

struct SceneOptions {
    std::optional<size_t> particles;  // the scene's own count when empty
    uint64_t seed = 1;
    bool isForPlay = false;  // with room in memory for fluid that the user pours in
};

struct SceneInfo {
    int order;  // place in the list
    std::string_view name;
    std::string_view title;
    std::string_view description;  // one sentence
    size_t particles;              // at the scene's own resolution
    WorldSetup (*build)(size_t particles, uint64_t seed);
    SceneLook look = {};
};

// A scene file registers itself by defining one of these at namespace scope.
struct SceneRegistration {
    explicit SceneRegistration(const SceneInfo& info);
};

[[nodiscard]] std::span<const SceneInfo> builtInScenes();

// The scene called name; throws InputError with the nearest known name otherwise.
[[nodiscard]] const SceneInfo& findScene(std::string_view name);

// Throws InputError when the count of particles is zero or more than fits into this machine's memory.
void checkParticleCount(size_t particles);

// The scene must be one of builtInScenes(); the count is checked as above.
[[nodiscard]] WorldSetup buildScene(const SceneInfo& scene, const SceneOptions& options);

}  // namespace meniscus
