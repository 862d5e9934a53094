// Everything about the fluid that a user may change, described once. Panels, --set key=value, scene files, tooltips and
// docs/settings.md derive from settingTable(); nothing else knows a range.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "meniscus/fluid/fluid_kind.h"
#include "meniscus/sph/fluid.h"

namespace meniscus {

// SI units.
struct Settings {
    float surfaceTension = 0.5f;
    float surfaceThreshold = 1.0f;
    float gravity = 9.81f;
    float timeStep = 0.004f;
    float restitution = 0.0f;
    float friction = 0.0f;
    float wallGrip = 0.5f;
    float wallRoughness = 0.0f;
    float fieldStrength = 1.0f;
    float emitterRate = 1.0f;
    float speedLimit = 30.0f;
    float interfaceTension = 0.6f;
    float wallPolarity = -0.5f;
    float contactAngle = 90.0f;
    // Of single walls; below zero: contactAngle
    float contactAngleLeft = -1.0f;
    float contactAngleRight = -1.0f;
    float contactAngleFloor = -1.0f;
    float contactAngleCeiling = -1.0f;
    float contactAngleBack = -1.0f;
    float contactAngleFront = -1.0f;
    float contactAngleSolids = -1.0f;
    float dyeDiffusion = 1e-4f;
    float heaterStrength = 1.0f;
    float airThreshold = 1.0f;
    float boilingRate = 0.83f;
    float stabiliserStrength = 0.03f;
    float pressureIterations = 4.0f;
    float divergenceIterations = 1.0f;
    KernelPair kernelPair = KernelPair::Mcg03;
    TensionModel tensionModel = TensionModel::ColourField;
    InterfaceModel interfaceModel = InterfaceModel::Stress;
    bool allowSuction = false;
    bool pressureOn = true;
    bool viscosityOn = true;
    bool tensionOn = true;
    bool gravityOn = true;
    bool fieldsOn = true;
    bool wallDensityOn = true;
    bool interfaceOn = true;
    bool heatOn = true;
    bool trappedAir = false;
    bool stabiliser = false;

    friend bool operator==(const Settings&, const Settings&) = default;
};

enum class SettingKind { Number, Toggle, Choice };

// To the outside every value is a float by its key: of a toggle 0 or 1, of a choice the index of its name. Rest
// density, stiffness and viscosity are properties of fluids; as settings they are names for those of the first fluid.
struct SettingInfo {
    std::string_view key;
    std::string_view label;
    std::string_view unit;  // empty for toggles, choices and plain factors
    SettingKind kind;
    float minimum;
    float maximum;
    std::string_view effect;  // what raising it, or switching it on, does
    float (*get)(const Settings&, const FluidKind&);
    void (*set)(Settings&, FluidKind&, float);  // without a check: setValue has it
    bool isOfFluid = false;                     // a property of the first fluid
    std::span<const std::string_view> choices = {};
};

[[nodiscard]] std::span<const SettingInfo> settingTable();

// The setting called key; throws InputError with the nearest known key otherwise.
[[nodiscard]] const SettingInfo& findSetting(std::string_view key);

[[nodiscard]] float valueOf(const SettingInfo& info, const Settings& settings, const FluidKind& firstFluid);
[[nodiscard]] float defaultOf(const SettingInfo& info);

// Throws InputError when the value is not a number, not within the range, or not one of the choices.
void checkValue(const SettingInfo& info, float value);
// Checks the value and sets it.
void setValue(const SettingInfo& info, float value, Settings& settings, FluidKind& firstFluid);

// Reads "key=value" (toggles also take on, off, true, false; choices take their names) and returns both parts, checked.
struct Assignment {
    const SettingInfo* info;
    float value;
};
[[nodiscard]] Assignment parseAssignment(std::string_view text);

// The value as --set takes it.
[[nodiscard]] std::string formatValue(const SettingInfo& info, float value);

}  // namespace meniscus
