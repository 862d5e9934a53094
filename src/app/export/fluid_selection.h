// The particles of one fluid out of a frame, as the mesher takes them.
#pragma once

#include <vector>

#include "meniscus/world/frame.h"

namespace meniscus {

class FluidSelection {
  public:
    // Valid until the next call. In a frame that is not mixed, all particles are of the first fluid.
    [[nodiscard]] FluidParticles select(const Frame& frame, size_t fluid);

  private:
    std::vector<Vec3> x_;
    std::vector<float> density_;
    std::vector<Vec3> colourGradient_;
};

}  // namespace meniscus
