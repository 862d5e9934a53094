// What else the fluid could be. Real viscosities differ by five decades, more than any time step bears; a preset is the
// scene's own water changed by factors that look right beside it and stay within every range.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "meniscus/fluid/settings.h"

namespace meniscus {

struct FluidPreset {
    std::string_view id;
    std::string_view label;
    std::string_view what;
    // Factors on the values that the scene begins with.
    float viscosity;
    float surfaceTension;
    float restDensity;
    float leastGrip;       // of walls: thick fluids stick to them
    float leastViscosity;  // Pa s, in scenes whose own fluid is thin
};

[[nodiscard]] std::span<const FluidPreset> fluidPresets();

struct PresetValue {
    const SettingInfo* info;
    float value;  // within the range of the setting
};
// Always the same settings in the same order, so that one preset takes back all that another one did.
[[nodiscard]] std::array<PresetValue, 4> presetValues(const FluidPreset& preset, const Settings& scene,
                                                      const FluidKind& fluid);

}  // namespace meniscus
