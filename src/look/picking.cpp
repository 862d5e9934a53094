#include "meniscus/look/picking.h"

#include <cmath>

namespace meniscus {

namespace {

// A ball of 0.75 spacings overlaps its neighbours: the mouse does not slip between particles.
constexpr float kBallPerSpacing = 0.75f;
// Grabbing a bit below the surface takes hold of fluid all around.
constexpr float kDepthPerBrush = 0.4f;

Vec3 middleOf(const Frame& frame, Vec3 fallback) {
    if (frame.count() == 0) return fallback;
    double x = 0.0, y = 0.0, z = 0.0;
    for (const Vec3 p : frame.x) x += p.x, y += p.y, z += p.z;
    const double count = static_cast<double>(frame.count());
    return {static_cast<float>(x / count), static_cast<float>(y / count), static_cast<float>(z / count)};
}

}  // namespace

std::optional<float> hitFluid(const Frame& frame, const Ray& ray) {
    const float radius = kBallPerSpacing * frame.spacing;
    float nearest = INFINITY;
    for (const Vec3 centre : frame.x) {
        const Vec3 toCentre = centre - ray.origin;
        const float along = dot(toCentre, ray.direction);
        const float aside2 = lengthSquared(toCentre) - along * along;
        if (along <= 0.0f || aside2 > radius * radius) continue;
        nearest = std::min(nearest, along - std::sqrt(radius * radius - aside2));
    }
    return std::isfinite(nearest) ? std::optional(std::max(nearest, 0.0f)) : std::nullopt;
}

Vec3 meetPlane(const Ray& ray, Vec3 point, Vec3 normal) {
    const float slope = dot(ray.direction, normal);
    if (std::abs(slope) < 1e-4f) return point;
    const float along = dot(point - ray.origin, normal) / slope;
    return along > 0.0f ? ray.origin + ray.direction * along : point;
}

FluidHit findBrushPlace(const Frame& frame, const Camera& camera, const Ray& ray, float brushRadius) {
    if (const auto distance = hitFluid(frame, ray)) {
        return {ray.origin + ray.direction * (*distance + kDepthPerBrush * brushRadius), true};
    }
    return {meetPlane(ray, middleOf(frame, camera.target), camera.forward()), false};
}

}  // namespace meniscus
