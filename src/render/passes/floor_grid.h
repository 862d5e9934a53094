// A square grid of floats over the floor, on which things are spread and blurred.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace meniscus {

class FloorGrid {
  public:
    static constexpr int kSide = 256;  // cells

    FloorGrid() : cells_(static_cast<size_t>(kSide) * kSide) {}
    void clear() { std::fill(cells_.begin(), cells_.end(), 0.0f); }
    // Spreads the amount over the four cells around a place, given in cells.
    void add(float x, float z, float amount);
    void add(const FloorGrid& other);
    // Three box filters in a row, nearly a bell curve; radius in cells.
    void blur(int radius, std::vector<float>& scratch);
    [[nodiscard]] float at(int x, int z) const {
        return cells_[static_cast<size_t>(z) * kSide + static_cast<size_t>(x)];
    }

  private:
    std::vector<float> cells_;
};

}  // namespace meniscus
