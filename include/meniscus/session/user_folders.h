// Where a user's files go, by the rules of the desktop.
#pragma once

#include <filesystem>

namespace meniscus {

// $XDG_STATE_HOME/meniscus, or below ~/.local/state; empty when neither is known.
[[nodiscard]] std::filesystem::path stateFolder();
// $XDG_DOCUMENTS_DIR, or ~/Documents where that is there, or ~.
[[nodiscard]] std::filesystem::path documentsFolder();
// $XDG_PICTURES_DIR, or ~/Pictures; likewise.
[[nodiscard]] std::filesystem::path picturesFolder();
[[nodiscard]] std::filesystem::path videosFolder();

}  // namespace meniscus
