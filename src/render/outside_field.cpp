#include "render/outside_field.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

constexpr float kCellSide = 1.0f;  // spacings
constexpr int kMostCells = 160;    // along the longest side
constexpr int kBlurs = 3;          // each over three cells along every axis
// What the fill of a flat side rises by over two cells, at the particles next to it.
constexpr float kFlatRise = 0.5f;

}  // namespace

void OutsideField::update(const Frame& frame) {
    grid_.update(frame, kCellSide * frame.spacing, kMostCells);
    fill_ = grid_.fill();
    // Compressed fluid is not more inside than other.
    for (float& fill : fill_) fill = std::min(fill, 1.0f);
    const GridSize size = grid_.size();
    const size_t row = static_cast<size_t>(size.x);
    for (int k = 0; k < kBlurs; ++k) {
        for (const size_t next : {size_t{1}, row, row * static_cast<size_t>(size.y)}) blur(next);
    }
}

// By 1 2 1 along the axis on which neighbours are next cells apart. At the grid's faces rows run into each other, which
// does no harm: there is a margin without fluid.
void OutsideField::blur(size_t next) {
    scratch_ = fill_;
    for (size_t k = next; k + next < fill_.size(); ++k) {
        fill_[k] = 0.5f * scratch_[k] + 0.25f * (scratch_[k - next] + scratch_[k + next]);
    }
}

Vec3 OutsideField::at(Vec3 place) const {
    const GridSize size = grid_.size();
    const Vec3 cell = (place - grid_.lower()) / grid_.cellSide() - Vec3{0.5f, 0.5f, 0.5f};
    const auto inner = [](float a, int count) {
        return std::clamp(a, 1.0f, std::max(static_cast<float>(count) - 3.001f, 1.0f));
    };
    const float x = inner(cell.x, size.x), y = inner(cell.y, size.y), z = inner(cell.z, size.z);
    const int x0 = static_cast<int>(x), y0 = static_cast<int>(y), z0 = static_cast<int>(z);
    const float fx = x - static_cast<float>(x0), fy = y - static_cast<float>(y0), fz = z - static_cast<float>(z0);
    const size_t row = static_cast<size_t>(size.x);
    const size_t plane = row * static_cast<size_t>(size.y);
    Vec3 sum;
    for (int corner = 0; corner < 8; ++corner) {
        const bool hasX = (corner & 1) != 0, hasY = (corner & 2) != 0, hasZ = (corner & 4) != 0;
        const float weight = (hasX ? fx : 1.0f - fx) * (hasY ? fy : 1.0f - fy) * (hasZ ? fz : 1.0f - fz);
        const float* const f = &fill_[size.index(x0 + (hasX ? 1 : 0), y0 + (hasY ? 1 : 0), z0 + (hasZ ? 1 : 0))];
        sum += Vec3{f[-1] - f[1], *(f - row) - f[row], *(f - plane) - f[plane]} * weight;
    }
    return sum / kFlatRise;
}

}  // namespace meniscus
