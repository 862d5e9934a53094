// A folder for many files of one run.
#pragma once

#include <filesystem>

namespace meniscus {

// Makes the folder, and those above it, unless it is there. Throws InputError when it cannot be made, or when anything
// is in it: the files of two runs would mix.
void makeEmptyFolder(const std::filesystem::path& path);

}  // namespace meniscus
