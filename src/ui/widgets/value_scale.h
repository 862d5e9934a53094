// How a value lies along a slider, and how it is written. No ImGui here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace meniscus {

class ValueScale {
  public:
    // Logarithmic where the range spans more than a decade, also when it begins at zero or goes far beyond what is
    // below zero. A usual value that is small beside the maximum makes it so, too.
    ValueScale(float minimum, float maximum, float usual = 0.0f);
    // The same rail, where more can be typed than it covers.
    [[nodiscard]] ValueScale withTyped(float minimum, float maximum) const;

    [[nodiscard]] float minimum() const { return minimum_; }
    [[nodiscard]] float maximum() const { return maximum_; }
    [[nodiscard]] float typedMinimum() const { return typedMinimum_; }
    [[nodiscard]] float typedMaximum() const { return typedMaximum_; }
    [[nodiscard]] float shareOf(float value) const;  // 0 at the minimum, 1 at the maximum
    // The value there, rounded to three digits; the ends are exact.
    [[nodiscard]] float valueAt(float share) const;
    // What the user typed, if it is a number that may be typed.
    [[nodiscard]] std::optional<float> parse(std::string_view text) const;

  private:
    enum class Kind { Linear, Logarithmic, LogarithmicFromZero, LogarithmicBothWays };
    float minimum_;
    float maximum_;
    float typedMinimum_;
    float typedMaximum_;
    Kind kind_;
};

// kg/m^3 becomes kg/m³.
[[nodiscard]] std::string prettyUnit(std::string_view unit);
// Four digits at most, and the unit.
[[nodiscard]] std::string shortNumber(double value, std::string_view unit = {});
// A note of the simulation as a sentence of the window: with a capital letter and a full stop.
[[nodiscard]] std::string asSentence(std::string text);
// 12,345 for 12345.
[[nodiscard]] std::string groupedCount(uint64_t count);

}  // namespace meniscus
