// What the window shows: a built-in scene, or what came from a file, and how it becomes a file again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "meniscus/scene/any_file.h"
#include "meniscus/session/file_kind.h"
#include "meniscus/session/simulation.h"

namespace meniscus {

struct Document {
    Scene scene;  // from which the running world was made
    bool isForPlay = true;
    std::filesystem::path path;    // empty: no file yet
    std::optional<FileKind> kind;  // of the file
    bool isUnsaved = false;        // the user did something worth keeping that is in no file
    bool hasToolWork = false;      // some of it is in the fluid itself, which a scene file does not hold
};

// The name of its file, or the scene's title.
[[nodiscard]] std::string titleOf(const Document& document);
// For names of files made from it: plain letters, digits and dashes.
[[nodiscard]] std::string plainName(std::string_view name);

[[nodiscard]] FileKind kindOf(const AnyFile& file, const std::filesystem::path& path);

// The bytes of a file of the kind. The scene must have camera and view as they are to be kept.
[[nodiscard]] std::string fileBytes(FileKind kind, Scene scene, bool isForPlay, SavedWorld saved);
[[nodiscard]] Moment momentFrom(Scene scene, bool isForPlay, SavedWorld saved);

}  // namespace meniscus
