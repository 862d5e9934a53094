// What colours mean. The shader and the legend both take them from here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/world/frame.h"

namespace meniscus {

// What code asks for by name. These are the first rows of the table in src/look/colour_table.cpp; further rows need no
// name here, their number is their place in it.
enum class ColourBy : uint8_t { Plain, Speed, Density, Pressure, Surface, Fluid, Temperature, Dye };

struct Rgb {
    float r = 0.0f;  // linear, 0 to 1
    float g = 0.0f;
    float b = 0.0f;

    friend bool operator==(const Rgb&, const Rgb&) = default;
};

struct ValueRange {
    float lower = 0.0f;
    float upper = 1.0f;
    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};
inline constexpr ValueRange kFluidRange{0.0f, static_cast<float>(kMaxFluids)};

struct ColourInfo {
    std::string_view name;       // for --colour and preferences: "plain", "speed", ...
    std::string_view label;      // for the panel
    std::string_view unit = {};  // empty without one
    std::string_view what;       // one sentence for the tooltip
    bool hasScale = false;       // a continuous scale with a range, and so a legend with numbers
    bool needsMixture = false;   // only frames of several fluids have it (Frame::isMixed)
    // sRGB at equal distances from the lower to the upper end; none: the colours of the fluids.
    std::span<const uint32_t> stops = {};
    bool isStepped = false;  // the stops side by side, with nothing between them
    // Of a particle, to be scaled by the range: m/s, kg/m^3, Pa, degrees Celsius; 0 to 1 for dye; 0 or 1 for the
    // surface flag; the middle of its fluid's step of the scale.
    float (*valueOf)(const Frame& frame, size_t i) = nullptr;
    // The range that suits a frame (see suggestRange); null: 0 to 1.
    ValueRange (*rangeOf)(const Frame& frame, ColourBy by, std::optional<ValueRange> previous) = nullptr;
    ColourBy by = ColourBy::Plain;  // its place in the table
};

[[nodiscard]] std::span<const ColourInfo> colourTable();
[[nodiscard]] const ColourInfo& colourInfo(ColourBy by);
[[nodiscard]] std::optional<ColourBy> parseColourBy(std::string_view name);

// What a frame can be coloured by: the wish, or the other one if the wish needs a mixture and the frame is not one.
[[nodiscard]] ColourBy possibleColour(const Frame& frame, ColourBy wish, ColourBy otherwise);
inline constexpr std::string_view kWhyNoMixture = "There is only one fluid here, and it has no temperature.";

inline constexpr size_t kScaleSteps = 64;
using ColourScale = std::array<Rgb, kScaleSteps>;
// The scale from its lower to its upper end. Fluids have theirs by the frame: see fluidScale.
[[nodiscard]] const ColourScale& colourScale(ColourBy by);
// A step for each fluid that there may be, in its own colour; kFluidRange is the range that goes with it.
[[nodiscard]] ColourScale fluidScale(std::span<const FluidKind> fluids);
// The scale of a picture: plain mixtures have the colours of their fluids.
[[nodiscard]] ColourScale shownScale(const Frame& frame, ColourBy by);

// A range with round ends that suits the fluid: it follows what the scene is, not the single frame, so that colours do
// not flicker. previous is the range shown before; the new one departs from it only when values left it for good.
[[nodiscard]] ValueRange suggestRange(const Frame& frame, ColourBy by, std::optional<ValueRange> previous);

// ColourInfo::valueOf of each particle.
void colourValues(const Frame& frame, ColourBy by, std::vector<float>& values);

}  // namespace meniscus
