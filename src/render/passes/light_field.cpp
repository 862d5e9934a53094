#include "render/passes/light_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/vec2.hpp>
#include <limits>

#include "render/passes/environment.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

constexpr float kLargestCells = 44.0f;  // along the longest side of the volume
constexpr float kMargin = 2.0f;         // cells around the fluid
constexpr float kSunReach = 0.55f;      // fluid sizes after which 1/e of the sun is left
constexpr float kSkyReach = 0.7f;
constexpr float kLens = 0.022f;  // how much a bulge of water gathers light
constexpr float kMostGathered = 0.35f;

constexpr uint16_t kLeastShadow = 65;  // of 65535: a thousandth cannot be seen

uint16_t unorm16(float value) {
    return static_cast<uint16_t>(std::clamp(value, 0.0f, 1.0f) * 65535.0f + 0.5f);
}

uint8_t unorm8(float value) {
    return static_cast<uint8_t>(std::clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f);
}

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

// Cells of the volume, x fastest.
struct Cells {
    VolumeSize size;
    float side;

    [[nodiscard]] size_t count() const {
        return static_cast<size_t>(size.x) * static_cast<size_t>(size.y) * static_cast<size_t>(size.z);
    }
    [[nodiscard]] size_t index(int x, int y, int z) const {
        return (static_cast<size_t>(z) * static_cast<size_t>(size.y) + static_cast<size_t>(y)) *
                   static_cast<size_t>(size.x) +
               static_cast<size_t>(x);
    }
};

// A layer of the volume read between its cells; outside there is nothing.
struct LayerReader {
    const Cells& cells;
    const std::vector<float>& values;

    [[nodiscard]] float cell(int x, int y, int z) const {
        const bool isInside = x >= 0 && z >= 0 && x < cells.size.x && z < cells.size.z;
        return isInside ? values[cells.index(x, y, z)] : 0.0f;
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

// Of those that are somewhere; of none, a little box.
Bounds boundsOf(const std::vector<Vec3>& places) {
    Bounds bounds{Vec3{1.0f, 1.0f, 1.0f} * std::numeric_limits<float>::max(),
                  Vec3{1.0f, 1.0f, 1.0f} * std::numeric_limits<float>::lowest()};
    for (const Vec3 x : places) {
        if (!isFinite(x)) continue;
        bounds.lower = minPerAxis(bounds.lower, x);
        bounds.upper = maxPerAxis(bounds.upper, x);
    }
    return bounds.lower.x <= bounds.upper.x ? bounds : Bounds{{0.0f, 0.0f, 0.0f}, {0.1f, 0.1f, 0.1f}};
}

// Metres of fluid between each cell and the light, layer by layer from the top down.
void sweepDown(const Cells& cells, const std::vector<float>& fill, Vec3 light, std::vector<float>& depth) {
    depth.assign(cells.count(), 0.0f);
    const float shiftX = light.x / light.y;
    const float shiftZ = light.z / light.y;
    const float step = cells.side / light.y;
    const LayerReader fills{cells, fill};
    const LayerReader depths{cells, depth};
    for (int y = cells.size.y - 2; y >= 0; --y) {
        for (int z = 0; z < cells.size.z; ++z) {
            for (int x = 0; x < cells.size.x; ++x) {
                const float fromX = static_cast<float>(x) + shiftX;
                const float fromZ = static_cast<float>(z) + shiftZ;
                depth[cells.index(x, y, z)] =
                    depths.at(fromX, y + 1, fromZ) + step * std::min(fills.at(fromX, y + 1, fromZ), 1.0f);
            }
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

void FloorGrid::blur(int radius, std::vector<float>& scratch) {
    if (radius < 1) return;
    scratch.resize(cells_.size());
    for (int pass = 0; pass < 3; ++pass) {
        blurLines(cells_.data(), scratch.data(), 1, kSide, radius);
        blurLines(scratch.data(), cells_.data(), kSide, 1, radius);
    }
}

LightField::LightField() : shadow_(TextureFormat::Rgba16, Filter::Linear) {
    update(nullptr);
}

// Enough floor for the shadow of the whole room. The glass is spread over it by its area: where it is seen edge-on from
// the sun, more of it lies on the way.
void LightField::setScenery(const Scenery& scenery) {
    const Vec3 sun = sunDirection();
    const Vec3 size = scenery.room.size();
    const float shift = size.y / sun.y;
    const float reach = std::max(size.x, size.z) + 0.6f * shift * std::max(std::abs(sun.x), std::abs(sun.z));
    side_ = 1.5f * reach;
    floorHeight_ = scenery.floorHeight;
    const Vec3 centre = scenery.room.centre();
    lowerX_ = centre.x - 0.3f * shift * sun.x - 0.5f * side_;
    lowerZ_ = centre.z - 0.3f * shift * sun.z - 0.5f * side_;

    glass_.clear();
    const float cellsPerMetre = FloorGrid::kSide / side_;
    const TriangleMesh& mesh = scenery.glass;
    for (size_t k = 0; k + 2 < mesh.indices.size(); k += 3) {
        const Vec3 a = mesh.positions[mesh.indices[k]];
        const Vec3 u = mesh.positions[mesh.indices[k + 1]] - a;
        const Vec3 v = mesh.positions[mesh.indices[k + 2]] - a;
        const float area = 0.5f * length(cross(u, v)) * cellsPerMetre * cellsPerMetre;  // in cells
        const int steps = std::clamp(static_cast<int>(2.0f * std::sqrt(area)) + 1, 1, 400);
        const float amount = area / static_cast<float>(steps * (steps + 1) / 2);
        for (int i = 0; i < steps; ++i) {
            for (int j = 0; i + j < steps; ++j) {
                const Vec3 p = a + u * ((static_cast<float>(i) + 0.33f) / static_cast<float>(steps)) +
                               v * ((static_cast<float>(j) + 0.33f) / static_cast<float>(steps));
                const float height = (p.y - floorHeight_) / sun.y;
                glass_.add((p.x - sun.x * height - lowerX_) * cellsPerMetre,
                           (p.z - sun.z * height - lowerZ_) * cellsPerMetre, amount);
            }
        }
    }
    glass_.blur(1, scratch_);
}

void LightField::update(const Frame* frame) {
    const Frame none;
    const Frame& shown = frame != nullptr ? *frame : none;
    const float volume = shown.particleMass / shown.settings.restDensity * static_cast<float>(shown.count());
    fluidSize_ = std::max(std::cbrt(volume), 1e-3f);
    makeFloorShadow(shown);
    makeVolume(shown);
}

void LightField::makeFloorShadow(const Frame& frame) {
    near_.clear();
    far_.clear();
    contact_.clear();
    const Vec3 sun = sunDirection();
    const float cellsPerMetre = FloorGrid::kSide / side_;
    // Metres of fluid over a cell that one particle alone makes.
    const float thickness = frame.particleMass / frame.settings.restDensity * cellsPerMetre * cellsPerMetre;
    const float softHeight = 0.8f * fluidSize_;
    for (const Vec3 x : frame.x) {
        if (!isFinite(x)) continue;
        const float height = std::max(x.y - floorHeight_, 0.0f);
        const float way = height / sun.y;
        const float placeX = (x.x - sun.x * way - lowerX_) * cellsPerMetre;
        const float placeZ = (x.z - sun.z * way - lowerZ_) * cellsPerMetre;
        const float soft = std::min(height / softHeight, 1.0f);
        near_.add(placeX, placeZ, thickness * (1.0f - soft));
        far_.add(placeX, placeZ, thickness * soft);
        contact_.add((x.x - lowerX_) * cellsPerMetre, (x.z - lowerZ_) * cellsPerMetre,
                     thickness * std::exp(-4.0f * height / fluidSize_));
    }
    const auto cellsOf = [&](float metres) { return std::clamp(static_cast<int>(metres * cellsPerMetre), 1, 24); };
    near_.blur(cellsOf(0.04f * fluidSize_ + 0.5f * frame.spacing), scratch_);
    far_.blur(cellsOf(0.11f * fluidSize_ + 0.5f * frame.spacing), scratch_);
    contact_.blur(cellsOf(0.16f * fluidSize_ + 0.5f * frame.spacing), scratch_);
    uploadShadow();
}

void LightField::uploadShadow() {
    constexpr int n = FloorGrid::kSide;
    texels_.resize(static_cast<size_t>(n) * n * 4);
    std::vector<float>& fluid = near_.cells();
    for (size_t k = 0; k < fluid.size(); ++k) fluid[k] += far_.cells()[k];
    const float cell = side_ / n;
    glm::ivec2 lower{n, n};
    glm::ivec2 upper{0, 0};
    for (int z = 0; z < n; ++z) {
        for (int x = 0; x < n; ++x) {
            const int left = std::max(x - 2, 0), right = std::min(x + 2, n - 1);
            const int back = std::max(z - 2, 0), front = std::min(z + 2, n - 1);
            const float here = near_.at(x, z);
            // Water is a lens: where it bulges it gathers light, by its curvature in first order.
            const float curvature =
                (near_.at(left, z) + near_.at(right, z) + near_.at(x, back) + near_.at(x, front) - 4.0f * here) /
                (4.0f * cell * cell);
            const float gathered = std::clamp(-kLens * fluidSize_ * curvature, 0.0f, kMostGathered);
            uint16_t* const texel = &texels_[(static_cast<size_t>(z) * n + static_cast<size_t>(x)) * 4];
            texel[0] = unorm16(here / (2.0f * fluidSize_));
            texel[1] = unorm16(0.035f * glass_.at(x, z));
            texel[2] = unorm16(0.55f * (1.0f - std::exp(-3.0f * contact_.at(x, z) / fluidSize_)));
            texel[3] = unorm16(gathered);
            if (std::max({texel[0], texel[1], texel[2], texel[3]}) < kLeastShadow) continue;
            lower = {std::min(lower.x, x - 1), std::min(lower.y, z - 1)};
            upper = {std::max(upper.x, x + 2), std::max(upper.y, z + 2)};
        }
    }
    shadowPart_ = glm::vec4(lower, upper) / static_cast<float>(n);
    shadow_.upload({n, n}, texels_);
}

void LightField::makeVolume(const Frame& frame) {
    const Bounds bounds = boundsOf(frame.x);
    const Vec3 size = bounds.size();
    Cells cells{};
    cells.side = std::max({1.3f * frame.spacing, std::max({size.x, size.y, size.z}) / kLargestCells, 1e-3f});
    const Vec3 margin = Vec3{1.0f, 1.0f, 1.0f} * (kMargin * cells.side);
    const Vec3 lower = bounds.lower - margin;
    const auto cellsAlong = [&](float metres) {
        return std::clamp(static_cast<int>(std::ceil(metres / cells.side)) + 2 * static_cast<int>(kMargin), 2, 60);
    };
    cells.size = {cellsAlong(size.x), cellsAlong(size.y), cellsAlong(size.z)};
    volumeBounds_ = {lower, lower + Vec3{static_cast<float>(cells.size.x), static_cast<float>(cells.size.y),
                                         static_cast<float>(cells.size.z)} *
                                        cells.side};

    volumeSize_ = cells.size;
    cellSide_ = cells.side;

    fill_.assign(cells.count(), 0.0f);
    const float share = frame.particleMass / frame.settings.restDensity / (cells.side * cells.side * cells.side);
    for (const Vec3 x : frame.x) {
        if (!isFinite(x)) continue;
        const Vec3 at = (x - lower) / cells.side - Vec3{0.5f, 0.5f, 0.5f};
        const int x0 = static_cast<int>(at.x), y0 = static_cast<int>(at.y), z0 = static_cast<int>(at.z);
        const float fx = at.x - static_cast<float>(x0), fy = at.y - static_cast<float>(y0),
                    fz = at.z - static_cast<float>(z0);
        for (int corner = 0; corner < 8; ++corner) {
            const int dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2;
            const float weight = (dx ? fx : 1.0f - fx) * (dy ? fy : 1.0f - fy) * (dz ? fz : 1.0f - fz);
            fill_[cells.index(x0 + dx, y0 + dy, z0 + dz)] += share * weight;
        }
    }
    sweepDown(cells, fill_, sunDirection(), sunDepth_);
    sweepDown(cells, fill_, {0.0f, 1.0f, 0.0f}, skyDepth_);
    volumeTexels_.resize(cells.count() * 4);
    for (size_t k = 0; k < cells.count(); ++k) {
        volumeTexels_[4 * k] = unorm8(std::exp(-sunDepth_[k] / (kSunReach * fluidSize_)));
        volumeTexels_[4 * k + 1] = unorm8(std::exp(-skyDepth_[k] / (kSkyReach * fluidSize_)));
        volumeTexels_[4 * k + 2] = unorm8(fill_[k]);
    }
    volume_.upload(cells.size, volumeTexels_);
}

bool LightField::isHidden(Vec3 place, Vec3 eye, float thickness) const {
    const Vec3 toEye = normalizedOr(eye - place, {0.0f, 1.0f, 0.0f});
    Vec3 at = (place - volumeBounds_.lower) / cellSide_;
    float found = 0.0f;
    // A little farther than the thickness itself: beyond that, only a crevice could have been missed.
    const int steps = static_cast<int>(1.5f * thickness / cellSide_) + 1;
    for (int k = 0; k < steps; ++k) {
        at += toEye;
        const bool isInside = at.x >= 0.0f && at.y >= 0.0f && at.z >= 0.0f &&
                              at.x < static_cast<float>(volumeSize_.x) && at.y < static_cast<float>(volumeSize_.y) &&
                              at.z < static_cast<float>(volumeSize_.z);
        if (!isInside) return false;
        const Cells cells{volumeSize_, cellSide_};
        const float fill = fill_[cells.index(static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(at.z))];
        found += cellSide_ * std::min(fill, 1.0f);
        if (found > thickness) return true;
    }
    return false;
}

void LightField::describe(SceneBlock& block) const {
    block.shadowPlace = {lowerX_, lowerZ_, side_, side_};
    // Doublings of darkness at full thickness, 2 fluid sizes: red goes first.
    block.shadowTint = {11.0f, 4.6f, 2.2f, 0.9f};
    block.caustic = {0.9f, 1.05f, 1.1f, 0.0f};
    const Vec3 size = volumeBounds_.size();
    block.volumeLower = toVec4(volumeBounds_.lower, 0.0f);
    block.volumeScale = {1.0f / size.x, 1.0f / size.y, 1.0f / size.z, cellSide_};
    block.water = {0.25f, 0.62f, 0.85f, 1.0f};
}

void LightField::bind() const {
    shadow_.bind(kShadowUnit);
    volume_.bind(kLightUnit);
}

}  // namespace meniscus
