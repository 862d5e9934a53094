// Files in the window: what the file browser, the questions and the offer of recovery show and ask for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "meniscus/session/file_kind.h"

namespace meniscus {

struct RecentFile {
    std::filesystem::path path;
    bool isMissing = false;
};

// The file browser.
struct FileDialog {
    enum class Purpose { Open, Save };
    Purpose purpose = Purpose::Open;
    std::filesystem::path folder;  // where it begins
    std::string name;              // of the file to save
    FileKind kind = FileKind::Snapshot;
    uint64_t serial = 0;  // another number for another dialog
};

struct Question {
    enum class Answer { Yes, No, Cancel };
    std::string title;
    std::string text;
    std::string yes;             // what the buttons say
    std::string no;              // empty: there is no such button
    bool canBeSilenced = false;  // offers not to ask again
    bool isSilenced = false;     // the user took the offer
};

struct RecoveryOffer {
    std::string name;
    std::string when;
    size_t more = 0;  // that come after it
};

struct FilesState {
    std::string title;  // of what is open
    bool isUnsaved = false;
    bool isBusy = false;  // a file is being written or read
    std::vector<RecentFile> recent;
    std::optional<FileDialog> dialog;
    std::optional<Question> question;
    std::optional<RecoveryOffer> recovery;

    [[nodiscard]] bool isModal() const { return dialog || question; }
};

}  // namespace meniscus
