// A step of a world that a fuzz target has made.
#pragma once

#include <cstdlib>

#include "meniscus/core/error.h"
#include "meniscus/scene/scene_file.h"
#include "meniscus/world/world.h"

namespace meniscus {

// Small ones find as much, and more of them are tried.
inline constexpr SceneLimits kSmall{.particles = 2000, .capacity = 5000, .bins = 100'000};

inline void stepOnce(World& world) {
    try {
        world.step();
    } catch (const WorkError&) {
        return;  // beyond rescue, and said so
    }
    for (size_t i = 0; i < world.particleCount(); ++i) {
        const ParticleView particle = world.particle(i);
        if (!isFinite(particle.x) || !isFinite(particle.v)) std::abort();
    }
}

}  // namespace meniscus
