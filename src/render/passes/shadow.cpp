#include "render/passes/shadow.h"

#include <algorithm>
#include <cmath>
#include <glm/vec2.hpp>

#include "meniscus/look/environment.h"
#include "meniscus/look/fluid_bounds.h"
#include "render/gl/framebuffer.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

constexpr float kLens = 0.022f;  // how much a bulge of water gathers light
constexpr float kMaxGathered = 0.35f;
constexpr float kGlassShade = 0.035f;
constexpr float kMaxContact = 0.55f;
constexpr uint16_t kMinShadow = 65;  // of 65535: a thousandth cannot be seen

uint16_t unorm16(float value) {
    return static_cast<uint16_t>(std::clamp(value, 0.0f, 1.0f) * 65535.0f + 0.5f);
}

}  // namespace

ShadowPass::ShadowPass() : program_("shadow.vert", "shadow.frag"), texture_(TextureFormat::Rgba16, Filter::Linear) {
    program_.set("shadow", static_cast<int>(kShadowUnit));
}

// Enough floor for the shadow of the whole room.
void ShadowPass::setScenery(const Scenery& scenery) {
    const Vec3 sun = sunDirection();
    const Vec3 size = scenery.room.size();
    const float shift = size.y / sun.y;
    const float reach = std::max(size.x, size.z) + 0.6f * shift * std::max(std::abs(sun.x), std::abs(sun.z));
    side_ = 1.5f * reach;
    floorHeight_ = scenery.floorHeight;
    const Vec3 centre = scenery.room.centre();
    lowerX_ = centre.x - 0.3f * shift * sun.x - 0.5f * side_;
    lowerZ_ = centre.z - 0.3f * shift * sun.z - 0.5f * side_;
    spreadGlass(scenery.glass);
}

// By its area: where glass is seen edge-on from the sun, more of it lies on the way.
void ShadowPass::spreadGlass(const TriangleMesh& mesh) {
    glass_.clear();
    const Vec3 sun = sunDirection();
    const float cellsPerMetre = FloorGrid::kSide / side_;
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

void ShadowPass::update(const Frame& frame) {
    const float size = fluidSize(frame);
    spreadFluid(frame, size);
    upload(size);
}

void ShadowPass::spreadFluid(const Frame& frame, float size) {
    fluid_.clear();
    high_.clear();
    contact_.clear();
    const Vec3 sun = sunDirection();
    const float cellsPerMetre = FloorGrid::kSide / side_;
    // Metres of fluid over a cell that one particle alone makes.
    const float thickness = frame.particleMass / frame.fluids[0].restDensity * cellsPerMetre * cellsPerMetre;
    const float softHeight = 0.8f * size;
    for (const Vec3 x : frame.x) {
        if (!isFinite(x)) continue;
        const float height = std::max(x.y - floorHeight_, 0.0f);
        const float way = height / sun.y;
        const float placeX = (x.x - sun.x * way - lowerX_) * cellsPerMetre;
        const float placeZ = (x.z - sun.z * way - lowerZ_) * cellsPerMetre;
        const float soft = std::min(height / softHeight, 1.0f);
        fluid_.add(placeX, placeZ, thickness * (1.0f - soft));
        high_.add(placeX, placeZ, thickness * soft);
        contact_.add((x.x - lowerX_) * cellsPerMetre, (x.z - lowerZ_) * cellsPerMetre,
                     thickness * std::exp(-4.0f * height / size));
    }
    const auto cellsOf = [&](float metres) { return std::clamp(static_cast<int>(metres * cellsPerMetre), 1, 24); };
    fluid_.blur(cellsOf(0.04f * size + 1.1f * frame.spacing), scratch_);
    high_.blur(cellsOf(0.11f * size + 0.5f * frame.spacing), scratch_);
    contact_.blur(cellsOf(0.16f * size + 0.5f * frame.spacing), scratch_);
    fluid_.add(high_);
}

void ShadowPass::upload(float size) {
    constexpr int n = FloorGrid::kSide;
    texels_.resize(static_cast<size_t>(n) * n * 4);
    const float cell = side_ / n;
    glm::ivec2 lower{n, n};
    glm::ivec2 upper{0, 0};
    for (int z = 0; z < n; ++z) {
        for (int x = 0; x < n; ++x) {
            const int left = std::max(x - 2, 0), right = std::min(x + 2, n - 1);
            const int back = std::max(z - 2, 0), front = std::min(z + 2, n - 1);
            const float here = fluid_.at(x, z);
            // Water is a lens: where it bulges it gathers light, by its curvature in first order.
            const float curvature =
                (fluid_.at(left, z) + fluid_.at(right, z) + fluid_.at(x, back) + fluid_.at(x, front) - 4.0f * here) /
                (4.0f * cell * cell);
            const float gathered = std::clamp(-kLens * size * curvature, 0.0f, kMaxGathered);
            uint16_t* const texel = &texels_[(static_cast<size_t>(z) * n + static_cast<size_t>(x)) * 4];
            texel[0] = unorm16(here / (2.0f * size));
            texel[1] = unorm16(kGlassShade * glass_.at(x, z));
            texel[2] = unorm16(kMaxContact * (1.0f - std::exp(-3.0f * contact_.at(x, z) / size)));
            texel[3] = unorm16(gathered);
            if (std::max({texel[0], texel[1], texel[2], texel[3]}) < kMinShadow) continue;
            lower = {std::min(lower.x, x - 1), std::min(lower.y, z - 1)};
            upper = {std::max(upper.x, x + 2), std::max(upper.y, z + 2)};
        }
    }
    part_ = glm::vec4(lower, upper) / static_cast<float>(n);
    texture_.upload({n, n}, texels_);
}

void ShadowPass::describe(SceneBlock& block, bool isClear) const {
    block.shadowPlace = {lowerX_, lowerZ_, side_, side_};
    // Doublings of darkness at full thickness, 2 fluid sizes: red goes first.
    block.shadowTint = isClear ? glm::vec4(4.6f, 2.1f, 1.3f, 0.9f) : glm::vec4(11.0f, 4.6f, 2.2f, 0.9f);
    block.caustic = isClear ? glm::vec4(1.8f, 2.0f, 2.05f, 0.35f) : glm::vec4(0.9f, 1.05f, 1.1f, 1.0f);
}

void ShadowPass::draw() {
    if (part_.x >= part_.z || part_.y >= part_.w) return;
    texture_.bind(kShadowUnit);
    program_.set("part", part_);
    setDrawing(DepthUse::None, Blending::Multiply);
    none_.drawStripInstances(4, 1);
}

}  // namespace meniscus
