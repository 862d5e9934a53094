#include "meniscus/fluid/force_field.h"

#include <algorithm>

namespace meniscus {

namespace {

// (1 - (d / R)^2)^2: smooth at the centre and at the rim.
float fade(float distanceSquared, float radius) {
    const float left = std::max(1.0f - distanceSquared / (radius * radius), 0.0f);
    return left * left;
}

}  // namespace

Vec3 accelerationOf(const ForceField& field, Vec3 x, Vec3 v) {
    const Vec3 fromCentre = x - field.centre;
    switch (field.kind) {
        case FieldKind::Drag:
            return (field.direction - v) * (field.strength * fade(lengthSquared(fromCentre), field.radius));
        case FieldKind::Push:
        case FieldKind::Pull: {
            const float sign = field.kind == FieldKind::Push ? 1.0f : -1.0f;
            const Vec3 outward = normalizedOr(fromCentre, {0.0f, 0.0f, 0.0f});
            return outward * (sign * field.strength * fade(lengthSquared(fromCentre), field.radius));
        }
        case FieldKind::Swirl: {
            // Grows with the distance from the axis like a solid rotation, and fades towards the radius.
            const Vec3 axis = field.direction;
            const Vec3 fromAxis = fromCentre - axis * dot(axis, fromCentre);
            const float scale = field.strength / field.radius * fade(lengthSquared(fromAxis), field.radius);
            return cross(axis, fromAxis) * scale;
        }
        case FieldKind::Heat:
        case FieldKind::Cool:
            return {};
    }
    return {};
}

float heatingOf(const ForceField& field, Vec3 x) {
    if (field.kind != FieldKind::Heat && field.kind != FieldKind::Cool) return 0.0f;
    const float sign = field.kind == FieldKind::Heat ? 1.0f : -1.0f;
    return sign * field.strength * fade(lengthSquared(x - field.centre), field.radius);
}

}  // namespace meniscus
