#include "meniscus/look/fill_grid.h"

#include <algorithm>
#include <cmath>

#include "meniscus/look/fluid_bounds.h"

namespace meniscus {

namespace {

constexpr float kMinCell = 1e-3f;  // m
constexpr int kMargin = 2;         // cells around the fluid
constexpr float kNearlyFull = 0.7f;

}  // namespace

void FillGrid::update(const Frame& frame, float cellSide, int mostAlong) {
    const Bounds bounds = boundsOf(frame.x, 0.0f);
    const Vec3 extent = bounds.size();
    const float longest = std::max({extent.x, extent.y, extent.z});
    cellSide_ = std::max({cellSide, longest / static_cast<float>(mostAlong), kMinCell});
    lower_ = bounds.lower - Vec3{1.0f, 1.0f, 1.0f} * (kMargin * cellSide_);
    const auto cellsAlong = [&](float metres) { return static_cast<int>(std::ceil(metres / cellSide_)) + 2 * kMargin; };
    size_ = {cellsAlong(extent.x), cellsAlong(extent.y), cellsAlong(extent.z)};
    fill_.assign(size_.count(), 0.0f);

    // Each particle is spread over the eight cells around it; the margin has room for all of them.
    const float share = frame.particleMass / frame.fluids[0].restDensity / (cellSide_ * cellSide_ * cellSide_);
    const size_t row = static_cast<size_t>(size_.x);
    const size_t plane = row * static_cast<size_t>(size_.y);
    for (const Vec3 x : frame.x) {
        if (!isFinite(x)) continue;
        const Vec3 at = (x - lower_) / cellSide_ - Vec3{0.5f, 0.5f, 0.5f};
        const int x0 = static_cast<int>(at.x);
        const int y0 = static_cast<int>(at.y);
        const int z0 = static_cast<int>(at.z);
        const Vec3 part = at - Vec3{static_cast<float>(x0), static_cast<float>(y0), static_cast<float>(z0)};
        float* const cell = &fill_[size_.index(x0, y0, z0)];
        for (size_t corner = 0; corner < 4; ++corner) {
            const bool isUpper = (corner & 1) != 0;
            const bool isFront = (corner & 2) != 0;
            const float weight = share * (isUpper ? part.y : 1.0f - part.y) * (isFront ? part.z : 1.0f - part.z);
            float* const pair = cell + (isUpper ? row : 0) + (isFront ? plane : 0);
            pair[0] += weight * (1.0f - part.x);
            pair[1] += weight * part.x;
        }
    }
}

bool FillGrid::isHidden(Vec3 place, Vec3 eye, float thickness) const {
    const Vec3 toEye = normalizedOr(eye - place, {0.0f, 1.0f, 0.0f});
    Vec3 at = (place - lower_) / cellSide_;
    float found = 0.0f;
    // A little farther than the thickness itself: there is no use in looking for more beyond a gap.
    const int steps = static_cast<int>(1.5f * thickness / cellSide_) + 1;
    for (int k = 0; k < steps; ++k) {
        at += toEye;
        const bool isInside = at.x >= 0.0f && at.y >= 0.0f && at.z >= 0.0f && at.x < static_cast<float>(size_.x) &&
                              at.y < static_cast<float>(size_.y) && at.z < static_cast<float>(size_.z);
        if (!isInside) return false;
        const float fill = fill_[size_.index(static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(at.z))];
        if (fill < kNearlyFull) continue;
        found += cellSide_;
        if (found > thickness) return true;
    }
    return false;
}

}  // namespace meniscus
