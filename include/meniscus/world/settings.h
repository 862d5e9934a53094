// Everything about the fluid that a user may change, described once. Panels, --set key=value, scene files, tooltips and
// docs/settings.md derive from settingTable(); nothing else knows a range.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace meniscus {

// SI units. Toggles hold 0 or 1, choices the index of their name.
struct Settings {
    float restDensity = 1000.0f;
    float stiffness = 100.0f;
    float viscosity = 3.5f;
    float surfaceTension = 0.5f;
    float surfaceThreshold = 1.0f;
    float gravity = 9.81f;
    float timeStep = 0.004f;
    float restitution = 0.0f;
    float friction = 0.0f;
    float wallGrip = 0.5f;
    float fieldStrength = 1.0f;
    float emitterRate = 1.0f;
    float speedLimit = 30.0f;
    float interfaceTension = 0.6f;
    float wallPolarity = -0.5f;
    float dyeDiffusion = 1e-4f;
    float heaterStrength = 1.0f;
    float airThreshold = 1.0f;
    float boilingRate = 0.83f;
    float kernelPair = 0.0f;
    float tensionModel = 0.0f;
    float interfaceModel = 0.0f;
    float allowSuction = 0.0f;
    float pressureOn = 1.0f;
    float viscosityOn = 1.0f;
    float tensionOn = 1.0f;
    float gravityOn = 1.0f;
    float fieldsOn = 1.0f;
    float wallDensityOn = 1.0f;
    float interfaceOn = 1.0f;
    float heatOn = 1.0f;
    float trappedAir = 0.0f;

    friend bool operator==(const Settings&, const Settings&) = default;
};

enum class SettingKind { Number, Toggle, Choice };

struct SettingInfo {
    std::string_view key;
    std::string_view label;
    std::string_view unit;  // empty for toggles, choices and plain factors
    SettingKind kind;
    float minimum;
    float maximum;
    float Settings::*value;   // the default is the value in a default-constructed Settings
    std::string_view effect;  // what raising it, or switching it on, does
    std::span<const std::string_view> choices = {};
};

[[nodiscard]] std::span<const SettingInfo> settingTable();

// The setting called key; throws InputError with the nearest known key otherwise.
[[nodiscard]] const SettingInfo& findSetting(std::string_view key);

// Sets one value; throws InputError when it is not a number or not within the range.
void setValue(Settings& settings, const SettingInfo& info, float value);

// Reads "key=value" (toggles also take on, off, true, false; choices take their names) and returns both parts, checked.
struct Assignment {
    const SettingInfo* info;
    float value;
};
[[nodiscard]] Assignment parseAssignment(std::string_view text);

// The value as --set takes it.
[[nodiscard]] std::string formatValue(const SettingInfo& info, float value);

}  // namespace meniscus
