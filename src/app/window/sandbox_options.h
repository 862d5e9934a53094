// The options of the command line for the window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "meniscus/world/command.h"

namespace meniscus {

struct SandboxOptions {
    std::string scene;  // its name, or the file's
    std::optional<size_t> particles;
    std::optional<uint64_t> seed;
    int threads = 0;
    std::vector<Command> assignments;  // for the first scene
    std::optional<uint64_t> steps;     // close after as many
    std::optional<std::string> view;
    std::filesystem::path preferences;
    std::filesystem::path screenshots;  // folder
    std::filesystem::path state;        // folder for autosaves and recent files; empty: nothing is kept
    double autosaveSeconds = 60.0;      // between autosaves
    std::filesystem::path videos;       // folder
    bool isPaused = false;
    bool hasProbe = false;  // answer questions on the standard input
    bool hasDebugContext = false;
};

}  // namespace meniscus
