#include "meniscus/scene/scene_file.h"

#include <fmt/format.h>

#include <fstream>

#include "meniscus/core/error.h"
#include "scene/formats/scene_fields.h"
#include "scene/formats/scene_json.h"
#include "scene/formats/strict_json.h"

namespace meniscus {

namespace {

constexpr uintmax_t kMaxBytes = 4u << 20;

std::string readText(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        throw InputError(fmt::format("{}: is not a file that can be read", path.string()));
    }
    const uintmax_t size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file) throw InputError(fmt::format("{}: cannot be read", path.string()));
    if (size > kMaxBytes) {
        throw InputError(fmt::format("{}: {} bytes; allowed: up to {}", path.string(), size, kMaxBytes));
    }
    std::string text(size, '\0');
    file.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return text;
}

}  // namespace

std::string sceneText(const Scene& scene) {
    return layOut(sceneToJson(scene));
}

SceneReading parseScene(std::string_view text, const std::string& where, const SceneLimits& limits) {
    SceneReading reading = sceneFromJson(parseStrictJson(text, where), where, limits);
    Scene& scene = reading.scene;
    if (scene.name.empty()) scene.name = plainText(std::filesystem::path(where).stem().string(), kMaxNameLength);
    scene.setup.scene = scene.name;
    return reading;
}

SceneReading readScene(const std::filesystem::path& path) {
    return parseScene(readText(path), path.string());
}

}  // namespace meniscus
