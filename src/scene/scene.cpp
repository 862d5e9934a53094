#include "meniscus/scene/scene.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "scene/fill.h"
#include "scene/world_cost.h"

namespace meniscus {

namespace {

constexpr double kMaxParticles = 200e6;  // indices are 32 bits, records are addressed with some room to spare

constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();

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
    const double most = std::min(kMaxParticles, 0.8 * memoryBytes() / kBytesPerParticle);
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

bool isBuiltInScene(std::string_view name) {
    return std::ranges::any_of(registry(), [&](const SceneInfo& scene) { return scene.name == name; });
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

Scene describeScene(const SceneInfo& info, const SceneOptions& options) {
    const size_t particles = options.particles.value_or(info.particles);
    checkParticleCount(particles);
    Scene scene = info.build(particles, options.seed);
    scene.name = info.name;
    scene.title = info.title;
    scene.description = info.description;
    scene.look = info.look;
    scene.particles = particles;
    if (!scene.fill.empty() && scene.particlesAtStart == 0) scene.particlesAtStart = particles;
    scene.setup.scene = info.name;
    scene.setup.seed = options.seed;
    return scene;
}

WorldSetup unfilledSetup(const Scene& scene, bool isForPlay) {
    WorldSetup setup = scene.setup;
    setup.scene = scene.name;
    setup.solids = makeSolids(scene.solids);
    if (isForPlay) setup.capacity = playCapacity(scene);
    if (scene.fill.empty()) return setup;
    setup.refill = [fill = scene.fill, spacing = setup.spacing, count = scene.particlesAtStart, seed = setup.seed,
                    room = setup.domain.bounds,
                    walls = wallsOf(setup)] { return fillRegions(fill, spacing, count, seed, room, *walls); };
    return setup;
}

WorldSetup worldSetup(const Scene& scene, bool isForPlay) {
    WorldSetup setup = unfilledSetup(scene, isForPlay);
    if (setup.refill) setup.particles = setup.refill();
    return setup;
}

WorldSetup buildScene(const SceneInfo& scene, const SceneOptions& options) {
    return worldSetup(describeScene(scene, options), options.isForPlay);
}

Scene withParticles(Scene scene, size_t particles) {
    checkParticleCount(particles);
    const double ratio = static_cast<double>(particles) / static_cast<double>(std::max<size_t>(scene.particles, 1));
    const auto scaled = [ratio](uint64_t count) {
        return static_cast<uint64_t>(std::llround(static_cast<double>(count) * ratio));
    };
    WorldSetup& setup = scene.setup;
    const float before = setup.spacing;
    scene.particles = particles;
    if (scene.fill.empty()) {
        setup.spacing = static_cast<float>(before / std::cbrt(ratio));
    } else {
        scene.particlesAtStart = std::max<size_t>(scaled(scene.particlesAtStart), 1);
        setup.spacing = fitSpacing(scene.fill, scene.particlesAtStart);
    }
    const float finer = setup.spacing / before;
    const SettingInfo& timeStep = findSetting("timeStep");
    setup.settings.timeStep = std::clamp(finer * setup.settings.timeStep, timeStep.minimum, timeStep.maximum);
    // Where fluid is calm by viscosity, it follows the spacing; thin water stays as thin as it is.
    const FluidProperty& viscosity = findFluidProperty("viscosity");
    for (FluidKind& kind : setup.fluids) {
        if (setup.settings.stabiliser && setup.settings.kernelPair == KernelPair::Wendland) break;
        kind.viscosity = std::clamp(finer * kind.viscosity, viscosity.minimum, viscosity.maximum);
    }
    for (Emitter& emitter : setup.emitters) {
        if (emitter.particleLimit < kNoLimit) emitter.particleLimit = scaled(emitter.particleLimit);
    }
    setup.capacity = scaled(setup.capacity);
    return scene;
}

}  // namespace meniscus
