// Replays: a scene and the commands that were given to it, which repeat a session bit for bit; with another count of
// particles they repeat the gestures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/scene/scene.h"

namespace meniscus {

// The hash of the state in which a session ended, and what it is made of.
struct RecordedHash {
    uint64_t value = 0;
    HashRule rule = HashRule::Physics;

    [[nodiscard]] bool isOf(const World& world) const { return world.stateHash(rule) == value; }
    friend bool operator==(const RecordedHash&, const RecordedHash&) = default;
};

struct Replay {
    Scene scene;
    bool isForPlay = true;
    std::vector<LoggedCommand> log;
    uint64_t steps = 0;                // of the session
    double clock = 0.0;                // s of simulated time of the session, over resets
    std::optional<RecordedHash> hash;  // of its last state
    std::string simdTarget;            // on which that was computed
};

[[nodiscard]] std::string replayText(const Replay& replay);
// folder is where a scene file that the replay names must lie. Throws InputError with place, value and what is allowed.
struct ReplayReading {
    Replay replay;
    std::vector<std::string> warnings;
};
[[nodiscard]] ReplayReading parseReplay(std::string_view text, const std::string& where,
                                        const std::filesystem::path& folder);
// The session that led to where the world stands.
[[nodiscard]] Replay replayOf(const World& world, Scene scene, bool isForPlay);

// The replay's scene with another count of particles: finer or coarser, and otherwise the same.
[[nodiscard]] Scene sceneForReplay(const Replay& replay, size_t particles);

}  // namespace meniscus
