#include "meniscus/scene/moment.h"

#include <fmt/format.h>

#include <algorithm>

#include "meniscus/core/error.h"
#include "meniscus/sph/simd_target.h"
#include "scene/formats/moment_payload.h"
#include "scene/formats/snapshot_container.h"
#include "scene/formats/state_bytes.h"

namespace meniscus {
namespace {

constexpr size_t kMaxScene = 8 << 20;  // bytes of text
constexpr size_t kMaxTarget = 40;

// Scenes beyond what small files may ask for are those of large files: so many particles do not come in few bytes.
SceneLimits limitsFor(size_t fileBytes) {
    return fileBytes > kLargeFile ? kAnyScene : SceneLimits{};
}

bool isBeyondSmallFiles(const Moment& moment) {
    return !isWithin(moment.scene) || moment.state.count() > SceneLimits{}.capacity;
}

void refuseTwins(const WorldState& state, const std::string& where) {
    std::vector<uint32_t> ids = state.id;
    std::sort(ids.begin(), ids.end());
    const auto twin = std::adjacent_find(ids.begin(), ids.end());
    if (twin != ids.end()) throw InputError(fmt::format("{}: two particles have the identity {}", where, *twin));
}

}  // namespace

std::string momentPayload(const Moment& moment) {
    ByteWriter bytes;
    bytes.text(sceneText(moment.scene), kMaxScene);
    bytes(moment.isForPlay);
    bytes.text(moment.simdTarget, kMaxTarget);
    write(bytes, moment.state);
    write(bytes, moment.log);
    return bytes.bytes();
}

Moment parseMomentPayload(const Payload& payload, const std::string& where, size_t fileBytes,
                          const SceneLimits& limits) {
    ByteReader bytes(payload.bytes, where);
    Moment moment;
    std::string scene;
    bytes.text(scene, kMaxScene);
    bytes(moment.isForPlay);
    bytes.text(moment.simdTarget, kMaxTarget);
    read(bytes, moment.state, payload.version);
    read(bytes, moment.log, payload.version, allowedGrowth(fileBytes));
    if (bytes.remaining() > 0) bytes.refuse(fmt::format("{} bytes follow the end of the log", bytes.remaining()));
    if (moment.state.logSize > moment.log.size()) {
        bytes.refuse(fmt::format("{} commands led to it; the log has {}", moment.state.logSize, moment.log.size()));
    }
    refuseTwins(moment.state, where);
    moment.scene = parseScene(scene, where + ": scene", limits).scene;
    return moment;
}

std::string encodeMoment(const Moment& moment) {
    return packPayload(momentPayload(moment), isBeyondSmallFiles(moment));
}

Moment decodeMoment(std::string_view bytes, const std::string& where) {
    return parseMomentPayload(unpackPayload(bytes, where), where, bytes.size(), limitsFor(bytes.size()));
}

std::unique_ptr<World> worldOf(const Moment& moment, int threads) {
    auto world = std::make_unique<World>(worldSetup(moment.scene, moment.isForPlay), threads);
    world->restore(moment.state, moment.log);
    return world;
}

Moment momentOf(const World& world, Scene scene, bool isForPlay) {
    Moment moment{.scene = std::move(scene),
                  .isForPlay = isForPlay,
                  .state = world.save(),
                  .log = {world.log().begin(), world.log().end()},
                  .simdTarget = std::string(simdTargetName())};
    return moment;
}

}  // namespace meniscus
