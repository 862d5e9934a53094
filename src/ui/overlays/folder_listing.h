// What a folder holds, for the file browser: folders, and files of the kinds that can be opened. Read on a thread of
// its own, because a folder may be large, or lie on a disk that does not answer.
#pragma once

#include <ctime>
#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "meniscus/ui/files.h"

namespace meniscus {

struct FolderEntry {
    std::string name;  // its bytes, which need not be text
    bool isFolder = false;
    FileKind kind = FileKind::Snapshot;  // of a file
    std::uintmax_t bytes = 0;
    std::time_t changed = 0;
};

struct FolderContent {
    std::vector<FolderEntry> entries;  // folders first, by name
    std::string error;                 // why it could not be read
    bool isCut = false;                // there is more than kMaxEntries
};

inline constexpr size_t kMaxEntries = 50'000;

[[nodiscard]] FolderContent readFolder(const std::filesystem::path& folder);

class FolderListing {
  public:
    // Waits for a short while, so that most folders are there at once.
    void read(const std::filesystem::path& folder);
    // Null while it is being read.
    [[nodiscard]] const FolderContent* content() const;

  private:
    std::shared_future<FolderContent> future_;
};

}  // namespace meniscus
