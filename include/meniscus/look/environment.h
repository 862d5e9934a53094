// The world around the fluid: sun, sky, lamps and floor of each background.
#pragma once

#include <array>

#include "meniscus/core/vec3.h"
#include "meniscus/look/background.h"
#include "meniscus/look/scenery.h"

namespace meniscus {

// Linear light; white paper in the sun is about 1.
struct Environment {
    Vec3 sunLight;     // on a surface that looks at the sun
    Vec3 skyLight;     // on one that looks up
    Vec3 groundLight;  // on one that looks down
    Vec3 zenith;       // what is seen straight up, at the horizon and straight down
    Vec3 horizon;
    Vec3 nadir;
    Vec3 floorLight;         // that the floor sends back where nothing shades it
    Vec3 glassTint;          // colour that thick glass takes on
    Vec3 edgeBright;         // light of the edges and rims of glass
    float horizonSharpness;  // how fast the horizon turns into the zenith
    float lamps;             // brightness in reflections
    float glassEdges;        // how dark they are
    float floorReach;        // where the floor has faded, in sizes of the room
};
[[nodiscard]] const Environment& environmentOf(Background background);

// Unit vector towards the sun. The same for every background, so that shadows need not be made again.
[[nodiscard]] Vec3 sunDirection();

// Two lamps, soft and near the horizon, as studios have them: clamp(gain cosine - offset, 0, most) of the brightness,
// with the cosine between the direction on the ground and that of the lamp. On upright round glass they become long
// streaks. Only mirrors and lenses show them.
struct Lamp {
    float x;
    float z;
    float gain;
    float offset;
    float most;
};
inline constexpr std::array<Lamp, 2> kLamps{{{-0.93f, 0.37f, 9.0f, 7.4f, 1.0f}, {0.96f, 0.28f, 16.0f, 14.4f, 0.6f}}};

// What a mirror or a lens shows in a unit direction, without the sun: shaders/environment.glsl computes the same.
[[nodiscard]] Vec3 lightFrom(const Environment& environment, Vec3 direction);

// What the eye sees behind everything else in a unit direction, as the screen shows it: without lamps, and mixed on the
// screen rather than as light, as shaders/backdrop.glsl does it. The vignette comes on top.
[[nodiscard]] Vec3 shownBackdrop(const Environment& environment, Vec3 direction);

// The floor fades into the horizon with the distance from its middle.
struct FloorFade {
    float x = 0.0f;  // m, the middle
    float z = 0.0f;
    float begin = 0.0f;  // m, from where on it fades
    float way = 1.0f;    // m, from there to where it has
};
[[nodiscard]] FloorFade floorFade(const Environment& environment, const Bounds& room);

}  // namespace meniscus
