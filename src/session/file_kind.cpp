#include "meniscus/session/file_kind.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace meniscus {

namespace {

constexpr std::array kKinds{
    FileKindInfo{FileKind::Snapshot, "snapshot", "Snapshot", ".meniscus",
                 "This very moment with all that led to it; goes on from here bit for bit.", true},
    FileKindInfo{FileKind::Scene, "scene", "Scene", ".scene.json",
                 "The scene from its start, with the present settings, fluids, camera and view; text to edit.", true},
    FileKindInfo{FileKind::Replay, "replay", "Replay", ".replay.json",
                 "The session: the scene and all that was done in it, to be played again.", true},
    FileKindInfo{FileKind::Picture, "picture", "Picture", ".png", "A shared picture with its moment inside.", false},
};

bool endsWith(std::string_view text, std::string_view ending) {
    if (text.size() < ending.size()) return false;
    const auto isSame = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::equal(ending.begin(), ending.end(), text.end() - static_cast<std::ptrdiff_t>(ending.size()), isSame);
}

}  // namespace

std::span<const FileKindInfo> fileKindTable() {
    return kKinds;
}

const FileKindInfo& fileKindInfo(FileKind kind) {
    return *std::ranges::find(kKinds, kind, &FileKindInfo::kind);
}

std::optional<FileKind> kindByEnding(std::string_view fileName) {
    for (const FileKindInfo& info : kKinds) {
        if (fileName.size() > info.ending.size() && endsWith(fileName, info.ending)) return info.kind;
    }
    return std::nullopt;
}

std::string withoutEnding(std::string_view fileName) {
    const auto kind = kindByEnding(fileName);
    if (kind) fileName.remove_suffix(fileKindInfo(*kind).ending.size());
    return std::string(fileName);
}

std::string withEnding(std::string_view fileName, FileKind kind) {
    return withoutEnding(fileName) + std::string(fileKindInfo(kind).ending);
}

std::string shownName(std::string_view fileName) {
    std::string shown(fileName);
    std::ranges::replace_if(
        shown, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    return shown;
}

}  // namespace meniscus
