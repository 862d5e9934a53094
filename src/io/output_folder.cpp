#include "meniscus/io/output_folder.h"

#include <fmt/format.h>

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

}  // namespace meniscus
