#include "meniscus/session/user_folders.h"

#include <cstdlib>

namespace meniscus {

namespace fs = std::filesystem;

namespace {

// The XDG standard says that relative paths must be ignored.
fs::path folderFrom(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value == '/' ? fs::path(value) : fs::path();
}

// What the variable says, or the folder of that name in the home folder.
fs::path userFolder(const char* variable, const char* name) {
    if (const char* given = std::getenv(variable); given != nullptr && *given != '\0') return given;
    const char* home = std::getenv("HOME");
    return home != nullptr && *home != '\0' ? fs::path(home) / name : fs::path(".");
}

}  // namespace

fs::path stateFolder() {
    if (const fs::path state = folderFrom("XDG_STATE_HOME"); !state.empty()) return state / "meniscus";
    const fs::path home = folderFrom("HOME");
    return home.empty() ? fs::path() : home / ".local" / "state" / "meniscus";
}

fs::path documentsFolder() {
    if (const fs::path given = folderFrom("XDG_DOCUMENTS_DIR"); !given.empty()) return given;
    const fs::path home = folderFrom("HOME");
    if (home.empty()) return ".";
    std::error_code error;
    return fs::is_directory(home / "Documents", error) ? home / "Documents" : home;
}

fs::path picturesFolder() {
    return userFolder("XDG_PICTURES_DIR", "Pictures");
}

fs::path videosFolder() {
    return userFolder("XDG_VIDEOS_DIR", "Videos");
}

}  // namespace meniscus
