#include "meniscus/scene/scene.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"

namespace meniscus {

namespace {

// A little more than bench measures at 500,000 particles; only for refusing what cannot fit.
constexpr double kBytesPerParticle = 220.0;
constexpr double kMostParticles = 200e6;  // indices are 32 bits, records are addressed with some room to spare

constexpr size_t kRoomToPour = 2000;  // particles, on top of as many again as the scene has

std::vector<SceneInfo>& registry() {
    static std::vector<SceneInfo> scenes;
    return scenes;
}

double memoryBytes() {
    return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace

void checkParticleCount(size_t particles) {
    if (particles == 0) throw InputError("--particles: 0 is not allowed; allowed: 1 or more");
    const double most = std::min(kMostParticles, 0.8 * memoryBytes() / kBytesPerParticle);
    if (static_cast<double>(particles) > most) {
        throw InputError(fmt::format("--particles: {} do not fit into the memory of this machine; allowed: 1 to {:.0f}",
                                     particles, most));
    }
}

SceneRegistration::SceneRegistration(const SceneInfo& info) {
    auto& scenes = registry();
    const auto place = std::upper_bound(scenes.begin(), scenes.end(), info,
                                        [](const SceneInfo& a, const SceneInfo& b) { return a.order < b.order; });
    scenes.insert(place, info);
}

std::span<const SceneInfo> builtInScenes() {
    return registry();
}

const SceneInfo& findScene(std::string_view name) {
    std::vector<std::string_view> names;
    for (const SceneInfo& scene : registry()) {
        if (scene.name == name) return scene;
        names.push_back(scene.name);
    }
    const std::string_view nearest = nearestWord(name, names);
    throw InputError(fmt::format("scene '{}' is unknown; {}", name,
                                 nearest.empty() ? fmt::format("allowed: {}", fmt::join(names, ", "))
                                                 : fmt::format("did you mean '{}'?", nearest)));
}

WorldSetup buildScene(const SceneInfo& scene, const SceneOptions& options) {
    const size_t particles = options.particles.value_or(scene.particles);
    checkParticleCount(particles);
    WorldSetup setup = scene.build(particles, options.seed);
    setup.scene = scene.name;
    setup.seed = options.seed;
    setup.refill = [&scene, particles, seed = options.seed] { return scene.build(particles, seed).particles; };
    if (options.isForPlay) setup.capacity = std::max(setup.capacity, 2 * particles + kRoomToPour);
    setup.replayArguments = fmt::format("{} --particles {} --seed {}", scene.name, particles, options.seed);
    return setup;
}

}  // namespace meniscus
