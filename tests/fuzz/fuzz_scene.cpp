// Any text as a scene file: refused with a message, or a scene that runs.
#include <cstdint>
#include <cstdlib>

#include "small_run.h"

using namespace meniscus;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    SceneReading reading;
    try {
        reading = parseScene({reinterpret_cast<const char*>(data), size}, "fuzz.json", kSmall);
    } catch (const InputError&) {
        return 0;
    }
    // From here on it was accepted, and nothing may be refused any more.
    const std::string text = sceneText(reading.scene);
    if (sceneText(parseScene(text, "fuzz.json", kSmall).scene) != text) std::abort();
    World world(worldSetup(reading.scene, true), 1);
    stepOnce(world);
    return 0;
}
