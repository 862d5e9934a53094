#include "meniscus/look/flames.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace meniscus {

namespace {

constexpr float kMinHeat = 0.02f;

// Fire as it cools, from room temperature to that with which it is born: nothing, red, orange, yellow, and blue at its
// root. Where much of it lies behind each other, it goes towards light over cover.
struct Fire {
    Rgb colour;
    float strength;
    float size;  // spacings
};
constexpr float kCover = 0.6f;  // of what is behind, by strength
constexpr std::array<Fire, 6> kFire{{
    {{0.80f, 0.16f, 0.03f}, 0.00f, 1.0f},
    {{0.95f, 0.28f, 0.05f}, 0.07f, 1.5f},
    {{1.00f, 0.42f, 0.08f}, 0.15f, 1.9f},
    {{1.00f, 0.56f, 0.16f}, 0.20f, 2.0f},
    {{1.00f, 0.70f, 0.36f}, 0.20f, 1.7f},
    {{0.24f, 0.42f, 1.00f}, 0.14f, 1.3f},
}};

Rgb between(Rgb a, Rgb b, float share) {
    return {std::lerp(a.r, b.r, share), std::lerp(a.g, b.g, share), std::lerp(a.b, b.b, share)};
}

Fire fireAt(float heat) {
    const float place = std::clamp(heat, 0.0f, 1.0f) * static_cast<float>(kFire.size() - 1);
    const size_t k = std::min(static_cast<size_t>(place), kFire.size() - 2);
    const float share = place - static_cast<float>(k);
    const Fire& a = kFire[k];
    const Fire& b = kFire[k + 1];
    return {between(a.colour, b.colour, share), std::lerp(a.strength, b.strength, share),
            std::lerp(a.size, b.size, share)};
}

Rgb onScale(const ColourScale& scale, float value, ValueRange range) {
    const float place = (value - range.lower) / std::max(range.upper - range.lower, 1e-9f);
    return scale[static_cast<size_t>(std::clamp(place, 0.0f, 1.0f) * static_cast<float>(scale.size() - 1))];
}

}  // namespace

void findGlows(const Frame& frame, std::span<const uint32_t> chosen, ColourBy colourBy, ValueRange range,
               std::vector<Glow>& glows) {
    const bool isFire = colourBy == ColourBy::Plain || colourBy == ColourBy::Fluid;
    std::vector<float> values;
    if (!isFire) colourValues(frame, colourBy, values);
    glows.clear();
    for (const uint32_t i : chosen) {
        if (!isFinite(frame.x[i])) continue;
        const FluidKind& kind = frame.fluids[frame.fluid[i]];
        const float span = std::max(kind.temperature - kRoomTemperature, 1.0f);
        const float heat = (frame.temperature[i] - kRoomTemperature) / span;
        if (!(heat > kMinHeat)) continue;
        const Fire fire = fireAt(heat);
        const Rgb colour = isFire ? fire.colour : onScale(colourScale(colourBy), values[i], range);
        glows.push_back(
            {frame.x[i], fire.size * frame.spacing, between({}, colour, fire.strength), kCover * fire.strength});
    }
}

}  // namespace meniscus
