#include "validate/drop_shape.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace meniscus {

namespace {

// The 26 ways from the middle of a cube to its faces, edges and corners.
std::array<Vec3d, 26> cubeDirections() {
    std::array<Vec3d, 26> directions;
    size_t count = 0;
    for (int code = 0; code < 27; ++code) {
        const Vec3d d{static_cast<double>(code % 3 - 1), static_cast<double>(code / 3 % 3 - 1),
                      static_cast<double>(code / 9 - 1)};
        const double l = length(d);
        if (l > 0.0) directions[count++] = {d.x / l, d.y / l, d.z / l};
    }
    return directions;
}

}  // namespace

DropShape shapeOf(std::span<const ParticleView> particles) {
    DropShape shape{centreOf(particles), {}};
    const double share = 1.0 / static_cast<double>(particles.size());
    for (const ParticleView& i : particles) {
        const Vec3d d = widened(i.x) - shape.centre;
        shape.meanSquare.x += share * d.x * d.x;
        shape.meanSquare.y += share * d.y * d.y;
        shape.meanSquare.z += share * d.z * d.z;
    }
    return shape;
}

double distanceFrom(Vec3d centre, const ParticleView& i) {
    return length(widened(i.x) - centre);
}

double radiusOf(const DropShape& shape) {
    return std::sqrt(5.0 / 3.0 * (shape.meanSquare.x + shape.meanSquare.y + shape.meanSquare.z));
}

double unevenness(std::span<const ParticleView> particles, Vec3d centre) {
    const std::array<Vec3d, 26> directions = cubeDirections();
    std::array<double, 26> radius{};
    for (const ParticleView& i : particles) {
        const Vec3d from = widened(i.x) - centre;
        const auto along = [&](const Vec3d& d) { return d.x * from.x + d.y * from.y + d.z * from.z; };
        const size_t nearest =
            static_cast<size_t>(std::ranges::max_element(directions, {}, along) - directions.begin());
        radius[nearest] = std::max(radius[nearest], distanceFrom(centre, i));
    }
    const double mean = meanOf(radius);
    double sum = 0.0;
    for (const double r : radius) sum += (r - mean) * (r - mean);
    return std::sqrt(sum / radius.size()) / mean;
}

}  // namespace meniscus
