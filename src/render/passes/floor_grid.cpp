#include "render/passes/floor_grid.h"

#include <array>

namespace meniscus {

namespace {

// A box filter along one axis by running sums, in many lines at once: next steps along the axis, line from line to
// line.
void blurLines(const float* source, float* target, size_t next, size_t line, int radius) {
    constexpr int n = FloorGrid::kSide;
    constexpr size_t kLines = 16;
    const float scale = 1.0f / static_cast<float>(2 * radius + 1);
    for (size_t first = 0; first < n; first += kLines) {
        const float* const from = source + first * line;
        float* const to = target + first * line;
        std::array<float, kLines> sums{};
        for (int k = -radius; k < n; ++k) {
            const bool hasEnter = k + radius < n;
            const bool hasLeave = k - radius - 1 >= 0;
            const float* const enter = from + static_cast<size_t>(hasEnter ? k + radius : 0) * next;
            const float* const leave = from + static_cast<size_t>(hasLeave ? k - radius - 1 : 0) * next;
            for (size_t j = 0; j < kLines; ++j) {
                sums[j] += (hasEnter ? enter[j * line] : 0.0f) - (hasLeave ? leave[j * line] : 0.0f);
            }
            if (k < 0) continue;
            float* const out = to + static_cast<size_t>(k) * next;
            for (size_t j = 0; j < kLines; ++j) out[j * line] = std::max(sums[j] * scale, 0.0f);
        }
    }
}

}  // namespace

void FloorGrid::add(float x, float z, float amount) {
    const float cellX = x - 0.5f;
    const float cellZ = z - 0.5f;
    // Not a number fails the comparisons, too.
    if (!(cellX >= 0.0f && cellZ >= 0.0f && cellX < kSide - 1 && cellZ < kSide - 1)) return;
    const auto x0 = static_cast<size_t>(cellX);
    const auto z0 = static_cast<size_t>(cellZ);
    const float fx = cellX - static_cast<float>(x0);
    const float fz = cellZ - static_cast<float>(z0);
    float* const cell = &cells_[z0 * kSide + x0];
    cell[0] += amount * (1.0f - fx) * (1.0f - fz);
    cell[1] += amount * fx * (1.0f - fz);
    cell[kSide] += amount * (1.0f - fx) * fz;
    cell[kSide + 1] += amount * fx * fz;
}

void FloorGrid::add(const FloorGrid& other) {
    for (size_t k = 0; k < cells_.size(); ++k) cells_[k] += other.cells_[k];
}

void FloorGrid::blur(int radius, std::vector<float>& scratch) {
    if (radius < 1) return;
    scratch.resize(cells_.size());
    for (int pass = 0; pass < 3; ++pass) {
        blurLines(cells_.data(), scratch.data(), 1, kSide, radius);
        blurLines(scratch.data(), cells_.data(), kSide, 1, radius);
    }
}

}  // namespace meniscus
