// Files of all kinds that can be opened, recognised by their content and not by their names.
#pragma once

#include <filesystem>
#include <variant>

#include "meniscus/scene/moment.h"
#include "meniscus/scene/replay.h"

namespace meniscus {

struct AnyFile {
    std::variant<Scene, Moment, Replay> content;
    std::vector<std::string> warnings;
    [[nodiscard]] const Scene& scene() const;
};

// A scene, snapshot, replay or picture. Throws InputError with file, place, value and what is allowed; also for files
// that are none of these, cannot be read, or are no plain files.
[[nodiscard]] AnyFile readAnyFile(const std::filesystem::path& path);

// What a user gives where SCENE|FILE is asked for: a built-in scene by its name, or else a file. Throws InputError with
// the nearest scene when it is neither. The count of particles also is for scene files, and refused for snapshots;
// replays keep theirs, and files their seed.
[[nodiscard]] AnyFile openSceneOrFile(const std::string& nameOrPath, const SceneOptions& options);

}  // namespace meniscus
