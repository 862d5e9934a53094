// Names of files that the window makes by itself: pictures and recordings.
#pragma once

#include <filesystem>
#include <string_view>

namespace meniscus {

// PREFIX-SCENE-DATE-TIME with the extension, in the folder, which is made where it is missing; with a number where
// there is such a file already.
[[nodiscard]] std::filesystem::path freePath(const std::filesystem::path& folder, std::string_view prefix,
                                             std::string_view scene, std::string_view extension);

}  // namespace meniscus
