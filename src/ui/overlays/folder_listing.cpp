#include "ui/overlays/folder_listing.h"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <thread>

namespace meniscus {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kPatience{60};

// Capitals do not matter, and numbers within names count as numbers: splash-9 comes before splash-10.
bool isBefore(const std::string& a, const std::string& b) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            while (i < a.size() && a[i] == '0') ++i;
            while (j < b.size() && b[j] == '0') ++j;
            const size_t iStart = i, jStart = j;
            while (i < a.size() && isDigit(a[i])) ++i;
            while (j < b.size() && isDigit(b[j])) ++j;
            if (i - iStart != j - jStart) return i - iStart < j - jStart;
            const int order = a.compare(iStart, i - iStart, b, jStart, j - jStart);
            if (order != 0) return order < 0;
            continue;
        }
        const int ca = std::tolower(static_cast<unsigned char>(a[i++]));
        const int cb = std::tolower(static_cast<unsigned char>(b[j++]));
        if (ca != cb) return ca < cb;
    }
    if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
    return a < b;
}

void addDetails(FolderEntry& entry, const fs::path& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return;
    entry.bytes = static_cast<std::uintmax_t>(info.st_size);
    entry.changed = info.st_mtime;
}

}  // namespace

FolderContent readFolder(const fs::path& folder) {
    FolderContent content;
    std::error_code error;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
        std::error_code unknown;  // such as a link to nothing
        FolderEntry entry{.name = at->path().filename().string()};
        entry.isFolder = at->is_directory(unknown);
        const auto kind = kindByEnding(entry.name);
        if (!entry.isFolder && (!kind || !at->is_regular_file(unknown))) continue;
        if (content.entries.size() == kMaxEntries) {
            content.isCut = true;
            break;
        }
        if (!entry.isFolder) {
            entry.kind = *kind;
            addDetails(entry, at->path());
        }
        content.entries.push_back(std::move(entry));
    }
    if (error) content.error = error.message();
    std::ranges::sort(content.entries, [](const FolderEntry& a, const FolderEntry& b) {
        return a.isFolder != b.isFolder ? a.isFolder : isBefore(a.name, b.name);
    });
    return content;
}

void FolderListing::read(const fs::path& folder) {
    std::packaged_task<FolderContent()> task([folder]() -> FolderContent {
        try {
            return readFolder(folder);
        } catch (const std::exception& error) {
            return {.entries = {}, .error = error.what()};
        }
    });
    future_ = task.get_future().share();
    // Nobody waits for a disk that does not answer: the thread ends with the program then.
    std::thread(std::move(task)).detach();
    future_.wait_for(kPatience);
}

const FolderContent* FolderListing::content() const {
    if (!future_.valid() || future_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return nullptr;
    return &future_.get();
}

}  // namespace meniscus
