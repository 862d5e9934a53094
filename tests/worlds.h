// Worlds for tests: the built-in scenes, and rooms with a few given particles.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "meniscus/core/rng.h"
#include "meniscus/scene/scene.h"
#include "meniscus/world/world.h"

namespace meniscus {

inline World makeScene(std::string_view name, std::optional<size_t> particles = {}, int threads = 1) {
    return World(buildScene(findScene(name), {.particles = particles}), threads);
}

inline void runSteps(World& world, int steps) {
    for (int n = 0; n < steps; ++n) world.step();
}

// Steps until so much time has been simulated.
inline void runSeconds(World& world, double seconds) {
    while (world.totals().simulatedSeconds < seconds) world.step();
}

// A cube of room around the origin in which nothing acts on the particles until a test switches it on.
inline WorldSetup emptyRoom(float side, float spacing) {
    WorldSetup setup;
    setup.scene = "test-room";
    const float half = 0.5f * side;
    setup.domain.bounds = {{-half, -half, -half}, {half, half, half}};
    setup.spacing = spacing;
    Settings& s = setup.settings;
    s.pressureOn = s.viscosityOn = s.tensionOn = s.gravityOn = false;
    return setup;
}

// A fast particle meets an absurd field on its way: the first step fails after some substeps have gone well.
inline WorldSetup failingRoom() {
    WorldSetup setup = emptyRoom(1.0f, 0.02f);
    setup.settings.timeStep = 0.01f;
    setup.particles.push_back({{-0.4f, 0.0f, 0.0f}, {5.0f, 0.0f, 0.0f}});
    setup.fields.push_back({.kind = FieldKind::Pull,
                            .centre = {-0.37f, 0.01f, 0.0f},
                            .radius = 0.012f,
                            .strength = 1e38f,
                            .direction = {}});
    return setup;
}

// All particles, in the order of their identity.
inline std::vector<ParticleView> particlesById(const World& world) {
    std::map<uint32_t, ParticleView> sorted;
    for (size_t k = 0; k < world.particleCount(); ++k) {
        const ParticleView particle = world.particle(k);
        sorted.emplace(particle.id, particle);
    }
    std::vector<ParticleView> result;
    for (const auto& [id, particle] : sorted) result.push_back(particle);
    return result;
}

// A vector of random direction, evenly spread, of length one.
inline Vec3 randomDirection(Rng& rng) {
    for (;;) {
        const float x = rng.signedUniform(), y = rng.signedUniform(), z = rng.signedUniform();
        const Vec3 v{x, y, z};
        if (lengthSquared(v) > 0.01f && lengthSquared(v) < 1.0f) return v / length(v);
    }
}

}  // namespace meniscus
