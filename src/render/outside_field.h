// Smooth normals of the fluid's whole outside, also where it touches a wall: there [MCG03] eq. 16 finds no surface, as
// walls count as fluid for the forces.
#pragma once

#include <vector>

#include "meniscus/look/fill_grid.h"

namespace meniscus {

class OutsideField {
  public:
    void update(const Frame& frame);
    // Out of the fluid, and as long as it is near: about 1 for particles at the outside of a large body, less for thin
    // ones and further inside.
    [[nodiscard]] Vec3 at(Vec3 place) const;
    // Across a thin sheet, whose two sides cancel each other out in at(): a unit vector to either side, or zero where
    // there is none.
    [[nodiscard]] Vec3 acrossSheet(Vec3 place) const;

  private:
    // A cell around which there are two others on every side, and how far the place is from it to the next, in cells.
    struct Cell {
        int x = 1;
        int y = 1;
        int z = 1;
        Vec3 part;
    };
    [[nodiscard]] Cell cellOf(Vec3 place) const;
    // Of what is found at a cell, between the eight around the place.
    template <typename Find>
    [[nodiscard]] auto between(Vec3 place, Find find) const;
    void blur(size_t next);

    FillGrid grid_;
    std::vector<float> fill_;
    std::vector<float> scratch_;
};

}  // namespace meniscus
