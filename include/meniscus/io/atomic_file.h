// Files that appear whole or not at all: temporary name in the same folder, write, sync, rename, sync the folder.
#pragma once

#include <filesystem>
#include <string_view>

namespace meniscus {

// Puts content into the file, replacing what was there; after any failure the old content still stands and nothing else
// is left in the folder. A symbolic link stays one. Throws InputError when the path cannot be written at all, and
// WorkError when the writing itself fails (such as on a full disk).
void writeFileAtomically(const std::filesystem::path& path, std::string_view content);

// Throws as above when writeFileAtomically could not write the path now, so that this is known before long work and not
// after it. Leaves no file behind.
void checkWritable(const std::filesystem::path& path);

// Removes the temporary files that killed programs have left in the folder, and none that is being written by whomever.
// The functions above do it for a folder into which they write for the first time; who starts does it for its own
// folders. What cannot be removed stays, without a word.
void removeStrayFiles(const std::filesystem::path& folder);

}  // namespace meniscus
