// A step of a world that a fuzz target has made, where that does not take long.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "meniscus/core/error.h"
#include "meniscus/scene/scene_file.h"
#include "meniscus/world/world.h"

namespace meniscus {

// Small ones find as much, and more of them are tried.
inline constexpr SceneLimits kSmall{.particles = 2000, .capacity = 5000, .bins = 100'000};

// Whether a step takes no more than some hundred substeps.
inline bool isCheap(const World& world) {
    const Settings& settings = world.settings();
    const float h = world.supportRadius();
    float thickest = 0.0f, stiffest = 0.0f, lightest = std::numeric_limits<float>::max();
    for (const FluidKind& kind : world.fluids()) {
        thickest = std::max(thickest, kind.viscosity);
        stiffest = std::max({stiffest, kind.stiffness, kind.stiffness * kind.restDensity / 100.0f});
        lightest = std::min(lightest, kind.restDensity);
    }
    const float perSecond = std::max({40.0f * thickest / (lightest * h * h), std::sqrt(stiffest) / h, 100.0f / h});
    return world.particleCount() <= kSmall.capacity && settings.timeStep * perSecond < 300.0f;
}

inline void stepOnce(World& world) {
    if (!isCheap(world)) return;
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
