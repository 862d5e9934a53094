#include "render/passes/far_side.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

constexpr int kMaxCells = 128;          // along either side
constexpr float kCellSide = 0.9f;       // spacings, as seen at the fluid's middle
constexpr int kBlurs = 3;               // each over three cells
constexpr float kMinThickness = 1e-3f;  // of the range of depths: thinner is none

}  // namespace

void FarSideMap::update(const Frame& frame, const Camera& camera, PictureSize size, const FluidExtent& extent) {
    layOut(frame, camera, size, extent);
    spread(frame, camera);
    for (int k = 0; k < kBlurs; ++k) blur();
    upload(camera, extent);
}

void FarSideMap::layOut(const Frame& frame, const Camera& camera, PictureSize size, const FluidExtent& extent) {
    const float tangentPerPixel = camera.heightAt(1.0f) / static_cast<float>(size.height);
    left_ = (static_cast<float>(extent.part.left) - 0.5f * static_cast<float>(size.width)) * tangentPerPixel;
    bottom_ = (static_cast<float>(extent.part.bottom) - 0.5f * static_cast<float>(size.height)) * tangentPerPixel;
    const float width = static_cast<float>(extent.part.width) * tangentPerPixel;
    const float height = static_cast<float>(extent.part.height) * tangentPerPixel;
    const float side = kCellSide * frame.spacing / extent.depthRange().x;
    const auto cellsAlong = [&](float extentTangent) {
        return std::clamp(static_cast<int>(std::ceil(extentTangent / side)), 4, kMaxCells);
    };
    columns_ = cellsAlong(width);
    rows_ = cellsAlong(height);
    cellWidth_ = width / static_cast<float>(columns_);
    cellHeight_ = height / static_cast<float>(rows_);
}

// Each particle's volume goes to the four cells around it.
void FarSideMap::spread(const Frame& frame, const Camera& camera) {
    const size_t row = static_cast<size_t>(columns_);
    cells_.assign(row * static_cast<size_t>(rows_), {});
    const Vec3 eye = camera.eye();
    const Vec3 forward = camera.forward(), right = camera.right(), up = camera.up();
    const float volume = frame.particleMass / frame.fluids[0].restDensity;
    const float nearest = frame.spacing;
    for (const Vec3 x : frame.x) {
        const Vec3 p = x - eye;
        const float depth = dot(p, forward);
        if (!(depth > nearest)) continue;  // also what is not a number
        const float x0 = (dot(p, right) / depth - left_) / cellWidth_ - 0.5f;
        const float y0 = (dot(p, up) / depth - bottom_) / cellHeight_ - 0.5f;
        const bool isInside =
            x0 >= 0.0f && y0 >= 0.0f && x0 < static_cast<float>(columns_ - 1) && y0 < static_cast<float>(rows_ - 1);
        if (!isInside) continue;
        const float thickness = volume / (cellWidth_ * cellHeight_ * depth * depth);
        const float partX = x0 - std::floor(x0);
        const float partY = y0 - std::floor(y0);
        Column* const cell = &cells_[static_cast<size_t>(y0) * row + static_cast<size_t>(x0)];
        const auto add = [&](Column& to, float share) {
            to.thickness += share * thickness;
            to.moment += share * thickness * depth;
        };
        add(cell[0], (1.0f - partX) * (1.0f - partY));
        add(cell[1], partX * (1.0f - partY));
        add(cell[row], (1.0f - partX) * partY);
        add(cell[row + 1], partX * partY);
    }
}

// By 1 2 1 along both axes; nothing comes in from outside.
void FarSideMap::blur() {
    scratch_.resize(cells_.size());
    const auto along = [](const std::vector<Column>& from, std::vector<Column>& to, int lines, int line, int count,
                          int next) {
        const auto placeOf = [&](int atLine, int k) { return static_cast<size_t>(atLine * line + k * next); };
        const auto at = [&](int atLine, int k) { return k >= 0 && k < count ? from[placeOf(atLine, k)] : Column{}; };
        for (int atLine = 0; atLine < lines; ++atLine) {
            for (int k = 0; k < count; ++k) {
                const Column a = at(atLine, k - 1), b = at(atLine, k), c = at(atLine, k + 1);
                to[placeOf(atLine, k)] = {0.25f * (a.thickness + c.thickness) + 0.5f * b.thickness,
                                          0.25f * (a.moment + c.moment) + 0.5f * b.moment};
            }
        }
    };
    along(cells_, scratch_, rows_, columns_, columns_, 1);
    along(scratch_, cells_, columns_, 1, rows_, columns_);
}

Vec3 FarSideMap::rayThrough(const Camera& camera, int column, int row) const {
    return camera.forward() + camera.right() * (left_ + (static_cast<float>(column) + 0.5f) * cellWidth_) +
           camera.up() * (bottom_ + (static_cast<float>(row) + 0.5f) * cellHeight_);
}

// Half of the fluid lies behind its middle.
void FarSideMap::upload(const Camera& camera, const FluidExtent& extent) {
    const float least = kMinThickness * (extent.farthest - extent.nearest);
    const glm::vec2 range = extent.depthRange();
    depths_.resize(cells_.size());
    for (size_t k = 0; k < cells_.size(); ++k) {
        const Column& cell = cells_[k];
        depths_[k] = cell.thickness > least ? cell.moment / cell.thickness + 0.5f * cell.thickness : range.x;
    }
    texels_.resize(4 * cells_.size());
    const auto placeAt = [&](int column, int row) {
        return rayThrough(camera, column, row) * depths_[static_cast<size_t>(row * columns_ + column)];
    };
    for (int row = 0; row < rows_; ++row) {
        for (int column = 0; column < columns_; ++column) {
            const Vec3 toRight =
                placeAt(std::min(column + 1, columns_ - 1), row) - placeAt(std::max(column - 1, 0), row);
            const Vec3 upward = placeAt(column, std::min(row + 1, rows_ - 1)) - placeAt(column, std::max(row - 1, 0));
            const Vec3 outward = normalizedOr(cross(upward, toRight), camera.forward());
            const size_t k = static_cast<size_t>(row * columns_ + column);
            float* const texel = &texels_[4 * k];
            texel[0] = outward.x;
            texel[1] = outward.y;
            texel[2] = outward.z;
            texel[3] = (depths_[k] - range.x) / range.y;
        }
    }
    texture_.upload({columns_, rows_}, texels_);
}

}  // namespace meniscus
