#include "meniscus/io/output_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "meniscus/core/error.h"

namespace meniscus {

namespace fs = std::filesystem;

void makeEmptyFolder(const fs::path& path) {
    const auto refuse = [&](std::string_view reason) {
        throw InputError(fmt::format("folder '{}': {}", path.string(), reason));
    };
    if (path.empty()) refuse("the name is empty");
    std::error_code error;
    fs::create_directories(path, error);
    if (error) refuse(error.message());
    const bool isEmpty = fs::is_empty(path, error);
    if (error) refuse(error.message());
    if (!isEmpty) refuse("not empty; allowed: a new or an empty folder, so that no two runs mix");
}

void claimFolder(const fs::path& path, std::string_view file) {
    std::FILE* const made = std::fopen((path / file).c_str(), "wx");
    if (made != nullptr) {
        std::fclose(made);
    } else {
        const std::string_view reason = errno == EEXIST ? "another run writes into it" : std::strerror(errno);
        throw InputError(fmt::format("folder '{}': {}", path.string(), reason));
    }
}

}  // namespace meniscus
