// Ranges with round ends, by what a scene is and what its fluid does.
#include "meniscus/look/colour_range.h"

#include <algorithm>
#include <cmath>

#include "look/colour_rules.h"

namespace meniscus {

namespace {

constexpr float kNearlyAll = 0.97f;   // of the fluid
constexpr double kCalmSeconds = 1.5;  // simulated, after which the range follows water that has settled

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
    constexpr size_t kMaxSamples = 2048;
    const size_t stride = std::max<size_t>(1, frame.count() / kMaxSamples);
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

// Speed squared over two, or pressure by density, of a fall from the fluid's own height.
float fallOf(const Frame& frame) {
    const Settings& settings = frame.settings;
    return settings.gravityOn ? settings.gravity * fluidHeight(frame) : 0.0f;
}

// How far the values of nearly all of the fluid are from the middle of the range.
float measuredReach(const Frame& frame, ColourBy by, float middle, float share) {
    const auto valueOf = colourInfo(by).valueOf;
    return quantile(frame, share, [&](size_t i) { return std::abs(valueOf(frame, i) - middle); });
}

// An upper end that grows at once and shrinks only when most of the scale has become useless.
float settledReach(float measured, float expected, std::optional<float> previous) {
    constexpr float kUseless = 0.25f;
    if (!previous) return roundUp(std::max(measured, expected));
    if (measured > *previous) return roundUp(measured);
    const float wanted = std::max(measured, expected);
    return wanted < kUseless * *previous ? roundUp(wanted) : *previous;
}

// From zero to what nearly all of the fluid has; expected is what the colours should reach at least.
ValueRange rangeUpTo(const Frame& frame, ColourBy by, float expected, std::optional<ValueRange> previous) {
    const std::optional<float> before = previous ? std::optional(previous->upper) : std::nullopt;
    return {0.0f, settledReach(measuredReach(frame, by, 0.0f, kNearlyAll), expected, before)};
}

}  // namespace

ValueRange rangeFromZero(const Frame& frame, ColourBy by, std::optional<ValueRange> previous) {
    constexpr float kMin = 1e-3f;  // below this, differences mean nothing
    return rangeUpTo(frame, by, kMin, previous);
}

// At least the speed of a fall from half the fluid's height.
ValueRange speedRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous) {
    return rangeUpTo(frame, by, std::max(0.5f * std::sqrt(2.0f * fallOf(frame)), 0.1f), previous);
}

// At least the weight of the water column.
ValueRange pressureRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous) {
    const float expected = std::max(frame.fluids[0].restDensity * fallOf(frame), 10.0f);
    const ValueRange range = rangeUpTo(frame, by, expected, previous);
    return {frame.settings.allowSuction ? 0.0f - range.upper : 0.0f, range.upper};
}

// To both sides of the rest density.
ValueRange densityRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous) {
    // Nearly half of a splash is surface, where density falls off and would stretch the scale.
    constexpr float kShare = 0.7f;
    const float rest = frame.fluids[0].restDensity;
    const std::optional<float> before = previous ? std::optional(previous->upper - rest) : std::nullopt;
    const float reach = settledReach(measuredReach(frame, by, rest, kShare), 0.02f * rest, before);
    return {rest - reach, rest + reach};
}

// From the coldest to the hottest fluid but for a few particles, and at least some degrees around room temperature, so
// that a scene without heat is not full of contrasts. A flame, which shines by itself, is no measure for the rest.
ValueRange temperatureRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous) {
    constexpr float kColdest = 15.0f, kWarmest = 30.0f;  // that the range always holds
    constexpr float kOutliers = 0.01f;
    const auto valueOf = colourInfo(by).valueOf;
    const auto valueAt = [&](size_t i) {
        const bool isFlame = frame.isMixed() && frame.fluids[frame.fluid[i]].isFlame;
        return isFlame ? NAN : valueOf(frame, i);
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

ValueRange suggestRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous) {
    const auto rangeOf = colourInfo(by).rangeOf;
    return rangeOf != nullptr ? rangeOf(frame, by, previous) : ValueRange{};
}

bool isCalm(const Frame& frame, ColourBy by, ValueRange range) {
    return by == ColourBy::Speed && calmRange(frame).upper <= 0.5f * range.upper;
}

ValueRange calmRange(const Frame& frame) {
    constexpr float kMinSpeed = 0.1f;  // m/s: slower is the trembling of water at rest
    constexpr float kHeadroom = 1.2f;
    const float reach = measuredReach(frame, ColourBy::Speed, 0.0f, kNearlyAll);
    return {0.0f, roundUp(std::max(kHeadroom * reach, kMinSpeed))};
}

void ShownRange::update(const Frame& frame, const ViewSettings& view) {
    const ColourBy by = view.colourBy;
    if (view.range && by != ColourBy::Fluid) {
        range_ = *view.range;
        suggestedFor_.reset();
        return;
    }
    const double now = frame.totals.simulatedSeconds;
    const bool isFirst = suggestedFor_ != by;
    range_ = suggestRange(frame, by, isFirst ? std::nullopt : std::optional(range_));
    suggestedFor_ = by;
    // Also after a step back in time. A first picture of a world that has run for long need not wait.
    if (isFirst) calmSince_ = 0.0;
    if (!isCalm(frame, by, range_) || now < calmSince_) calmSince_ = now;
    if (now - calmSince_ > kCalmSeconds) {
        range_ = calmRange(frame);
        calmSince_ = now;
    }
}

}  // namespace meniscus
