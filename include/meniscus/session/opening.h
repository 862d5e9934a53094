// From what a user gives to be opened to a world in the simulation. Files are checked when they are read; the particles
// are filled and the world is built once, on the simulation's thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "meniscus/scene/any_file.h"
#include "meniscus/session/document.h"
#include "meniscus/session/simulation.h"

namespace meniscus {

struct SourceOptions {
    std::optional<size_t> particles;
    std::optional<uint64_t> seed;  // the file's, or 1, when empty
};

// A built-in scene by its name, or else a file, as openSceneOrFile. The seed is for scenes, also those of files;
// snapshots and replays have their own. Throws InputError that names the option or the file.
[[nodiscard]] AnyFile openSource(const std::string& nameOrPath, const SourceOptions& options);

// A scene on its way into the simulation. What runs stays what it is until the world is there.
struct Opening {
    Document document;
    WorldSetup setup;       // of the new world, without its particles
    bool isMoment = false;  // goes on from a moment, and waits there
    std::string note;       // what the user should know of it
    std::vector<std::string> warnings;
    std::shared_future<OpenedWorld> world;  // throws what was wrong; the world before then goes on

    [[nodiscard]] bool isSettled() const;  // the world is there, or cannot be
};

struct OpeningOptions {
    std::optional<size_t> replayParticles;  // repeats a session with so many; those of the session when empty
    bool keepsPaused = false;               // paused or not as it is; else a moment waits and all else runs
};

// path: of the file, or empty.
[[nodiscard]] Opening startOpening(Simulation& simulation, AnyFile file, const std::filesystem::path& path,
                                   const OpeningOptions& options = {});

}  // namespace meniscus
