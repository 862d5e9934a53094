#include "app/window/files/free_path.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "meniscus/session/document.h"

namespace meniscus {

namespace fs = std::filesystem;

fs::path freePath(const fs::path& folder, std::string_view prefix, std::string_view scene, std::string_view extension) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const std::string name = fmt::format("{}-{}-{:%Y%m%d-%H%M%S}", prefix, plainName(scene),
                                         fmt::localtime(std::chrono::system_clock::to_time_t(now)));
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    fs::path path = folder / fmt::format("{}{}", name, extension);
    for (int k = 2; fs::exists(path, ignored); ++k) path = folder / fmt::format("{}-{}{}", name, k, extension);
    return path;
}

}  // namespace meniscus
