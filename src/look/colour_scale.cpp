// Scales are given by a few sRGB colours and interpolated in Oklab (Ottosson 2020), where equal steps look equal.
#include "meniscus/look/colour_scale.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

using Scale = ColourScale;

constexpr std::array<ColourInfo, 8> kTable{{
    {ColourBy::Plain, "plain", "Water", "", "All of the fluid in the colour of water.", false, false},
    {ColourBy::Speed, "speed", "Speed", "m/s", "Dark where the fluid rests, white where it is fast.", true, false},
    {ColourBy::Density, "density", "Density", "kg/m\u00b3",
     "Pale at rest density, red where the fluid is compressed, blue where it is thin.", true, false},
    {ColourBy::Pressure, "pressure", "Pressure", "Pa", "From dark, no pressure, to bright.", true, false},
    {ColourBy::Surface, "surface", "Surface flag", "", "Orange where the fluid takes itself for surface.", false,
     false},
    {ColourBy::Fluid, "fluid", "Fluid", "", "Each fluid in its own colour.", false, true},
    {ColourBy::Temperature, "temperature", "Temperature", "\u00b0C", "From blue, cold, over red to white, hot.", true,
     true},
    {ColourBy::Dye, "dye", "Dye", "", "From pale, clear fluid, to deep magenta, full of dye.", true, true},
}};

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

Scale twoColours(uint32_t lower, uint32_t upper) {
    Scale scale;
    std::fill(scale.begin(), scale.begin() + kScaleSteps / 2, fromHex(lower));
    std::fill(scale.begin() + kScaleSteps / 2, scale.end(), fromHex(upper));
    return scale;
}

constexpr std::array<uint32_t, 2> kPlainStops{0x2a8fd0, 0x2a8fd0};
constexpr std::array<uint32_t, 6> kSpeedStops{0x1653c4, 0x1072d8, 0x179dea, 0x45c7f0, 0xa0e9f6, 0xf8feff};
constexpr std::array<uint32_t, 7> kDensityStops{0x1f3f96, 0x2f7fc1, 0x86bfdc, 0xf1efe6, 0xf2b48a, 0xd9603f, 0x93192f};
constexpr std::array<uint32_t, 6> kPressureStops{0x3a3fa0, 0x7a3aa8, 0xa8327d, 0xe4575c, 0xfa9a4b, 0xfdf0a8};
constexpr std::array<uint32_t, 7> kHeatStops{0x1d5fb4, 0x5b6fc4, 0xa0529f, 0xdd4a55, 0xf58a33, 0xffcf4f, 0xfffbe6};
constexpr std::array<uint32_t, 5> kDyeStops{0xd6ecf7, 0xa9bfea, 0xa377d2, 0xa3319b, 0x5e0a5a};
constexpr size_t kStepsPerFluid = kScaleSteps / kMostFluids;

float valueOf(const Frame& frame, ColourBy by, size_t i) {
    switch (by) {
        case ColourBy::Plain:
            return 0.0f;
        case ColourBy::Speed:
            return length(frame.v[i]);
        case ColourBy::Density:
            return frame.density[i];
        case ColourBy::Pressure:
            return frame.pressure[i];
        case ColourBy::Surface:
            return frame.isSurface(i) ? 1.0f : 0.0f;
        case ColourBy::Fluid:
            return frame.isMixed() ? static_cast<float>(frame.fluid[i]) + 0.5f : 0.5f;
        case ColourBy::Temperature:
            return frame.isMixed() ? frame.temperature[i] : kRoomTemperature;
        case ColourBy::Dye:
            break;
    }
    return frame.isMixed() ? frame.dye[i] : 0.0f;
}

// The least of 1, 1.5, 2, 3, 5, 7 times a power of ten that is not below value.
float roundUp(float value) {
    const float power = std::pow(10.0f, std::floor(std::log10(value)));
    for (const float factor : {1.0f, 1.5f, 2.0f, 3.0f, 5.0f, 7.0f}) {
        if (value <= factor * power * 1.0001f) return factor * power;
    }
    return 10.0f * power;
}

// The given share of some thousand particles has a smaller value; single outliers do not count.
template <typename Value>
float quantile(const Frame& frame, float share, Value value) {
    constexpr size_t kMostSamples = 2048;
    const size_t stride = std::max<size_t>(1, frame.count() / kMostSamples);
    std::vector<float> samples;
    for (size_t i = 0; i < frame.count(); i += stride) {
        const float sample = value(i);
        if (std::isfinite(sample)) samples.push_back(sample);
    }
    if (samples.empty()) return 0.0f;
    const auto place = samples.begin() + static_cast<ptrdiff_t>(share * static_cast<float>(samples.size() - 1));
    std::nth_element(samples.begin(), place, samples.end());
    return *place;
}

float fluidHeight(const Frame& frame) {
    if (frame.count() == 0) return 0.0f;
    const auto height = [&](size_t i) { return frame.x[i].y; };
    return quantile(frame, 0.98f, height) - quantile(frame, 0.02f, height);
}

// What the colours should reach at least, from what the scene is: the speed of a fall from half the fluid's height, the
// weight of the water column.
float expectedReach(const Frame& frame, ColourBy by) {
    const Settings& settings = frame.settings;
    const float weight = settings.gravityOn > 0.5f ? settings.gravity * fluidHeight(frame) : 0.0f;
    if (by == ColourBy::Speed) return std::max(0.5f * std::sqrt(2.0f * weight), 0.1f);
    if (by == ColourBy::Pressure) return std::max(settings.restDensity * weight, 10.0f);
    return 0.02f * settings.restDensity;
}

float measuredReach(const Frame& frame, ColourBy by) {
    const float rest = by == ColourBy::Density ? frame.settings.restDensity : 0.0f;
    // Nearly half of a splash is surface, where density falls off and would stretch the scale.
    const float share = by == ColourBy::Density ? 0.7f : 0.97f;
    return quantile(frame, share, [&](size_t i) { return std::abs(valueOf(frame, by, i) - rest); });
}

// An upper end that grows at once and shrinks only when most of the scale has become useless.
float settledReach(float measured, float expected, std::optional<float> previous) {
    constexpr float kUseless = 0.25f;
    if (!previous) return roundUp(std::max(measured, expected));
    if (measured > *previous) return roundUp(measured);
    const float wanted = std::max(measured, expected);
    return wanted < kUseless * *previous ? roundUp(wanted) : *previous;
}

// From the coldest to the hottest fluid but for a few particles, and at least some degrees around room temperature, so
// that a scene without heat is not full of contrasts. A flame, which shines by itself, is no measure for the rest.
ValueRange temperatureRange(const Frame& frame, std::optional<ValueRange> previous) {
    constexpr float kColdest = 15.0f, kWarmest = 30.0f;  // that the range always holds
    constexpr float kOutliers = 0.01f;
    const auto valueAt = [&](size_t i) {
        const bool isFlame = frame.isMixed() && frame.fluids[frame.fluid[i]].isFlame;
        return isFlame ? NAN : valueOf(frame, ColourBy::Temperature, i);
    };
    const bool isEmpty = frame.count() == 0;
    const float lower = isEmpty ? kColdest : std::min(quantile(frame, kOutliers, valueAt), kColdest);
    const float upper = isEmpty ? kWarmest : std::max(quantile(frame, 1.0f - kOutliers, valueAt), kWarmest);
    const bool isWithin = previous && lower >= previous->lower && upper <= previous->upper;
    constexpr float kUseless = 0.4f;
    if (isWithin && upper - lower > kUseless * (previous->upper - previous->lower)) return *previous;
    const float step = upper - lower <= 60.0f ? 5.0f : upper - lower <= 200.0f ? 10.0f : 50.0f;
    return {step * std::floor(lower / step), step * std::ceil(upper / step)};
}

}  // namespace

std::span<const ColourInfo> colourTable() {
    return kTable;
}

const ColourInfo& colourInfo(ColourBy by) {
    return kTable[static_cast<size_t>(by)];
}

std::optional<ColourBy> parseColourBy(std::string_view name) {
    const auto found = std::ranges::find(kTable, name, &ColourInfo::name);
    return found == kTable.end() ? std::nullopt : std::optional(found->by);
}

ColourBy possibleColour(const Frame& frame, ColourBy wish, ColourBy otherwise) {
    return colourInfo(wish).needsMixture && !frame.isMixed() ? otherwise : wish;
}

const ColourScale& colourScale(ColourBy by) {
    static const std::array<Scale, kTable.size()> scales{
        smoothScale(kPlainStops),    smoothScale(kSpeedStops),       smoothScale(kDensityStops),
        smoothScale(kPressureStops), twoColours(0x1469b8, 0xff9a3d), fluidScale(std::array{FluidKind{}}),
        smoothScale(kHeatStops),     smoothScale(kDyeStops)};
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

ValueRange suggestRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous) {
    if (by == ColourBy::Fluid) return kFluidRange;
    if (by == ColourBy::Temperature) return temperatureRange(frame, previous);
    if (!colourInfo(by).hasScale || by == ColourBy::Dye) return {};
    const float rest = by == ColourBy::Density ? frame.settings.restDensity : 0.0f;
    const std::optional<float> before = previous ? std::optional(previous->upper - rest) : std::nullopt;
    const float reach = settledReach(measuredReach(frame, by), expectedReach(frame, by), before);
    const bool hasLowerHalf =
        by == ColourBy::Density || (by == ColourBy::Pressure && frame.settings.allowSuction > 0.5f);
    return {hasLowerHalf ? rest - reach : 0.0f, rest + reach};
}

bool isCalm(const Frame& frame, ColourBy by, ValueRange range) {
    return by == ColourBy::Speed && calmRange(frame).upper <= 0.5f * range.upper;
}

ValueRange calmRange(const Frame& frame) {
    constexpr float kLeastSpeed = 0.1f;  // m/s: slower is the trembling of water at rest
    constexpr float kHeadroom = 1.2f;
    return {0.0f, roundUp(std::max(kHeadroom * measuredReach(frame, ColourBy::Speed), kLeastSpeed))};
}

void colourValues(const Frame& frame, ColourBy by, std::vector<float>& values) {
    values.resize(frame.count());
    for (size_t i = 0; i < frame.count(); ++i) values[i] = valueOf(frame, by, i);
}

}  // namespace meniscus
