#include "render/passes/light_volume.h"

#include <algorithm>
#include <cmath>

#include "meniscus/look/environment.h"
#include "meniscus/look/fluid_bounds.h"
#include "meniscus/look/material.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

constexpr float kCellSide = 1.3f;   // spacings
constexpr int kMaxCells = 44;       // along the longest side
constexpr float kSunReach = 0.55f;  // fluid sizes after which 1/e of the sun is left
constexpr float kSkyReach = 0.7f;

uint8_t unorm8(float value) {
    return static_cast<uint8_t>(std::clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f);
}

// A layer of the volume read between its cells; outside there is nothing.
struct LayerReader {
    GridSize size;
    const std::vector<float>& values;

    [[nodiscard]] float cell(int x, int y, int z) const {
        const bool isInside = x >= 0 && z >= 0 && x < size.x && z < size.z;
        return isInside ? values[size.index(x, y, z)] : 0.0f;
    }
    [[nodiscard]] float at(float x, int y, float z) const {
        const int x0 = static_cast<int>(std::floor(x));
        const int z0 = static_cast<int>(std::floor(z));
        const float fx = x - static_cast<float>(x0);
        const float fz = z - static_cast<float>(z0);
        const float front = cell(x0, y, z0) * (1.0f - fx) + cell(x0 + 1, y, z0) * fx;
        const float back = cell(x0, y, z0 + 1) * (1.0f - fx) + cell(x0 + 1, y, z0 + 1) * fx;
        return front * (1.0f - fz) + back * fz;
    }
};

// Metres of fluid between each cell and the light, layer by layer from the top down.
void sweepDown(GridSize size, float cellSide, const std::vector<float>& fill, Vec3 light, std::vector<float>& depth) {
    depth.assign(size.count(), 0.0f);
    const float shiftX = light.x / light.y;
    const float shiftZ = light.z / light.y;
    const float step = cellSide / light.y;
    const LayerReader fills{size, fill};
    const LayerReader depths{size, depth};
    for (int y = size.y - 2; y >= 0; --y) {
        for (int z = 0; z < size.z; ++z) {
            for (int x = 0; x < size.x; ++x) {
                const float fromX = static_cast<float>(x) + shiftX;
                const float fromZ = static_cast<float>(z) + shiftZ;
                depth[size.index(x, y, z)] =
                    depths.at(fromX, y + 1, fromZ) + step * std::min(fills.at(fromX, y + 1, fromZ), 1.0f);
            }
        }
    }
}

}  // namespace

void LightVolume::update(const Frame& frame) {
    grid_.update(frame, kCellSide * frame.spacing, kMaxCells);
    const std::vector<float>& fill = grid_.fill();
    sweepDown(grid_.size(), grid_.cellSide(), fill, sunDirection(), sunDepth_);
    sweepDown(grid_.size(), grid_.cellSide(), fill, {0.0f, 1.0f, 0.0f}, skyDepth_);
    const float size = fluidSize(frame);
    texels_.resize(fill.size() * 4);
    for (size_t k = 0; k < fill.size(); ++k) {
        texels_[4 * k] = unorm8(std::exp(-sunDepth_[k] / (kSunReach * size)));
        texels_[4 * k + 1] = unorm8(std::exp(-skyDepth_[k] / (kSkyReach * size)));
        texels_[4 * k + 2] = unorm8(fill[k]);
    }
    texture_.upload(grid_.size(), texels_);
}

void LightVolume::describe(SceneBlock& block) const {
    const GridSize cells = grid_.size();
    const Vec3 size =
        Vec3{static_cast<float>(cells.x), static_cast<float>(cells.y), static_cast<float>(cells.z)} * grid_.cellSide();
    block.volumeLower = toVec4(grid_.lower(), 0.0f);
    block.volumeScale = {1.0f / size.x, 1.0f / size.y, 1.0f / size.z, grid_.cellSide()};
    block.water = toVec4(kWaterColour, 0.0f);
}

void LightVolume::bind() const {
    texture_.bind(kLightUnit);
}

}  // namespace meniscus
