// Scene files: JSON with a version, a generated schema and messages that say where and why. Floats are written so that
// they come back bit for bit; a built-in scene that was written out runs to the same hash from its file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/scene/scene.h"

namespace meniscus {

// What a file may ask for, so that reading any small one takes little time and memory. Those of snapshots may ask for
// more, because they are large themselves.
struct SceneLimits {
    size_t particles = 500'000;
    size_t capacity = 1'000'000;
    double bins = 16e6;    // of the grid
    double bytes = 240e6;  // that a world of it takes, with room for what the user pours in
};
inline constexpr SceneLimits kAnyScene{200'000'000, 400'000'000, 2e9, 1e12};

// Whether the scene, written as a file, would be read with these limits.
[[nodiscard]] bool isWithin(const Scene& scene, const SceneLimits& limits = {});

struct SceneReading {
    Scene scene;
    std::vector<std::string> warnings;  // unknown keys, each with its place and the nearest known one
};

[[nodiscard]] std::string sceneText(const Scene& scene);

// where names the text in messages: a file, or "snapshot.meniscus: scene". Throws InputError, one line, with the place
// (a line, or a JSON path such as $.fluids[1].viscosity), the value and what is allowed.
[[nodiscard]] SceneReading parseScene(std::string_view text, const std::string& where, const SceneLimits& limits = {});
[[nodiscard]] SceneReading readScene(const std::filesystem::path& path);

// JSON Schema (draft 2020-12) of the format, generated from the same tables that the reader uses.
[[nodiscard]] std::string sceneSchemaText();

}  // namespace meniscus
