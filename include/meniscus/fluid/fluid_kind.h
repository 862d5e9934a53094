// The table of fluids of [MSKG05] 2.2: what a scene's particles may be made of. Every particle belongs to one kind and
// carries its own temperature and dye. As with settings, everything that a user may change is described once.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "meniscus/core/vec3.h"

namespace meniscus {

inline constexpr size_t kMaxFluids = 8;
inline constexpr size_t kMaxHeaters = 8;
inline constexpr int kNoFluid = -1;
inline constexpr float kNeverBoils = 5000.0f;     // degrees Celsius
inline constexpr float kAbsoluteZero = -273.15f;  // degrees Celsius
inline constexpr float kRoomTemperature = 20.0f;  // degrees Celsius, for which rest densities are given
inline constexpr float kHottest = 2000.0f;        // degrees Celsius

// SI units, temperatures in degrees Celsius. The mass of a particle follows from the rest density and the spacing, so
// that all fluids have the same spacing at rest ([MSKG05] 3.4.3).
struct FluidKind {
    std::string name = "water";  // unique within the scene; letters, digits and dashes
    bool isGas = false;          // air, steam, flame: c^s = 0, and it vanishes where no liquid holds it
    bool isFlame = false;        // a gas that drives itself and fades as it cools, instead of being held by liquid
    int vapour = kNoFluid;       // the fluid of the table that this one boils into

    float restDensity = 1000.0f;           // rho0 at room temperature, kg/m^3
    float stiffness = 100.0f;              // k, m^2/s^2
    float viscosity = 3.5f;                // mu, Pa s
    float polarity = -0.5f;                // c^i of [MSKG05] table 2: -0.5 polar, +0.5 not, 0 neither
    float temperature = kRoomTemperature;  // that it has when it comes into the world
    float heatDiffusion = 1e-3f;           // c of [MSKG05] eq. 14 for temperature, m^2/s
    float expansion = 0.0f;  // 1/K: rho0(T) = rho0 / (1 + expansion (T - room temperature)); eq. 16 is 1/293
    float boilingPoint = kNeverBoils;
    float buoyancy = 0.0f;                        // b of [MSKG05] eq. 17, for gases
    float lift = 0.0f;                            // of a flame, in units of gravity, upwards
    float cooling = 0.0f;                         // 1/s, rate of return to room temperature
    float red = 0.2f, green = 0.5f, blue = 0.9f;  // as it is drawn, linear
    float opacity = 0.0f;                         // 0: clear as water, 1: as wax

    [[nodiscard]] float surfaceColour() const { return isGas ? 0.0f : 1.0f; }  // c^s of [MSKG05] table 2
    // [MSKG05] eq. 16: rho0 = alpha / T, with alpha from the rest density at room temperature.
    [[nodiscard]] float restDensityAt(float celsius) const;
    [[nodiscard]] Vec3 colour() const { return {red, green, blue}; }

    friend bool operator==(const FluidKind&, const FluidKind&) = default;
};

struct FluidProperty {
    std::string_view key;
    std::string_view label;
    std::string_view unit;
    float minimum;
    float maximum;
    float FluidKind::*value;
    std::string_view effect;   // what raising it does
    bool isOnlyDrawn = false;  // affects pictures only, not the motion
};

[[nodiscard]] std::span<const FluidProperty> fluidPropertyTable();

// The property called key; throws InputError with the nearest known key otherwise.
[[nodiscard]] const FluidProperty& findFluidProperty(std::string_view key);

// Sets one value; throws InputError when it is not a number or not within the range.
void setValue(FluidKind& kind, const FluidProperty& property, float value);

// Whether the property is a part of its colour: red, green or blue.
[[nodiscard]] bool isColour(std::string_view key);

inline constexpr std::string_view kFluidNameRule = "1 to 24 letters, digits and dashes";
[[nodiscard]] bool isFluidName(std::string_view name);

// Throws InputError when the name, a value or the vapour (an index below fluidCount) is not allowed.
void checkFluid(const FluidKind& kind, size_t fluidCount);
// Of a whole table, where none may be its own vapour either.
void checkFluids(std::span<const FluidKind> fluids);

// Fluids to choose from where one is added: water, oil, honey, wax, syrup, ink, air, ...
[[nodiscard]] std::span<const FluidKind> knownFluids();
[[nodiscard]] const FluidKind& findKnownFluid(std::string_view name);

// A place that heats or cools: fluid within takes on its temperature. A thin one along a wall is a hot or cold wall.
struct HeatRegion {
    Bounds bounds{};
    float temperature = 80.0f;  // degrees Celsius, at the start where it has a heat capacity
    float rate = 1.0f;          // 1/s
    float power = 1e6f;         // K/s, at most: a lamp's bulb gives so much and no more
    // A thermostat: on for the first part of every period, then off.
    float period = 0.0f;  // s; 0: always on
    float onTime = 0.0f;  // s
    // How much fluid would store as much heat, kg. 0: a source that keeps its temperature. Else a plate, which takes on
    // what touches it: a flame below heats it, and it heats the water above.
    float capacity = 0.0f;
};

}  // namespace meniscus
