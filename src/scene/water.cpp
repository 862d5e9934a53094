#include "scene/water.h"

#include <algorithm>
#include <cmath>

#include "meniscus/core/rng.h"
#include "meniscus/sph/fluid.h"

namespace meniscus {

namespace {

// Walls want half a spacing; the rest leaves room for the jitter.
constexpr float kLatticeClearance = 0.52f;
constexpr float kJitter = 0.015f;

template <typename Visit>
void forLatticePlaces(const FluidRegion& region, float dx, const Visit& visit) {
    const Vec3 lower = region.bounds.lower + Vec3{1, 1, 1} * (kLatticeClearance * dx);
    const Vec3 upper = region.bounds.upper - Vec3{1, 1, 1} * (kLatticeClearance * dx);
    const auto along = [dx](float low, float high) { return static_cast<int>(std::floor((high - low) / dx)) + 1; };
    const int nx = along(lower.x, upper.x), ny = along(lower.y, upper.y), nz = along(lower.z, upper.z);
    // Centred in x and z, standing on the floor in y.
    const float startX = 0.5f * (lower.x + upper.x - dx * static_cast<float>(nx - 1));
    const float startZ = 0.5f * (lower.z + upper.z - dx * static_cast<float>(nz - 1));
    for (int y = 0; y < ny; ++y) {
        for (int z = 0; z < nz; ++z) {
            for (int x = 0; x < nx; ++x) {
                const Vec3 place{startX + dx * static_cast<float>(x), lower.y + dx * static_cast<float>(y),
                                 startZ + dx * static_cast<float>(z)};
                if (region.inside(place, kLatticeClearance * dx)) visit(place);
            }
        }
    }
}

size_t countPlaces(const std::vector<FluidRegion>& regions, float dx) {
    size_t count = 0;
    for (const FluidRegion& region : regions) forLatticePlaces(region, dx, [&](Vec3) { ++count; });
    return count;
}

// The coarsest spacing with at least count places, by bisection. The count is not quite monotonous in the spacing,
// which costs a little coarseness, never a missing particle.
float fitSpacing(const std::vector<FluidRegion>& regions, size_t count) {
    const Vec3 size = regions.back().bounds.size();
    float fine = 0.5f * std::cbrt(size.x * size.y * size.z / static_cast<float>(count));
    while (countPlaces(regions, fine) < count) fine *= 0.7f;
    float coarse = 4.0f * fine;
    for (int round = 0; round < 24; ++round) {
        const float middle = 0.5f * (fine + coarse);
        (countPlaces(regions, middle) >= count ? fine : coarse) = middle;
    }
    return fine;
}

}  // namespace

FluidRegion boxRegion(Bounds box) {
    return {box, [](Vec3, float) { return true; }};
}

FluidRegion cylinderRegion(Vec3 base, float radius, float height) {
    return {{base - Vec3{radius, 0.0f, radius}, base + Vec3{radius, height, radius}},
            [base, radius](Vec3 p, float clearance) {
                return std::hypot(p.x - base.x, p.z - base.z) <= radius - clearance;
            }};
}

FluidRegion ballRegion(Vec3 centre, float radius) {
    const Vec3 reach{radius, radius, radius};
    return {{centre - reach, centre + reach},
            [centre, radius](Vec3 p, float clearance) { return length(p - centre) <= radius - clearance; }};
}

Filling fillRegions(const std::vector<FluidRegion>& regions, size_t count, uint64_t seed) {
    Filling filling;
    filling.spacing = fitSpacing(regions, count);
    // Places of a region come bottom up, so cutting the tail takes from the top.
    std::vector<Vec3> places;
    places.reserve(count);
    for (const FluidRegion& region : regions) {
        forLatticePlaces(region, filling.spacing, [&](Vec3 place) {
            if (places.size() < count) places.push_back(place);
        });
    }
    Rng rng(seed);
    filling.particles.reserve(count);
    for (const Vec3 place : places) {
        const float jx = rng.signedUniform(), jy = rng.signedUniform(), jz = rng.signedUniform();
        filling.particles.push_back({place + Vec3{jx, jy, jz} * (kJitter * filling.spacing), Vec3{}});
    }
    return filling;
}

Settings waterSettings(float depth, float spacing, float compression, float calm) {
    const float h = kSupportPerSpacing * spacing;
    Settings settings;
    // Eq. 10 gives half the pressure gradient, so the column compresses by 2 g H / k at its foot.
    settings.stiffness = std::clamp(2.0f * settings.gravity * depth / compression, 20.0f, 1000.0f);
    const float sound = std::sqrt(settings.stiffness);
    settings.viscosity = std::min(calm * settings.restDensity * sound * h, 100.0f);
    settings.surfaceTension = 0.07f;  // water's own
    settings.timeStep = std::clamp(0.85f * h / sound, 0.0002f, 0.01f);
    return settings;
}

}  // namespace meniscus
