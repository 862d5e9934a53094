// The ways to colour fluid. A new one is one more row at the end of kRows: where its value comes from, what its colours
// are and how their range is chosen. Panel, legend, command line, preferences, views and meshes take it from here.
#include <algorithm>
#include <array>

#include "look/colour_rules.h"
#include "meniscus/look/colour_scale.h"

namespace meniscus {

namespace {

// sRGB, from the lower to the upper end of the range.
constexpr std::array<uint32_t, 2> kPlainStops{0x2a8fd0, 0x2a8fd0};
constexpr std::array<uint32_t, 6> kSpeedStops{0x1653c4, 0x1072d8, 0x179dea, 0x45c7f0, 0xa0e9f6, 0xf8feff};
constexpr std::array<uint32_t, 7> kDensityStops{0x1f3f96, 0x2f7fc1, 0x86bfdc, 0xf1efe6, 0xf2b48a, 0xd9603f, 0x93192f};
constexpr std::array<uint32_t, 6> kPressureStops{0x3a3fa0, 0x7a3aa8, 0xa8327d, 0xe4575c, 0xfa9a4b, 0xfdf0a8};
constexpr std::array<uint32_t, 2> kSurfaceStops{0x1469b8, 0xff9a3d};
constexpr std::array<uint32_t, 7> kHeatStops{0x1d5fb4, 0x5b6fc4, 0xa0529f, 0xdd4a55, 0xf58a33, 0xffcf4f, 0xfffbe6};
constexpr std::array<uint32_t, 5> kDyeStops{0xd6ecf7, 0xa9bfea, 0xa377d2, 0xa3319b, 0x5e0a5a};

// The first rows are those of ColourBy, in its order.
constexpr ColourInfo kRows[] = {
    {.name = "plain",
     .label = "Water",
     .what = "All of the fluid in the colour of water.",
     .stops = kPlainStops,
     .valueOf = [](const Frame&, size_t) { return 0.0f; }},
    {.name = "speed",
     .label = "Speed",
     .unit = "m/s",
     .what = "Dark where the fluid rests, white where it is fast.",
     .hasScale = true,
     .stops = kSpeedStops,
     .valueOf = [](const Frame& frame, size_t i) { return length(frame.v[i]); },
     .rangeOf = speedRange},
    {.name = "density",
     .label = "Density",
     .unit = "kg/m\u00b3",
     .what = "Pale at rest density, red where the fluid is compressed, blue where it is thin.",
     .hasScale = true,
     .stops = kDensityStops,
     .valueOf = [](const Frame& frame, size_t i) { return frame.density[i]; },
     .rangeOf = densityRange},
    {.name = "pressure",
     .label = "Pressure",
     .unit = "Pa",
     .what = "From dark, no pressure, to bright.",
     .hasScale = true,
     .stops = kPressureStops,
     .valueOf = [](const Frame& frame, size_t i) { return frame.pressure[i]; },
     .rangeOf = pressureRange},
    {.name = "surface",
     .label = "Surface flag",
     .what = "Orange where the fluid takes itself for surface.",
     .stops = kSurfaceStops,
     .isStepped = true,
     .valueOf = [](const Frame& frame, size_t i) { return frame.isSurface(i) ? 1.0f : 0.0f; }},
    {.name = "fluid",
     .label = "Fluid",
     .what = "Each fluid in its own colour.",
     .needsMixture = true,
     .valueOf = [](const Frame& frame,
                   size_t i) { return frame.isMixed() ? static_cast<float>(frame.fluid[i]) + 0.5f : 0.5f; },
     .rangeOf = [](const Frame&, ColourBy, std::optional<ValueRange>) { return kFluidRange; }},
    {.name = "temperature",
     .label = "Temperature",
     .unit = "\u00b0C",
     .what = "From blue, cold, over red to white, hot.",
     .hasScale = true,
     .needsMixture = true,
     .stops = kHeatStops,
     .valueOf = [](const Frame& frame, size_t i) { return frame.isMixed() ? frame.temperature[i] : kRoomTemperature; },
     .rangeOf = temperatureRange},
    {.name = "dye",
     .label = "Dye",
     .what = "From pale, clear fluid, to deep magenta, full of dye.",
     .hasScale = true,
     .needsMixture = true,
     .stops = kDyeStops,
     .valueOf = [](const Frame& frame, size_t i) { return frame.isMixed() ? frame.dye[i] : 0.0f; }},
};

constexpr auto kTable = [] {
    std::array<ColourInfo, std::size(kRows)> table{};
    for (size_t k = 0; k < table.size(); ++k) {
        table[k] = kRows[k];
        table[k].by = static_cast<ColourBy>(k);
    }
    return table;
}();
static_assert(kTable[static_cast<size_t>(ColourBy::Plain)].name == "plain");
static_assert(kTable[static_cast<size_t>(ColourBy::Surface)].name == "surface");
static_assert(kTable[static_cast<size_t>(ColourBy::Dye)].name == "dye");

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

void colourValues(const Frame& frame, ColourBy by, std::vector<float>& values) {
    const auto valueOf = colourInfo(by).valueOf;
    values.resize(frame.count());
    for (size_t i = 0; i < frame.count(); ++i) values[i] = valueOf(frame, i);
}

}  // namespace meniscus
