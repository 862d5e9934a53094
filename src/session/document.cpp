#include "meniscus/session/document.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <fstream>

#include "meniscus/core/error.h"
#include "meniscus/io/png_chunks.h"
#include "meniscus/scene/scene_file.h"
#include "meniscus/sph/simd_target.h"

namespace meniscus {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMaxPlainNameLength = 60;

// The scene as it is now, from its start: settings and fluids as the user left them.
Scene presentScene(Scene scene, const WorldState& state) {
    scene.setup.method = state.method;
    scene.setup.settings = state.settings;
    scene.setup.fluids = state.fluids;
    scene.setup.isMixed = scene.setup.isMixed || state.isMixed;
    return scene;
}

Replay replayFrom(Scene scene, bool isForPlay, SavedWorld saved) {
    return {.scene = std::move(scene),
            .isForPlay = isForPlay,
            .log = std::move(saved.log),
            .steps = saved.state.stepIndex,
            .clock = saved.state.clock,
            .hash = RecordedHash{saved.hash},
            .simdTarget = std::string(simdTargetName())};
}

bool isPicture(const fs::path& path) {
    std::array<char, 16> head{};
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), head.size());
    return isPng({head.data(), static_cast<size_t>(file.gcount())});
}

}  // namespace

std::string titleOf(const Document& document) {
    if (!document.path.empty()) return document.path.filename().string();
    return document.scene.title.empty() ? document.scene.name : document.scene.title;
}

std::string plainName(std::string_view name) {
    std::string plain;
    for (const char c : name.substr(0, kMaxPlainNameLength)) {
        plain += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    }
    return plain.empty() ? "scene" : plain;
}

FileKind kindOf(const AnyFile& file, const fs::path& path) {
    if (std::holds_alternative<Scene>(file.content)) return FileKind::Scene;
    if (std::holds_alternative<Replay>(file.content)) return FileKind::Replay;
    return isPicture(path) ? FileKind::Picture : FileKind::Snapshot;
}

Moment momentFrom(Scene scene, bool isForPlay, SavedWorld saved) {
    return {.scene = std::move(scene),
            .isForPlay = isForPlay,
            .state = std::move(saved.state),
            .log = std::move(saved.log),
            .simdTarget = std::string(simdTargetName())};
}

std::string fileBytes(FileKind kind, Scene scene, bool isForPlay, SavedWorld saved) {
    switch (kind) {
        case FileKind::Scene:
            return sceneText(presentScene(std::move(scene), saved.state));
        case FileKind::Replay:
            return replayText(replayFrom(std::move(scene), isForPlay, std::move(saved)));
        case FileKind::Snapshot:
            return encodeMoment(momentFrom(std::move(scene), isForPlay, std::move(saved)));
        case FileKind::Picture:
            break;
    }
    throw WorkError("a picture is shared, not saved");
}

}  // namespace meniscus
