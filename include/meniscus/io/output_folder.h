// A folder for many files of one run.
#pragma once

#include <filesystem>
#include <string_view>

namespace meniscus {

// Makes the folder, and those above it, unless it is there. Throws InputError when it cannot be made, or when anything
// is in it: the files of two runs would mix.
void makeEmptyFolder(const std::filesystem::path& path);

// Creates an empty file that must not exist yet: of two programs that found the same folder empty, one gets it. The
// other gets an InputError.
void claimFolder(const std::filesystem::path& path, std::string_view file);

}  // namespace meniscus
