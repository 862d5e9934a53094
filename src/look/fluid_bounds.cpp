#include "meniscus/look/fluid_bounds.h"

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

}  // namespace meniscus
