// From light to the screen, the same for every painter. Shaders have these numbers from here (look.glsl), and
// shaders/tone.glsl computes the same.
#pragma once

#include <algorithm>
#include <cmath>

#include "meniscus/core/vec3.h"

namespace meniscus {

inline constexpr float kToneKnee = 0.6f;  // straight up to here, then ever flatter towards 1
// Very bright colours turn to white as on film: by this share for each 1 of light above 1, up to the most.
inline constexpr float kWhitePerLight = 0.25f;
inline constexpr float kMaxWhite = 0.7f;
// Nearly sRGB, by a square root r: r (first - second r).
inline constexpr float kEncodeFirst = 1.1f;
inline constexpr float kEncodeSecond = 0.1f;
// The backdrop is darker towards the corners of the picture: by this share of the squared distance from the middle, in
// widths and heights of the picture.
inline constexpr float kVignette = 0.3f;

// At a place of the picture, from -1 (left, bottom) to 1 (right, top): the share of the backdrop that is left.
[[nodiscard]] inline float vignetteAt(float x, float y) {
    return 1.0f - 0.25f * kVignette * (x * x + y * y);
}

[[nodiscard]] inline float tonedChannel(float light) {
    const float over = std::max(light - kToneKnee, 0.0f);
    return std::min(light, kToneKnee) + over / (1.0f + over / (1.0f - kToneKnee));
}

[[nodiscard]] inline float encodedChannel(float toned) {
    const float root = std::sqrt(toned);
    return root * (kEncodeFirst - kEncodeSecond * root);
}

// Linear light, 1 is white paper in the sun, as the screen shows it, 0 to 1.
[[nodiscard]] inline Vec3 onScreen(Vec3 light) {
    const float most = std::max({light.x, light.y, light.z});
    const float white = std::clamp(kWhitePerLight * most - kWhitePerLight, 0.0f, kMaxWhite);
    const auto shown = [&](float c) { return encodedChannel(tonedChannel(c + (most - c) * white)); };
    return {shown(light.x), shown(light.y), shown(light.z)};
}

}  // namespace meniscus
