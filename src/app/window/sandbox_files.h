// What the sandbox keeps for its files.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "meniscus/session/autosave.h"
#include "meniscus/session/document.h"
#include "meniscus/session/task_queue.h"

namespace meniscus {

struct SandboxFiles {
    SandboxFiles(const std::filesystem::path& state, const std::function<void()>& wake);

    Document document;
    std::filesystem::path recentList;
    std::filesystem::path folder;  // that was used last

    // The question that is asked: before work is lost, or before a file is replaced.
    std::function<void()> onYes;
    std::function<void()> onNo;
    // What waits until a file is saved; given up when that is.
    std::function<void()> afterSaving;

    std::string shownTitle;
    uint64_t opened = 0;  // counts what was opened
    uint64_t work = 0;    // counts what the user did that is worth keeping
    uint64_t dialogSerial = 0;
    bool isEnding = false;  // nothing more is asked

    Autosave autosave;
    uint64_t keptWork = 0;             // as it was when it was kept last
    uint64_t keptSteps = 0;            // likewise
    std::optional<uint64_t> keptStep;  // of the autosave that is there
    double nextAutosave = 0.0;
    std::vector<LeftWork> left;  // the first is offered

    std::vector<std::filesystem::path> dropped;

    // Last, so that they end first.
    TaskQueue reads;
    TaskQueue writes;
};

}  // namespace meniscus
