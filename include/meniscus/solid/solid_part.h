// Solids as plain data, from which the shapes are made: what scene files hold.
#pragma once

#include <span>
#include <variant>

#include "meniscus/solid/shape.h"

namespace meniscus {

// A container is free inside, the others are solid inside.
struct BoxPart {
    Bounds box{};
    bool isContainer = false;
};
struct CylinderPart {
    Vec3 base{};
    float radius = 0.1f;
    float height = 0.1f;
    bool isContainer = false;
};
struct SpherePart {
    Vec3 centre{};
    float radius = 0.1f;
    bool isContainer = false;
};
struct PlanePart {
    Vec3 point{};
    Vec3 normal{0.0f, 1.0f, 0.0f};
};

using SolidPart = std::variant<BoxPart, CylinderPart, SpherePart, PlanePart, GlassDimensions>;

// One shape of them all: none at all without parts, that of a single part, or the union in the order given. Throws
// InputError like the functions that make the single shapes.
[[nodiscard]] ShapePtr makeSolids(std::span<const SolidPart> parts);

}  // namespace meniscus
