#include "scene/fill.h"

#include <algorithm>
#include <cmath>

#include "meniscus/core/rng.h"

namespace meniscus {

namespace {

// Walls want half a spacing; the rest leaves room for the jitter.
constexpr float kLatticeClearance = 0.52f;
constexpr float kWallClearance = 0.999f;  // of half a spacing: what the world asks for
constexpr float kJitter = 0.015f;
constexpr uint64_t kShakeSeed = 0x011;

bool isInside(const FillRegion& region, Vec3 p, float clearance) {
    switch (region.shape) {
        case FillRegion::Shape::Box:
            return true;
        case FillRegion::Shape::Cylinder:
            return std::hypot(p.x - region.place.x, p.z - region.place.z) <= region.radius - clearance;
        case FillRegion::Shape::Ball:
            return length(p - region.place) <= region.radius - clearance;
    }
    return false;
}

// Places along one axis of a lattice.
struct Places {
    float start;
    int begin;
    int end;

    // Those within half of the centre, and a few more.
    [[nodiscard]] Places near(float centre, float half, float dx) const {
        const int first = static_cast<int>(std::floor((centre - half - start) / dx)) - 1;
        const int last = static_cast<int>(std::ceil((centre + half - start) / dx)) + 1;
        return {start, std::max(begin, first), std::min(end, last + 1)};
    }
};

// The other leg of a right triangle; 0 where there is none.
float legOf(float hypotenuse, float a, float b = 0.0f) {
    return std::sqrt(std::max(hypotenuse * hypotenuse - a * a - b * b, 0.0f));
}

// Calls visit(place) until it returns false; bottom up, layer by layer. A round region asks only where it may be, so
// that a lattice far too fine for it costs no more than the places that are visited.
template <typename Visit>
void forLatticePlaces(const FillRegion& region, float dx, const Visit& visit) {
    const Bounds bounds = boundsOf(region);
    const Vec3 lower = bounds.lower + Vec3{1, 1, 1} * (kLatticeClearance * dx);
    const Vec3 upper = bounds.upper - Vec3{1, 1, 1} * (kLatticeClearance * dx);
    const auto along = [dx](float low, float high) { return static_cast<int>(std::floor((high - low) / dx)) + 1; };
    const int nx = along(lower.x, upper.x), ny = along(lower.y, upper.y), nz = along(lower.z, upper.z);
    // Centred in x and z, standing on the floor in y.
    const Places xs{0.5f * (lower.x + upper.x - dx * static_cast<float>(nx - 1)), 0, nx};
    const Places zs{0.5f * (lower.z + upper.z - dx * static_cast<float>(nz - 1)), 0, nz};
    const bool isRound = region.shape != FillRegion::Shape::Box;
    const float radius = region.radius - kLatticeClearance * dx;
    for (int y = 0; y < ny; ++y) {
        Vec3 place{0.0f, lower.y + dx * static_cast<float>(y), 0.0f};
        const float dy = region.shape == FillRegion::Shape::Ball ? place.y - region.place.y : 0.0f;
        const Places rows = isRound ? zs.near(region.place.z, legOf(radius, dy), dx) : zs;
        for (int z = rows.begin; z < rows.end; ++z) {
            place.z = zs.start + dx * static_cast<float>(z);
            const Places row = isRound ? xs.near(region.place.x, legOf(radius, dy, place.z - region.place.z), dx) : xs;
            for (int x = row.begin; x < row.end; ++x) {
                place.x = xs.start + dx * static_cast<float>(x);
                if (isInside(region, place, kLatticeClearance * dx) && !visit(place)) return;
            }
        }
    }
}

// Stops counting once there are enough, so that no spacing is too fine to be tried.
bool hasPlaces(std::span<const FillRegion> regions, float dx, size_t count) {
    size_t found = 0;
    for (const FillRegion& region : regions) {
        if (found < count) forLatticePlaces(region, dx, [&](Vec3) { return ++found < count; });
    }
    return found >= count;
}

// The places of one region, as long as there are particles left.
std::vector<Vec3> placesOf(const FillRegion& region, float dx, size_t left) {
    std::vector<Vec3> places;
    if (left == 0) return places;
    forLatticePlaces(region, dx, [&](Vec3 place) {
        places.push_back(place);
        return places.size() < left;
    });
    return places;
}

// Which of the region's layers each of its particles belongs to.
class LayerPicker {
  public:
    LayerPicker(const FillRegion& region, size_t count, uint64_t seed)
        : region_(region), count_(count), rng_(seed ^ kShakeSeed) {
        takeLayer();
    }

    const FillRegion::Layer& next() {
        if (region_.isShaken) return shaken(rng_.uniform());
        while (left_ == 0 && layer_ + 1 < region_.layers.size()) {
            ++layer_;
            takeLayer();
        }
        if (left_ > 0) --left_;
        return region_.layers[layer_];
    }

  private:
    void takeLayer() { left_ = static_cast<size_t>(region_.layers[layer_].share * static_cast<float>(count_)); }

    const FillRegion::Layer& shaken(float at) const {
        float sum = 0.0f;
        for (const FillRegion::Layer& layer : region_.layers) {
            sum += layer.share;
            if (at < sum) return layer;
        }
        return region_.layers.back();
    }

    const FillRegion& region_;
    size_t count_;
    Rng rng_;
    size_t layer_ = 0;
    size_t left_ = 0;
};

}  // namespace

FillRegion boxFill(Bounds box) {
    FillRegion region;
    region.box = box;
    return region;
}

FillRegion cylinderFill(Vec3 base, float radius, float height) {
    FillRegion region;
    region.shape = FillRegion::Shape::Cylinder;
    region.place = base;
    region.radius = radius;
    region.height = height;
    return region;
}

FillRegion ballFill(Vec3 centre, float radius) {
    FillRegion region;
    region.shape = FillRegion::Shape::Ball;
    region.place = centre;
    region.radius = radius;
    return region;
}

Bounds boundsOf(const FillRegion& region) {
    const float r = region.radius;
    switch (region.shape) {
        case FillRegion::Shape::Box:
            break;
        case FillRegion::Shape::Cylinder:
            return {region.place - Vec3{r, 0.0f, r}, region.place + Vec3{r, region.height, r}};
        case FillRegion::Shape::Ball:
            return {region.place - Vec3{r, r, r}, region.place + Vec3{r, r, r}};
    }
    return region.box;
}

// By bisection. The count of places is not quite monotonous in the spacing, which costs a little coarseness, never a
// missing particle.
float fitSpacing(std::span<const FillRegion> regions, size_t count) {
    const Vec3 size = boundsOf(regions.back()).size();
    float fine = 0.5f * std::cbrt(size.x * size.y * size.z / static_cast<float>(count));
    while (!hasPlaces(regions, fine, count)) fine *= 0.7f;
    float coarse = 4.0f * fine;
    while (hasPlaces(regions, coarse, count)) coarse *= 4.0f;  // where the last region is the smallest
    for (int round = 0; round < 24; ++round) {
        const float middle = 0.5f * (fine + coarse);
        (hasPlaces(regions, middle, count) ? fine : coarse) = middle;
    }
    return fine;
}

std::vector<ParticleSeed> fillRegions(std::span<const FillRegion> regions, float spacing, size_t count, uint64_t seed,
                                      Bounds room, const Shape& walls) {
    std::vector<ParticleSeed> particles;
    particles.reserve(count);
    Rng rng(seed);
    size_t left = count;
    for (const FillRegion& region : regions) {
        const std::vector<Vec3> places = placesOf(region, spacing, left);
        left -= places.size();
        LayerPicker layers(region, places.size(), seed);
        for (const Vec3 place : places) {
            const float jx = rng.signedUniform(), jy = rng.signedUniform(), jz = rng.signedUniform();
            const Vec3 x = place + Vec3{jx, jy, jz} * (kJitter * spacing) + region.shift;
            const FillRegion::Layer& layer = layers.next();
            if (!room.contains(x) || walls.distance(x) < kWallClearance * (0.5f * spacing)) continue;
            particles.push_back(
                {x, region.velocity + cross(region.spin, x), layer.fluid, layer.dye, layer.temperature});
        }
    }
    return particles;
}

}  // namespace meniscus
