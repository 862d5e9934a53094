// Any bytes as a snapshot file, and as what is inside one, past checksum and compression: refused with a message, or a
// world that goes on.
#include <cstdint>

#include "scene/formats/moment_payload.h"
#include "scene/formats/snapshot_container.h"
#include "small_run.h"

using namespace meniscus;

namespace {

void goOn(const Moment& moment) {
    // What was accepted is written and read again as it is.
    const std::string payload = momentPayload(moment);
    if (momentPayload(parseMomentPayload({payload, kSnapshotVersion}, "fuzz", payload.size(), kSmall)) != payload)
        std::abort();
    std::unique_ptr<World> world;
    try {
        world = worldOf(moment, 1);
    } catch (const InputError&) {
        return;  // scene and state do not fit together
    }
    stepOnce(*world);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (uint32_t version = kFirstSnapshotVersion; version <= kSnapshotVersion; ++version) {
        try {
            const Payload payload =
                isSnapshot(bytes) ? unpackPayload(bytes, "fuzz") : Payload{std::string(bytes), version};
            goOn(parseMomentPayload(payload, "fuzz", size, kSmall));
        } catch (const InputError&) {
        }
    }
    return 0;
}
