#include "ui/widgets/value_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace meniscus {

namespace {

constexpr float kDecades = 12.0f;        // a range whose ends differ by more than this factor is logarithmic
constexpr float kWideFromZero = 12.0f;   // one that begins at zero and ends above this as well
constexpr float kSmallShare = 0.05f;     // of the maximum: a usual value below it needs a finer begin
constexpr float kLargeShare = 0.4f;      // a usual value above it needs none, as of an angle
constexpr float kZeroResolution = 4e3f;  // the finest part of it, as a share of the maximum

const float kAsinhOne = std::asinh(1.0f);

float roundedToDigits(float value) {
    if (value == 0.0f) return 0.0f;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2.0);
    return static_cast<float>(std::round(value / unit) * unit);
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

}  // namespace

ValueScale::ValueScale(float minimum, float maximum, float usual)
    : minimum_(minimum), maximum_(maximum), typedMinimum_(minimum), typedMaximum_(maximum), kind_(Kind::Linear) {
    const bool isUsuallySmall = usual > 0.0f && usual < kSmallShare * maximum;
    if (minimum > 0.0f && maximum > kDecades * minimum) kind_ = Kind::Logarithmic;
    const bool isUsuallyLarge = usual > kLargeShare * maximum && usual < maximum;  // at the end: never
    if (minimum == 0.0f && ((maximum > kWideFromZero && !isUsuallyLarge) || isUsuallySmall)) {
        kind_ = Kind::LogarithmicFromZero;
    }
    if (minimum < 0.0f && maximum > -kDecades * minimum && !isUsuallyLarge) kind_ = Kind::LogarithmicBothWays;
}

ValueScale ValueScale::withTyped(float minimum, float maximum) const {
    ValueScale scale = *this;
    scale.typedMinimum_ = minimum;
    scale.typedMaximum_ = maximum;
    return scale;
}

float ValueScale::shareOf(float value) const {
    const float v = std::clamp(value, minimum_, maximum_);
    switch (kind_) {
        case Kind::Logarithmic:
            return std::log(v / minimum_) / std::log(maximum_ / minimum_);
        case Kind::LogarithmicFromZero:
            return std::log1p(v / maximum_ * kZeroResolution) / std::log1p(kZeroResolution);
        case Kind::LogarithmicBothWays:
            return (std::asinh(v / -minimum_) + kAsinhOne) / (std::asinh(maximum_ / -minimum_) + kAsinhOne);
        case Kind::Linear:
            break;
    }
    return (v - minimum_) / (maximum_ - minimum_);
}

float ValueScale::valueAt(float share) const {
    if (!(share > 0.0f)) return minimum_;
    if (share >= 1.0f) return maximum_;
    float value = minimum_ + share * (maximum_ - minimum_);
    if (kind_ == Kind::Logarithmic) value = minimum_ * std::pow(maximum_ / minimum_, share);
    if (kind_ == Kind::LogarithmicFromZero) {
        value = maximum_ / kZeroResolution * std::expm1(share * std::log1p(kZeroResolution));
    }
    if (kind_ == Kind::LogarithmicBothWays) {
        value = -minimum_ * std::sinh(share * (std::asinh(maximum_ / -minimum_) + kAsinhOne) - kAsinhOne);
    }
    if (kind_ == Kind::Linear) {
        // Steps of the same size all along, so that zero can be met.
        const auto step = static_cast<float>(std::pow(10.0, std::floor(std::log10((maximum_ - minimum_) / 99.0f))));
        return std::clamp(std::round(value / step) * step, minimum_, maximum_);
    }
    return std::clamp(roundedToDigits(value), minimum_, maximum_);
}

std::optional<float> ValueScale::parse(std::string_view text) const {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    float value = 0.0f;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (!(value >= typedMinimum_ && value <= typedMaximum_)) return std::nullopt;
    return value;
}

std::string prettyUnit(std::string_view unit) {
    std::string text(unit.starts_with("1/") ? unit.substr(1) : unit);  // 2 /h, not 2 1/h
    replaceAll(text, "^2", "²");
    replaceAll(text, "^3", "³");
    replaceAll(text, "Pa s", "Pa·s");
    if (text == "C") text = "°C";
    return text;
}

std::string shortNumber(double value, std::string_view unit) {
    if (!std::isfinite(value)) return "–";
    const double shown = value == 0.0 ? 0.0 : value;  // no minus zero
    return unit.empty() ? fmt::format("{:.4g}", shown) : fmt::format("{:.4g} {}", shown, prettyUnit(unit));
}

std::string asSentence(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text + '.';
}

std::string groupedCount(uint64_t count) {
    const std::string digits = std::to_string(count);
    std::string text;
    for (size_t k = 0; k < digits.size(); ++k) {
        if (k > 0 && (digits.size() - k) % 3 == 0) text += ',';
        text += digits[k];
    }
    return text;
}

}  // namespace meniscus
