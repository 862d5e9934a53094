// Smooth normals of the fluid's whole outside, also where it touches a wall: there [MCG03] eq. 16 finds no surface, as
// walls count as fluid for the forces.
#pragma once

#include <vector>

#include "render/fill_grid.h"

namespace meniscus {

class OutsideField {
  public:
    void update(const Frame& frame);
    // Out of the fluid, and as long as it is near: about 1 for particles at the outside of a large body, less for thin
    // ones and further inside.
    [[nodiscard]] Vec3 at(Vec3 place) const;

  private:
    void blur(size_t next);

    FillGrid grid_;
    std::vector<float> fill_;
    std::vector<float> scratch_;
};

}  // namespace meniscus
