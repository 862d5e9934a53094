// Force fields that act on particles directly, without SPH ([MCG03] 3.4): what the mouse and the scenes stir with.
#pragma once

#include <limits>

#include "meniscus/core/enum_names.h"
#include "meniscus/core/vec3.h"

namespace meniscus {

enum class FieldKind { Drag, Push, Pull, Swirl, Heat, Cool };
template <>
inline constexpr auto kNamesOf<FieldKind> = namesFor<FieldKind>("drag", "push", "pull", "swirl", "heat", "cool");

// The field fades as (1 - (d / radius)^2)^2 with the distance d from the centre, or from the axis for a swirl.
struct ForceField {
    FieldKind kind = FieldKind::Drag;
    Vec3 centre{};
    float radius = 0.1f;    // m
    float strength = 0.0f;  // drag: 1/s, how fast fluid takes on the velocity; heat, cool: K/s; the others: m/s^2
    Vec3 direction{};       // drag: the velocity to take on, m/s; swirl: the axis, a unit vector, right-handed
    double endTime = std::numeric_limits<double>::infinity();  // s of simulated time; gone from then on

    friend bool operator==(const ForceField&, const ForceField&) = default;
};

// Acceleration of a particle at x with velocity v.
[[nodiscard]] Vec3 accelerationOf(const ForceField& field, Vec3 x, Vec3 v);

// How fast the field heats a particle at x, K/s.
[[nodiscard]] float heatingOf(const ForceField& field, Vec3 x);

}  // namespace meniscus
