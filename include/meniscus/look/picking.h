// Where the mouse is in the water.
#pragma once

#include <optional>

#include "meniscus/look/camera.h"
#include "meniscus/world/frame.h"

namespace meniscus {

// Distance along the ray to the first particle that it meets, taken as balls that close the surface.
[[nodiscard]] std::optional<float> hitFluid(const Frame& frame, const Ray& ray);

// Where the ray meets the plane through the point, facing the ray's camera; the point itself when it does not.
[[nodiscard]] Vec3 meetPlane(const Ray& ray, Vec3 point, Vec3 normal);

// Where a brush belongs when the mouse is at the ray: a little under the surface that it meets; beside the fluid, at
// the depth of the fluid's middle.
struct FluidHit {
    Vec3 place;
    bool isInFluid = false;
};
[[nodiscard]] FluidHit findBrushPlace(const Frame& frame, const Camera& camera, const Ray& ray, float brushRadius);

}  // namespace meniscus
