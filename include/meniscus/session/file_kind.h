// The kinds of files that can be opened and saved, described once: the file browser and the document derive from it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace meniscus {

enum class FileKind { Snapshot, Scene, Replay, Picture };

struct FileKindInfo {
    FileKind kind;
    std::string_view name;    // for preferences and scripts
    std::string_view label;   // for the browser
    std::string_view ending;  // of its files
    std::string_view what;    // one sentence
    bool canBeSaved;          // pictures are shared, not saved
};
[[nodiscard]] std::span<const FileKindInfo> fileKindTable();
[[nodiscard]] const FileKindInfo& fileKindInfo(FileKind kind);
// By the ending, in any case. The kind of a file follows from its content; this is for names in lists.
[[nodiscard]] std::optional<FileKind> kindByEnding(std::string_view fileName);
[[nodiscard]] std::string withoutEnding(std::string_view fileName);
// With the ending of the kind, in place of that of another one.
[[nodiscard]] std::string withEnding(std::string_view fileName, FileKind kind);
// One line whatever the name holds.
[[nodiscard]] std::string shownName(std::string_view fileName);

}  // namespace meniscus
