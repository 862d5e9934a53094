// A moment: a scene, how far it has come, and the commands that led there. Snapshots, shared pictures and autosaves
// hold one.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/scene/scene.h"
#include "meniscus/world/world_state.h"

namespace meniscus {

struct Moment {
    Scene scene;  // with camera and view as they were
    bool isForPlay = false;
    WorldState state;
    std::vector<LoggedCommand> log;
    std::string simdTarget;  // on which it was computed: bits are the same on the same one only
};

// A snapshot file's bytes: compressed and checksummed.
[[nodiscard]] std::string encodeMoment(const Moment& moment);
// where names the bytes in messages. Throws InputError when they are not a snapshot, damaged, of another version, or
// hold what cannot be; takes memory in proportion to the bytes only.
[[nodiscard]] Moment decodeMoment(std::string_view bytes, const std::string& where);

// A fresh world in that state. Throws InputError when scene and state do not fit together.
[[nodiscard]] std::unique_ptr<World> worldOf(const Moment& moment, int threads);
// The moment at which a world stands; the scene must be the one it was made from.
[[nodiscard]] Moment momentOf(const World& world, Scene scene, bool isForPlay);

// The moment inside a PNG picture, in a chunk of its own. addMoment puts it into the bytes of a PNG file.
[[nodiscard]] std::string addMoment(std::string_view png, const Moment& moment);
// Throws InputError that says whether the picture never had a moment, has lost it, or is damaged.
[[nodiscard]] Moment momentInPicture(std::string_view png, const std::string& where);

}  // namespace meniscus
