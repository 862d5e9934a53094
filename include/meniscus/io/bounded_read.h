// Reading files whole, within bounds.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace meniscus {

// The content of a plain file of at most so many bytes. Folders, pipes and devices are refused, and never waited for.
// Throws InputError that names the file and the reason.
[[nodiscard]] std::string readFile(const std::filesystem::path& path, size_t mostBytes);
// Its first so many bytes, or all where there are fewer.
[[nodiscard]] std::string readBeginning(const std::filesystem::path& path, size_t bytes);

}  // namespace meniscus
