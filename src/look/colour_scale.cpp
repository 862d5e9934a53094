// Scales are given by a few sRGB colours and interpolated in Oklab (Ottosson 2020), where equal steps look equal.
#include "meniscus/look/colour_scale.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

using Scale = ColourScale;
constexpr size_t kStepsPerFluid = kScaleSteps / kMaxFluids;

float linearFromByte(unsigned byte) {
    const float c = static_cast<float>(byte) / 255.0f;
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

Rgb fromHex(uint32_t hex) {
    return {linearFromByte(hex >> 16 & 0xff), linearFromByte(hex >> 8 & 0xff), linearFromByte(hex & 0xff)};
}

Vec3 oklabFromLinear(Rgb c) {
    const float l = std::cbrt(0.4122214708f * c.r + 0.5363325363f * c.g + 0.0514459929f * c.b);
    const float m = std::cbrt(0.2119034982f * c.r + 0.6806995451f * c.g + 0.1073969566f * c.b);
    const float s = std::cbrt(0.0883024619f * c.r + 0.2817188376f * c.g + 0.6299787005f * c.b);
    return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
            1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
            0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

Rgb linearFromOklab(Vec3 lab) {
    const auto cube = [](float a) { return a * a * a; };
    const float l = cube(lab.x + 0.3963377774f * lab.y + 0.2158037573f * lab.z);
    const float m = cube(lab.x - 0.1055613458f * lab.y - 0.0638541728f * lab.z);
    const float s = cube(lab.x - 0.0894841775f * lab.y - 1.2914855480f * lab.z);
    const auto clip = [](float a) { return std::clamp(a, 0.0f, 1.0f); };
    return {clip(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
            clip(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
            clip(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s)};
}

// Through the given colours at equal distances.
Scale smoothScale(std::span<const uint32_t> stops) {
    Scale scale;
    const float last = static_cast<float>(stops.size() - 1);
    for (size_t k = 0; k < kScaleSteps; ++k) {
        const float place = last * static_cast<float>(k) / static_cast<float>(kScaleSteps - 1);
        const size_t lower = std::min(static_cast<size_t>(place), stops.size() - 2);
        const float share = place - static_cast<float>(lower);
        const Vec3 a = oklabFromLinear(fromHex(stops[lower]));
        const Vec3 b = oklabFromLinear(fromHex(stops[lower + 1]));
        scale[k] = linearFromOklab(a + (b - a) * share);
    }
    return scale;
}

// The colours side by side, without anything between them.
Scale steppedScale(std::span<const uint32_t> stops) {
    Scale scale;
    for (size_t k = 0; k < kScaleSteps; ++k) scale[k] = fromHex(stops[k * stops.size() / kScaleSteps]);
    return scale;
}

Scale scaleOf(const ColourInfo& info) {
    if (info.stops.empty()) return fluidScale(std::array{FluidKind{}});
    return info.isStepped ? steppedScale(info.stops) : smoothScale(info.stops);
}

}  // namespace

const ColourScale& colourScale(ColourBy by) {
    static const std::vector<Scale> scales = [] {
        std::vector<Scale> all;
        for (const ColourInfo& info : colourTable()) all.push_back(scaleOf(info));
        return all;
    }();
    return scales[static_cast<size_t>(by)];
}

ColourScale fluidScale(std::span<const FluidKind> fluids) {
    Scale scale{};
    if (fluids.empty()) return scale;
    for (size_t k = 0; k < kScaleSteps; ++k) {
        const size_t fluid = std::min(k / kStepsPerFluid, fluids.size() - 1);
        scale[k] = {fluids[fluid].red, fluids[fluid].green, fluids[fluid].blue};
    }
    return scale;
}

ColourScale shownScale(const Frame& frame, ColourBy by) {
    // Plain mixtures are drawn in the colours of their fluids, too, where these are not clear.
    const bool isByFluid = by == ColourBy::Fluid || (by == ColourBy::Plain && frame.isMixed());
    return isByFluid ? fluidScale(frame.fluids) : colourScale(by);
}

}  // namespace meniscus
