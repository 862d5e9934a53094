// The files that were opened and saved last, kept for all instances in one file of the state folder: a path a line,
// with bytes that are no plain letters as %XX. A list that cannot be read or written is an empty one.
#pragma once

#include <filesystem>
#include <vector>

namespace meniscus {

inline constexpr size_t kMaxRecentFiles = 10;

[[nodiscard]] std::vector<std::filesystem::path> loadRecentFiles(const std::filesystem::path& list);
// Puts the path first and writes the list. Never throws. Gives the new list.
std::vector<std::filesystem::path> addRecentFile(const std::filesystem::path& list, const std::filesystem::path& path);

}  // namespace meniscus
