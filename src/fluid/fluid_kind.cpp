#include "meniscus/fluid/fluid_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <vector>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"

namespace meniscus {

namespace {

constexpr bool kOnlyDrawn = true;

constexpr std::array<FluidProperty, 15> kProperties{{
    {"restDensity", "Rest density", "kg/m^3", 100.0f, 5000.0f, &FluidKind::restDensity,
     "heavier fluid: it sinks in the others"},
    {"stiffness", "Stiffness k", "m^2/s^2", 1.0f, 2000.0f, &FluidKind::stiffness,
     "less compressible, needs shorter substeps"},
    {"viscosity", "Viscosity", "Pa s", 0.0f, 100.0f, &FluidKind::viscosity,
     "thicker fluid; between two fluids the mean counts"},
    {"polarity", "Polarity", "", -0.5f, 0.5f, &FluidKind::polarity,
     "fluids of different polarity do not mix: interface tension acts between them"},
    {"temperature", "Temperature", "C", -50.0f, kHottest, &FluidKind::temperature,
     "the fluid comes into the world hotter"},
    {"heatDiffusion", "Heat diffusion", "m^2/s", 0.0f, 0.1f, &FluidKind::heatDiffusion,
     "temperatures even out faster; high values need shorter substeps"},
    {"expansion", "Expansion", "1/K", 0.0f, 0.02f, &FluidKind::expansion, "heat makes it lighter"},
    {"boilingPoint", "Boiling point", "C", -50.0f, kNeverBoils, &FluidKind::boilingPoint,
     "it must be hotter to boil; without a vapour it never does"},
    {"buoyancy", "Buoyancy", "", 0.0f, 20.0f, &FluidKind::buoyancy, "compressed gas rises faster"},
    {"lift", "Lift", "g", 0.0f, 5.0f, &FluidKind::lift, "a flame climbs faster"},
    {"cooling", "Cooling", "1/s", 0.0f, 10.0f, &FluidKind::cooling, "it loses heat to the room faster"},
    {"red", "Red", "", 0.0f, 1.0f, &FluidKind::red, "redder", kOnlyDrawn},
    {"green", "Green", "", 0.0f, 1.0f, &FluidKind::green, "greener", kOnlyDrawn},
    {"blue", "Blue", "", 0.0f, 1.0f, &FluidKind::blue, "bluer", kOnlyDrawn},
    {"opacity", "Opacity", "", 0.0f, 1.0f, &FluidKind::opacity, "one sees less far through it", kOnlyDrawn},
}};

[[noreturn]] void refuse(const FluidProperty& property, float value) {
    throw InputError(fmt::format("fluid property {}: value '{}' is not allowed; allowed: {} to {}{}{}", property.key,
                                 value, property.minimum, property.maximum, property.unit.empty() ? "" : " ",
                                 property.unit));
}

bool isAllowed(const FluidProperty& property, float value) {
    return value >= property.minimum && value <= property.maximum;  // false for what is no number
}

// Known fluids are meant for scenes of the size of a glass, at some thousand particles: thicker than the real ones.
const std::array<FluidKind, 7>& knownTable() {
    static const std::array<FluidKind, 7> table{{
        {.name = "water"},
        {.name = "oil",
         .restDensity = 850.0f,
         .viscosity = 5.0f,
         .polarity = 0.5f,
         .red = 0.95f,
         .green = 0.62f,
         .blue = 0.08f,
         .opacity = 0.35f},
        {.name = "honey",
         .restDensity = 1400.0f,
         .viscosity = 40.0f,
         .red = 0.9f,
         .green = 0.4f,
         .blue = 0.02f,
         .opacity = 0.5f},
        {.name = "wax",
         .restDensity = 1050.0f,
         .viscosity = 5.0f,
         .polarity = 0.5f,
         .expansion = 0.0034f,
         .red = 0.9f,
         .green = 0.12f,
         .blue = 0.06f,
         .opacity = 1.0f},
        {.name = "cream",
         .restDensity = 1000.0f,
         .viscosity = 5.0f,
         .red = 0.95f,
         .green = 0.9f,
         .blue = 0.78f,
         .opacity = 0.9f},
        {.name = "mercury",
         .restDensity = 4000.0f,
         .viscosity = 5.0f,
         .polarity = 0.5f,
         .red = 0.6f,
         .green = 0.62f,
         .blue = 0.66f,
         .opacity = 1.0f},
        {.name = "air",
         .isGas = true,
         .restDensity = 100.0f,
         .stiffness = 300.0f,
         .viscosity = 0.5f,
         .polarity = 0.0f,
         .buoyancy = 5.0f,
         .red = 0.85f,
         .green = 0.92f,
         .blue = 1.0f},
    }};
    return table;
}

template <typename Items, typename NameOf>
[[noreturn]] void refuseUnknown(std::string_view what, std::string_view name, const Items& items, NameOf nameOf) {
    std::vector<std::string_view> names;
    for (const auto& item : items) names.push_back(nameOf(item));
    const std::string_view nearest = nearestWord(name, names);
    throw InputError(fmt::format("{} '{}' is unknown; {}", what, name,
                                 nearest.empty() ? fmt::format("allowed: {}", fmt::join(names, ", "))
                                                 : fmt::format("did you mean '{}'?", nearest)));
}

}  // namespace

float FluidKind::restDensityAt(float celsius) const {
    // Far below room temperature the line of eq. 16 would reach infinite density.
    return restDensity / std::max(1.0f + expansion * (celsius - kRoomTemperature), 0.25f);
}

std::span<const FluidProperty> fluidPropertyTable() {
    return kProperties;
}

const FluidProperty& findFluidProperty(std::string_view key) {
    for (const FluidProperty& property : kProperties) {
        if (property.key == key) return property;
    }
    refuseUnknown("fluid property", key, kProperties, [](const FluidProperty& p) { return p.key; });
}

void setValue(FluidKind& kind, const FluidProperty& property, float value) {
    if (!isAllowed(property, value)) refuse(property, value);
    kind.*property.value = value;
}

bool isColour(std::string_view key) {
    return key == "red" || key == "green" || key == "blue";
}

bool isFluidName(std::string_view name) {
    const auto isLetter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-'; };
    return !name.empty() && name.size() <= 24 && std::all_of(name.begin(), name.end(), isLetter);
}

void checkFluid(const FluidKind& kind, size_t fluidCount) {
    if (!isFluidName(kind.name)) {
        throw InputError(fmt::format("fluid name '{}' is not allowed; allowed: {}", kind.name, kFluidNameRule));
    }
    for (const FluidProperty& property : kProperties) {
        if (!isAllowed(property, kind.*property.value)) refuse(property, kind.*property.value);
    }
    if (kind.vapour != kNoFluid && (kind.vapour < 0 || static_cast<size_t>(kind.vapour) >= fluidCount)) {
        throw InputError(fmt::format("fluid {}: vapour {} is not allowed; allowed: {} to {}", kind.name, kind.vapour,
                                     kNoFluid, static_cast<int>(fluidCount) - 1));
    }
}

void checkFluids(std::span<const FluidKind> fluids) {
    for (size_t k = 0; k < fluids.size(); ++k) {
        checkFluid(fluids[k], fluids.size());
        if (fluids[k].vapour != static_cast<int>(k)) continue;
        throw InputError(fmt::format("fluid {}: vapour {} is the fluid itself; allowed: another one, or {} for none",
                                     fluids[k].name, k, kNoFluid));
    }
}

std::span<const FluidKind> knownFluids() {
    return knownTable();
}

const FluidKind& findKnownFluid(std::string_view name) {
    for (const FluidKind& kind : knownTable()) {
        if (kind.name == name) return kind;
    }
    refuseUnknown("fluid", name, knownTable(), [](const FluidKind& k) { return std::string_view(k.name); });
}

}  // namespace meniscus
