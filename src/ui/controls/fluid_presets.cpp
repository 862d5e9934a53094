#include "ui/controls/fluid_presets.h"

#include <algorithm>

namespace meniscus {

namespace {

constexpr std::array kPresets{
    FluidPreset{"water", "Water", "The fluid that the scene begins with.", 1.0f, 1.0f, 1.0f, 0.0f, 0.0f},
    FluidPreset{"soapy-water", "Soapy water",
                "As thin as water with a third of its surface tension: drops hold together less.", 0.9f, 0.33f, 1.0f,
                0.0f, 0.0f},
    FluidPreset{"alcohol", "Alcohol", "Lighter and livelier than water, with little surface tension.", 0.7f, 0.3f,
                0.79f, 0.0f, 0.0f},
    FluidPreset{"oil", "Oil", "Lighter than water and much thicker: waves die soon.", 3.0f, 0.45f, 0.92f, 0.3f, 1.0f},
    FluidPreset{"syrup", "Thick syrup",
                "So thick that it hardly splashes; it needs more substeps, so it may run slower.", 8.0f, 1.0f, 1.33f,
                0.8f, 15.0f},
    FluidPreset{"honey", "Honey",
                "Thicker still, heavy, and it sticks to walls. It needs many more substeps, so it may run slower.",
                20.0f, 0.85f, 1.42f, 1.0f, 50.0f},
};

PresetValue within(std::string_view key, float value) {
    const SettingInfo& info = findSetting(key);
    return {&info, std::clamp(value, info.minimum, info.maximum)};
}

}  // namespace

std::span<const FluidPreset> fluidPresets() {
    return kPresets;
}

std::array<PresetValue, 4> presetValues(const FluidPreset& preset, const Settings& scene, const FluidKind& fluid) {
    return {within("viscosity", std::max(preset.leastViscosity, preset.viscosity * fluid.viscosity)),
            within("surfaceTension", preset.surfaceTension * scene.surfaceTension),
            within("restDensity", preset.restDensity * fluid.restDensity),
            within("wallGrip", std::max(preset.leastGrip, scene.wallGrip))};
}

}  // namespace meniscus
