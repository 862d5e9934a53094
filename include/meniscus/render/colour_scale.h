// What colours mean. The shader and the legend both take them from here.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/world/frame.h"

namespace meniscus {

enum class ColourBy { Plain, Speed, Density, Pressure, Surface };

struct Rgb {
    float r = 0.0f;  // linear, 0 to 1
    float g = 0.0f;
    float b = 0.0f;

    friend bool operator==(const Rgb&, const Rgb&) = default;
};

struct ColourInfo {
    ColourBy by;
    std::string_view name;   // for --colour and preferences: "plain", "speed", "density", "pressure", "surface"
    std::string_view label;  // for the panel
    std::string_view unit;   // empty without one
    std::string_view what;   // one sentence for the tooltip
    bool hasScale;           // a continuous scale with a range, and so a legend with numbers
};

[[nodiscard]] std::span<const ColourInfo> colourTable();
[[nodiscard]] const ColourInfo& colourInfo(ColourBy by);
[[nodiscard]] std::optional<ColourBy> parseColourBy(std::string_view name);

inline constexpr size_t kScaleSteps = 64;
// The scale from its lower to its upper end.
[[nodiscard]] const std::array<Rgb, kScaleSteps>& colourScale(ColourBy by);

struct ValueRange {
    float lower = 0.0f;
    float upper = 1.0f;
    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

// A range with round ends that suits the fluid: it follows what the scene is, not the single frame, so that colours do
// not flicker. previous is the range shown before; the new one departs from it only when values left it for good.
[[nodiscard]] ValueRange suggestRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous);

// Water that has settled would be of one colour in a range that suits its fall. Whether less than half of the range is
// in use, of speeds only; and the range that suits the fluid as it moves now. One that shows it waits until it has been
// calm for a while, since waves rest at every turn.
[[nodiscard]] bool isCalm(const Frame& frame, ColourBy by, ValueRange range);
[[nodiscard]] ValueRange calmRange(const Frame& frame);

// The value of each particle, to be scaled by the range: m/s, kg/m^3, Pa; 0 or 1 for the surface flag.
void colourValues(const Frame& frame, ColourBy by, std::vector<float>& values);

}  // namespace meniscus
