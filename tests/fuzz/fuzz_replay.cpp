// Any text as a replay: refused with a message, or a session that runs.
#include <cstdint>

#include "meniscus/scene/replay.h"
#include "meniscus/session/replay_player.h"
#include "small_run.h"

using namespace meniscus;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    ReplayReading reading;
    try {
        reading = parseReplay({reinterpret_cast<const char*>(data), size}, "fuzz.json", "/nowhere");
    } catch (const InputError&) {
        return 0;
    }
    const std::string text = replayText(reading.replay);
    if (replayText(parseReplay(text, "fuzz.json", "/nowhere").replay) != text) std::abort();
    const Scene& scene = reading.replay.scene;
    if (scene.particles > kSmall.particles || scene.setup.capacity > kSmall.capacity) return 0;
    World world(worldSetup(scene, reading.replay.isForPlay), 1);
    ReplayPlayer player(reading.replay.log);
    for (int k = 0; k < 3; ++k) {
        try {
            player.giveDue(world);
        } catch (const InputError&) {
            return 0;  // only the world knows its fluids
        }
        stepOnce(world);
    }
    return 0;
}
