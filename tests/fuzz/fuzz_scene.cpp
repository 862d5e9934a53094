// Any text as a scene file: refused with a message, or a scene that runs.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "meniscus/core/error.h"
#include "meniscus/scene/scene_file.h"

using namespace meniscus;

namespace {

// Small ones find as much, and more of them are tried.
constexpr SceneLimits kSmall{.particles = 2000, .capacity = 5000, .bins = 100'000};

// Whether a step takes no more than some hundred substeps.
bool isCheap(const Scene& scene) {
    const Settings& settings = scene.setup.settings;
    const float h = 2.0f * scene.setup.spacing;
    float thickest = 0.0f, stiffest = 0.0f, lightest = std::numeric_limits<float>::max();
    for (const FluidKind& kind : scene.setup.fluids) {
        thickest = std::max(thickest, kind.viscosity);
        stiffest = std::max({stiffest, kind.stiffness, kind.stiffness * kind.restDensity / 100.0f});
        lightest = std::min(lightest, kind.restDensity);
    }
    const float perSecond = std::max({40.0f * thickest / (lightest * h * h), std::sqrt(stiffest) / h, 100.0f / h});
    return settings.timeStep * perSecond < 300.0f;
}

}  // namespace

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
    if (!isCheap(reading.scene)) return 0;
    try {
        world.step();
    } catch (const WorkError&) {
        return 0;  // beyond rescue, and said so
    }
    for (size_t i = 0; i < world.particleCount(); ++i) {
        const ParticleView particle = world.particle(i);
        if (!isFinite(particle.x) || !isFinite(particle.v)) std::abort();
    }
    return 0;
}
