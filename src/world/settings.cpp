#include "meniscus/world/settings.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"

namespace meniscus {

namespace {

using enum SettingKind;

constexpr std::array<std::string_view, 2> kKernelPairs{"mcg03", "wendland"};

constexpr std::array<std::string_view, 2> kTensionModels{"colour-field", "cohesion"};

constexpr std::array<std::string_view, 2> kInterfaceModels{"stress", "colour-field"};

constexpr SettingInfo number(std::string_view key, std::string_view label, std::string_view unit, float minimum,
                             float maximum, float Settings::*value, std::string_view effect) {
    return {key, label, unit, Number, minimum, maximum, value, effect};
}

constexpr SettingInfo toggle(std::string_view key, std::string_view label, float Settings::*value,
                             std::string_view effect) {
    return {key, label, "", Toggle, 0.0f, 1.0f, value, effect};
}

constexpr std::array kTable{
    number("restDensity", "Rest density", "kg/m^3", 100.0f, 5000.0f, &Settings::restDensity,
           "heavier fluid: viscosity and surface tension matter less"),
    number("stiffness", "Stiffness k", "m^2/s^2", 1.0f, 2000.0f, &Settings::stiffness,
           "less compressible, needs shorter substeps"),
    number("viscosity", "Viscosity", "Pa s", 0.0f, 100.0f, &Settings::viscosity,
           "thicker fluid; high values need shorter substeps"),
    number("surfaceTension", "Surface tension", "N/m", 0.0f, 20.0f, &Settings::surfaceTension,
           "the surface pulls together more strongly"),
    number("surfaceThreshold", "Surface threshold", "1/h", 0.1f, 5.0f, &Settings::surfaceThreshold,
           "fewer particles count as surface"),
    number("gravity", "Gravity", "m/s^2", -20.0f, 20.0f, &Settings::gravity, "stronger pull downward; negative lifts"),
    number("timeStep", "Time step", "s", 0.0002f, 0.01f, &Settings::timeStep,
           "fewer steps per second, split into substeps where stability needs it"),
    number("restitution", "Restitution", "", 0.0f, 1.0f, &Settings::restitution, "particles bounce off walls more"),
    number("friction", "Friction", "", 0.0f, 1.0f, &Settings::friction, "walls brake the particles that touch them"),
    number("wallGrip", "Wall grip", "", 0.0f, 1.0f, &Settings::wallGrip,
           "walls drag the fluid next to them: 0 slips freely, 1 sticks"),
    number("fieldStrength", "Field strength", "", 0.0f, 4.0f, &Settings::fieldStrength,
           "the scene's own force fields push harder"),
    number("emitterRate", "Emitter rate", "", 0.0f, 1.0f, &Settings::emitterRate,
           "the scene's emitters pour more of their full rate"),
    number("speedLimit", "Speed limit", "m/s", 1.0f, 100.0f, &Settings::speedLimit,
           "faster fluid is allowed before it is held back; needs shorter substeps then"),
    number("interfaceTension", "Interface tension", "N/m", 0.0f, 20.0f, &Settings::interfaceTension,
           "fluids of different polarity keep apart more strongly"),
    number("wallPolarity", "Wall polarity", "", -0.5f, 0.5f, &Settings::wallPolarity,
           "walls take to oil rather than to water: -0.5 is clean glass, on which oil draws up into drops"),
    number("dyeDiffusion", "Dye diffusion", "m^2/s", 0.0f, 0.02f, &Settings::dyeDiffusion,
           "dye spreads faster into the fluid around it"),
    number("heaterStrength", "Heater strength", "", 0.0f, 4.0f, &Settings::heaterStrength,
           "the scene's own heaters and coolers work faster"),
    number("airThreshold", "Air threshold", "1/h", 0.2f, 3.0f, &Settings::airThreshold,
           "air is trapped at fewer places"),
    number("boilingRate", "Boiling rate", "1/s", 0.0f, 20.0f, &Settings::boilingRate,
           "fluid at a cavitation site turns into vapour sooner once it is hot enough"),
    SettingInfo{"kernelPair", "Kernels", "", Choice, 0.0f, 1.0f, &Settings::kernelPair,
                "mcg03 is the paper's poly6 and spiky; wendland is one consistent kernel for both", kKernelPairs},
    SettingInfo{"tensionModel", "Surface tension by", "", Choice, 0.0f, 1.0f, &Settings::tensionModel,
                "colour-field is the paper's eq. 19; cohesion attracts in pairs and conserves momentum",
                kTensionModels},
    SettingInfo{"interfaceModel", "Interface tension by", "", Choice, 0.0f, 1.0f, &Settings::interfaceModel,
                "stress pulls along the interface and conserves momentum; colour-field is [MSKG05] eq. 11",
                kInterfaceModels},
    toggle("allowSuction", "Allow suction", &Settings::allowSuction,
           "pressure may turn negative: cohesive, but particles clump"),
    toggle("pressureOn", "Pressure", &Settings::pressureOn, "the pressure force acts"),
    toggle("viscosityOn", "Viscosity", &Settings::viscosityOn, "the viscosity force acts"),
    toggle("tensionOn", "Surface tension", &Settings::tensionOn, "the surface tension force acts"),
    toggle("gravityOn", "Gravity", &Settings::gravityOn, "gravity acts"),
    toggle("fieldsOn", "Force fields", &Settings::fieldsOn, "force fields of the scene and the mouse act"),
    toggle("wallDensityOn", "Wall density", &Settings::wallDensityOn,
           "walls complete the density of fluid near them, so that it does not pile up"),
    toggle("interfaceOn", "Interface tension", &Settings::interfaceOn, "the interface tension force acts"),
    toggle("heatOn", "Heat", &Settings::heatOn, "heat flows, and heaters, coolers and boiling act"),
    toggle("trappedAir", "Trapped air", &Settings::trappedAir,
           "air that liquid closes in is simulated: particles of air come and go by themselves"),
};

std::string allowedText(const SettingInfo& info) {
    if (info.kind == Toggle) return "allowed: on, off";
    if (info.kind == Choice) return fmt::format("allowed: {}", fmt::join(info.choices, ", "));
    return fmt::format("allowed: {} to {}{}{}", info.minimum, info.maximum, info.unit.empty() ? "" : " ", info.unit);
}

[[noreturn]] void refuse(const SettingInfo& info, std::string_view text) {
    throw InputError(fmt::format("setting {}: value '{}' is not allowed; {}", info.key, text, allowedText(info)));
}

bool isAllowed(const SettingInfo& info, float value) {
    if (!std::isfinite(value) || value < info.minimum || value > info.maximum) return false;
    return info.kind == Number || value == std::round(value);
}

float parseWord(const SettingInfo& info, std::string_view text) {
    if (info.kind == Toggle) {
        if (text == "on" || text == "true") return 1.0f;
        if (text == "off" || text == "false") return 0.0f;
    }
    for (size_t k = 0; k < info.choices.size(); ++k) {
        if (info.choices[k] == text) return static_cast<float>(k);
    }
    float value = 0.0f;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) refuse(info, text);
    return value;
}

}  // namespace

std::span<const SettingInfo> settingTable() {
    return kTable;
}

const SettingInfo& findSetting(std::string_view key) {
    std::vector<std::string_view> keys;
    for (const SettingInfo& info : kTable) {
        if (info.key == key) return info;
        keys.push_back(info.key);
    }
    const std::string_view nearest = nearestWord(key, keys);
    throw InputError(
        fmt::format("setting '{}' is unknown; {}", key,
                    nearest.empty() ? "'meniscus settings' lists all" : fmt::format("did you mean '{}'?", nearest)));
}

void setValue(Settings& settings, const SettingInfo& info, float value) {
    if (!isAllowed(info, value)) refuse(info, fmt::format("{}", value));
    settings.*info.value = value;
}

Assignment parseAssignment(std::string_view text) {
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        throw InputError(fmt::format("--set: '{}' is not of the form key=value", text));
    }
    const SettingInfo& info = findSetting(text.substr(0, equals));
    const std::string_view word = text.substr(equals + 1);
    const float value = parseWord(info, word);
    if (!isAllowed(info, value)) refuse(info, word);
    return {&info, value};
}

std::string formatValue(const SettingInfo& info, float value) {
    if (info.kind == Toggle) return value != 0.0f ? "on" : "off";
    if (info.kind == Choice) return std::string(info.choices[static_cast<size_t>(value)]);
    return fmt::format("{}", value);
}

}  // namespace meniscus
