// What the commands without a window work on, whatever SCENE|FILE was given: a scene from its start, a snapshot that
// goes on, or a replay that repeats what was done.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/assignments.h"
#include "meniscus/session/replay_player.h"
#include "meniscus/world/world.h"

namespace meniscus {

struct HeadlessOptions {
    std::string scene;  // name or file
    std::optional<size_t> particles;
    std::optional<uint64_t> seed;
    int threads = 0;
    std::vector<Command> assignments;                      // before the first step
    const std::vector<LoggedCommand>* commands = nullptr;  // to be repeated
    bool isReplay = false;                                 // the file must be a replay, or a snapshot to replay
};

// By the options that run, shot and record have in common.
template <typename Options>
[[nodiscard]] HeadlessOptions headlessOptions(const Options& options) {
    HeadlessOptions wish;
    wish.scene = options.scene;
    wish.particles = options.particles;
    wish.seed = options.seed;
    wish.threads = options.threads;
    wish.assignments = parseAssignments(options.assignments, options.method);
    return wish;
}

struct HeadlessSession {
    Scene scene;
    bool isForPlay = false;
    std::unique_ptr<World> world;
    ReplayPlayer player;
    std::optional<Replay> replay;  // what is repeated; without its scene and log
    bool isSnapshot = false;
};

// Warnings of the file go to err. Throws InputError for all that is wrong with the wish and the file.
[[nodiscard]] HeadlessSession openHeadless(const HeadlessOptions& wish, std::ostream& err);

}  // namespace meniscus
