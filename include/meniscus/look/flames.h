// Flames: every particle a soft glow, all of which add up. They have no surface and cast no shadow.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "meniscus/look/colour_scale.h"

namespace meniscus {

inline constexpr float kFlameTaller = 1.5f;  // height of a glow by its width

// Brightest in the middle, by (1 - r^2)^2 with r = 1 at the radius.
struct Glow {
    Vec3 x;
    float radius = 0.0f;  // m
    Rgb light;
    float cover = 0.0f;  // of what is behind it, 0 to 1
};

// chosen: numbers of the particles that are flames. Plain, or by fluid, they have the colours of fire.
void findGlows(const Frame& frame, std::span<const uint32_t> chosen, ColourBy colourBy, ValueRange range,
               std::vector<Glow>& glows);

}  // namespace meniscus
