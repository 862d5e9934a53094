#include "surface/colour_field.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "meniscus/surface/surface_particles.h"

namespace meniscus {

namespace {

// With V = m / rho0 for all, single particles and threads of them stay below the iso value and vanish; with V = m / rho
// they swell to three times their volume. A share of m / rho, where that is more than m / rho0, leaves a body of fluid
// as it is (a ball of 10,000 grows by 0.6 %) and gives groups of two to eight about their volume.
constexpr float kSparse = 0.75f;

// Beyond a wall there are no particles, so the field is too weak beside it, and the level of calm water would bend down
// there. The layer that touches the wall makes up for it. (What bulges into the wall then is moved back on to it.)
float wallBoost(const Shape& walls, Vec3 place, float spacing) {
    constexpr float kBoost = 1.8f;
    constexpr float kTouching = 0.75f;  // spacings
    return walls.distance(place) < kTouching * spacing ? kBoost : 1.0f;
}

}  // namespace

float ColourField::term(const Blob& blob, Vec3 place) const {
    const Vec3 d = place - Vec3{blob.x, blob.y, blob.z};
    const float near = std::max(reach * reach - d.z * d.z - d.x * d.x - d.y * d.y, 0.0f);
    return near * near * (near * blob.weight);
}

void describeField(const FluidParticles& fluid, const SurfaceSettings& settings, const Shape* walls, Threads& threads,
                   ColourField& field) {
    constexpr size_t kParticlesPerChunk = 2048;
    enum Part { kBlob, kLone, kNowhere };
    const size_t count = fluid.x.size();
    field.cell = 0.5f * cellSizeOf(settings) * fluid.spacing;
    field.reach = fluid.supportRadius / field.cell;
    field.isoValue = isoValueOf(settings);
    // Poly6 in cells: 315 / (64 pi h^3 reach^6) (reach^2 - distance^2)^3.
    const double h3 = std::pow(static_cast<double>(fluid.supportRadius), 3);
    const auto weight = static_cast<float>(315.0 / (64.0 * std::numbers::pi) * fluid.particleVolume() / h3 /
                                           std::pow(static_cast<double>(field.reach), 6));
    const auto partOf = [&](size_t i) {
        if (!isFinite(fluid.x[i] / field.cell) || !std::isfinite(fluid.density[i])) return kNowhere;
        return isDroplet(fluid, i) ? kLone : kBlob;
    };

    // Each chunk counts first, so that each knows where its blobs go.
    field.chunks.assign(chunkCount(count, kParticlesPerChunk), {0, 0});
    threads.forChunks(count, kParticlesPerChunk, [&](size_t begin, size_t end, size_t chunk) {
        for (size_t i = begin; i < end; ++i) {
            const Part part = partOf(i);
            if (part != kNowhere) ++field.chunks[chunk][part];
        }
    });
    std::array<size_t, 2> total{};
    for (std::array<size_t, 2>& chunk : field.chunks) {
        for (size_t part = 0; part < 2; ++part) total[part] += std::exchange(chunk[part], total[part]);
    }
    field.blobs.resize(total[kBlob]);
    field.particleOf.resize(total[kBlob]);
    field.lone.resize(total[kLone]);
    threads.forChunks(count, kParticlesPerChunk, [&](size_t begin, size_t end, size_t chunk) {
        auto [blob, lone] = field.chunks[chunk];
        for (size_t i = begin; i < end; ++i) {
            const Part part = partOf(i);
            if (part == kLone) field.lone[lone++] = static_cast<uint32_t>(i);
            if (part != kBlob) continue;
            const float boost = std::max(kSparse * fluid.restDensity / fluid.density[i], 1.0f) *
                                (walls != nullptr ? wallBoost(*walls, fluid.x[i], fluid.spacing) : 1.0f);
            const Vec3 place = fluid.x[i] / field.cell;
            field.blobs[blob] = {place.x, place.y, place.z, weight * boost};
            field.particleOf[blob++] = static_cast<uint32_t>(i);
        }
    });
}

}  // namespace meniscus
