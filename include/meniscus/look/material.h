// What things are made of, for the eye: what every painter must agree on. Shaders have these numbers from here
// (look.glsl). Lengths in fluids are counted in sizes of the whole (fluidSize), so that a glass and a tank show the
// same faint colour: real water in a glass has none.
#pragma once

#include <cstddef>
#include <span>

#include "meniscus/core/vec3.h"
#include "meniscus/fluid/fluid_kind.h"

namespace meniscus {

// Water.
inline constexpr float kWaterIndex = 1.33f;                   // of refraction
inline constexpr Vec3 kWaterAbsorption{0.72f, 0.16f, 0.10f};  // halvings of red, green and blue in a fluid's size
inline constexpr Vec3 kWaterColour{0.25f, 0.62f, 0.85f};      // that deep water keeps of light, and scatters
inline constexpr float kWaterSkyGlow = 0.10f;                 // shares of the light of sky and sun that it scatters
inline constexpr float kWaterSunGlow = 0.04f;                 // to the eye

// Glass.
inline constexpr float kGlassIndex = 1.5f;
inline constexpr float kGlassMirrored = 0.04f;   // ((n - 1) / (n + 1))^2: share of light seen from the front
inline constexpr float kGlassTaken = 0.015f;     // share that a wall takes, seen from the front
inline constexpr float kThickGlassTaken = 0.6f;  // share where one looks along a pane (GlassLook::depth 1)
inline constexpr Vec3 kThickGlassColour{0.16f, 0.42f, 0.40f};  // of what it gathers there
inline constexpr float kGlassRim = 2.2f;                       // strength of the light in rounded rims

// Wax, and other fluids that one cannot see through.
inline constexpr float kWaxMirrored = 0.02f;  // share of light seen from the front
inline constexpr float kWaxLight = 0.62f;     // share of light that comes back
inline constexpr float kWaxThrough = 0.3f;    // share of it that comes through edges
inline constexpr float kWaxCool = 25.0f;      // degrees Celsius from which on it begins to glow,
inline constexpr float kWaxHot = 85.0f;       // and at which it glows fully
inline constexpr float kWaxGlow = 0.5f;
inline constexpr Vec3 kWaxEmber{1.0f, 0.55f, 0.18f};  // that glowing wax turns to

// Fluids that one sees through in their colour.
inline constexpr float kHazeLight = 0.5f;  // share of the light that scattering sends to the eye

// How a fluid looks where nothing but itself gives it a colour.
enum class FluidLook {
    Clear,   // as water; one fluid at most, in which one sees all others
    Tinted,  // one sees through it, in its colour
    Opaque,  // as wax
    Bubble,  // gas
    Flame,   // no body at all: it shines
};
[[nodiscard]] FluidLook lookOf(std::span<const FluidKind> fluids, size_t fluid);

// What light meets in a fluid.
struct FluidMaterial {
    FluidLook look = FluidLook::Clear;
    Vec3 colour;              // linear
    float index = 1.0f;       // of refraction
    Vec3 absorption;          // halvings of red, green and blue, 1/m
    float scattering = 0.0f;  // halvings of what is not sent aside, 1/m
};
[[nodiscard]] FluidMaterial materialOf(std::span<const FluidKind> fluids, size_t fluid, float fluidSize);

}  // namespace meniscus
