// A dissipation that knows noise from flow. Particles that only attract and repel are molecules: what a splash brings
// in stays in them as disorder. Viscosity takes it out, but makes a syrup of water. So only that part of two particles'
// velocities is damped which the smooth flow around them does not explain (linear reconstruction in artificial
// viscosity: Frontiere et al. 2017, Rosswog 2020), and only along the line between them.
#pragma once

#include <algorithm>

#include "meniscus/sph/wide_passes.h"

namespace meniscus {

// Half the rate of strain that fits the neighbours' velocities, as if they lay around the particle evenly. Its trace is
// left out: no flow of water swells or shrinks, so that all of that is noise.
[[nodiscard]] inline Strain strainOf(const StrainSums& sums, float h) {
    // With a handful of neighbours nothing tells a flow from noise. Six on the rest lattice have the first spread, ten
    // the second; in between it fades in, so that no particle jumps as a neighbour comes or goes.
    constexpr float kNone = 0.6f, kAll = 1.0f;
    const float trust = std::clamp((sums.spread - kNone) / (kAll - kNone), 0.0f, 1.0f);
    if (!(trust > 0.0f)) return {};
    // Evenly around, the sum of w x x over that of w r^2 is a third.
    const float scale = trust * 0.5f * 3.0f / (sums.spread * h * h);
    const float third = (sums.xx + sums.yy + sums.zz) / 3.0f;
    return {.xx = scale * (sums.xx - third),
            .yy = scale * (sums.yy - third),
            .xy = 0.5f * scale * sums.xy,
            .yz = 0.5f * scale * sums.yz,
            .zx = 0.5f * scale * sums.zx};
}

}  // namespace meniscus
