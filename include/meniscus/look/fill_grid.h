// Where fluid is, on a grid of cubes: the share of each that is full.
#pragma once

#include <cstddef>
#include <vector>

#include "meniscus/world/frame.h"

namespace meniscus {

struct GridSize {
    int x = 0;
    int y = 0;
    int z = 0;
    friend bool operator==(const GridSize&, const GridSize&) = default;
    [[nodiscard]] size_t count() const {
        return static_cast<size_t>(x) * static_cast<size_t>(y) * static_cast<size_t>(z);
    }
    // x fastest, then y, then z.
    [[nodiscard]] size_t index(int atX, int atY, int atZ) const {
        return (static_cast<size_t>(atZ) * static_cast<size_t>(y) + static_cast<size_t>(atY)) * static_cast<size_t>(x) +
               static_cast<size_t>(atX);
    }
};

class FillGrid {
  public:
    // Around all of the fluid, with a margin. Cells are as given (m), or as large as it takes to have no more than
    // mostAlong of them along the longest side.
    void update(const Frame& frame, float cellSide, int mostAlong);

    [[nodiscard]] Vec3 lower() const { return lower_; }
    [[nodiscard]] GridSize size() const { return size_; }
    [[nodiscard]] float cellSide() const { return cellSide_; }
    [[nodiscard]] const std::vector<float>& fill() const { return fill_; }

    // Whether more fluid than thickness (m) lies between the place and the eye. Cells that are not nearly full do not
    // count: one may see through them.
    [[nodiscard]] bool isHidden(Vec3 place, Vec3 eye, float thickness) const;

  private:
    Vec3 lower_;
    GridSize size_;
    float cellSide_ = 1.0f;
    std::vector<float> fill_;
};

}  // namespace meniscus
