// What a flat wall adds to the sums of a particle at distance d from it ([Harada07] 5.3): the wall is thought of as
// filled with fluid at rest, on planes that go on with the particles' spacing, and the sums over those planes are
// tabulated by distance once. Without it the fluid piles up at the glass to several times its density.
#pragma once

#include <array>

#include "meniscus/sph/fluid.h"

namespace meniscus {

struct WallTerms {
    float kernelSum = 0.0f;         // sum of W, 1/m^3
    float pressureGradient = 0.0f;  // sum of V |gradW| along the normal, 1/m: times p_i it is the wall's push
    float viscosity = 0.0f;         // sum of V lapW for a wall at rest in between, 1/m^2
    float colourGradient = 0.0f;    // sum of V |gradW| of the colour field, 1/m, pointing into the wall
    float colourLaplacian = 0.0f;   // sum of V lapW of the colour field, 1/m^2
    float cohesion = 0.0f;          // sum of the cohesion's shape along the normal, towards the wall
    float colour = 0.0f;            // sum of V W of the colour field
};

class WallTable {
  public:
    WallTable(KernelPair pair, float h, float spacing);

    // Zero from the support radius on. Distances below a quarter of the spacing count as that.
    [[nodiscard]] WallTerms at(float distance) const;

  private:
    static constexpr int kEntries = 128;

    float h_;
    float minimum_;
    std::array<WallTerms, kEntries + 1> entries_;
};

}  // namespace meniscus
