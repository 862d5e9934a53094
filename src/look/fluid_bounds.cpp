#include "meniscus/look/fluid_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace meniscus {

Bounds boundsOf(std::span<const Vec3> places, float margin) {
    constexpr float kFar = std::numeric_limits<float>::max();
    Bounds bounds{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
    for (const Vec3 x : places) {
        if (!isFinite(x)) continue;
        bounds.lower = minPerAxis(bounds.lower, x);
        bounds.upper = maxPerAxis(bounds.upper, x);
    }
    if (bounds.lower.x > bounds.upper.x) return {};
    const Vec3 around{margin, margin, margin};
    return {bounds.lower - around, bounds.upper + around};
}

float fluidSize(const Frame& frame) {
    constexpr float kMinSize = 1e-3f;  // m
    const float volume = frame.particleMass / frame.fluids[0].restDensity * static_cast<float>(frame.count());
    return std::max(std::cbrt(volume), kMinSize);
}

}  // namespace meniscus
