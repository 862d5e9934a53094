#include "meniscus/fluid/settings.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "meniscus/core/enum_names.h"
#include "meniscus/core/error.h"
#include "meniscus/core/text.h"

namespace meniscus {

namespace {

using enum SettingKind;

template <typename Struct, typename Value>
Value typeOf(Value Struct::*);
template <auto Member>
using ValueOf = decltype(typeOf(Member));

template <auto Member>
constexpr bool kIsOfFluid = std::is_same_v<decltype(Member), float FluidKind::*>;

template <auto Member>
float get(const Settings& settings, const FluidKind& fluid) {
    if constexpr (kIsOfFluid<Member>) return fluid.*Member;
    if constexpr (!kIsOfFluid<Member>) return static_cast<float>(settings.*Member);
}

template <auto Member>
void set(Settings& settings, FluidKind& fluid, float value) {
    if constexpr (kIsOfFluid<Member>) fluid.*Member = value;
    if constexpr (!kIsOfFluid<Member>) settings.*Member = static_cast<ValueOf<Member>>(value);
}

template <auto Member>
constexpr SettingInfo number(std::string_view key, std::string_view label, std::string_view unit, float minimum,
                             float maximum, std::string_view effect) {
    static_assert(std::is_same_v<ValueOf<Member>, float>);
    return {key, label, unit, Number, minimum, maximum, effect, get<Member>, set<Member>, kIsOfFluid<Member>};
}

template <auto Member>
constexpr SettingInfo wallAngle(std::string_view key, std::string_view label) {
    return number<Member>(key, label, "degrees", -1.0f, 180.0f,
                          "fluid shrinks from that wall alone instead of climbing it; -1 is the contactAngle of all");
}

template <auto Member>
constexpr SettingInfo toggle(std::string_view key, std::string_view label, std::string_view effect) {
    static_assert(std::is_same_v<ValueOf<Member>, bool>);
    return {key, label, "", Toggle, 0.0f, 1.0f, effect, get<Member>, set<Member>};
}

template <auto Member>
constexpr SettingInfo choice(std::string_view key, std::string_view label, std::string_view effect) {
    static_assert(NamedEnum<ValueOf<Member>>);
    constexpr std::span<const std::string_view> kNames = kNamesOf<ValueOf<Member>>;
    constexpr float kLast = static_cast<float>(kNames.size()) - 1.0f;
    return {key, label, "", Choice, 0.0f, kLast, effect, get<Member>, set<Member>, false, kNames};
}

constexpr std::array kTable{
    number<&FluidKind::restDensity>("restDensity", "Rest density", "kg/m^3", 100.0f, 5000.0f,
                                    "heavier fluid: viscosity and surface tension matter less"),
    number<&FluidKind::stiffness>("stiffness", "Stiffness k", "m^2/s^2", 1.0f, 2000.0f,
                                  "less compressible, needs shorter substeps"),
    number<&FluidKind::viscosity>("viscosity", "Viscosity", "Pa s", 0.0f, 100.0f,
                                  "thicker fluid; high values need shorter substeps"),
    number<&Settings::surfaceTension>("surfaceTension", "Surface tension", "N/m", 0.0f, 20.0f,
                                      "the surface pulls together more strongly"),
    number<&Settings::surfaceThreshold>("surfaceThreshold", "Surface threshold", "1/h", 0.1f, 5.0f,
                                        "fewer particles count as surface"),
    number<&Settings::gravity>("gravity", "Gravity", "m/s^2", -20.0f, 20.0f, "stronger pull downward; negative lifts"),
    number<&Settings::timeStep>("timeStep", "Time step", "s", 0.0002f, 0.01f,
                                "fewer steps per second, split into substeps where stability needs it"),
    number<&Settings::restitution>("restitution", "Restitution", "", 0.0f, 1.0f, "particles bounce off walls more"),
    number<&Settings::friction>("friction", "Friction", "", 0.0f, 1.0f, "walls brake the particles that touch them"),
    number<&Settings::wallGrip>("wallGrip", "Wall grip", "", 0.0f, 1.0f,
                                "walls drag the fluid next to them: 0 slips freely, 1 sticks"),
    number<&Settings::wallRoughness>(
        "wallRoughness", "Wall roughness", "", 0.0f, 0.1f,
        "walls brake fast fluid more, with the square of its speed; 0.003 is smooth glass"),
    number<&Settings::fieldStrength>("fieldStrength", "Field strength", "", 0.0f, 4.0f,
                                     "the scene's own force fields push harder"),
    number<&Settings::emitterRate>("emitterRate", "Emitter rate", "", 0.0f, 1.0f,
                                   "the scene's emitters pour more of their full rate"),
    number<&Settings::speedLimit>("speedLimit", "Speed limit", "m/s", 1.0f, 100.0f,
                                  "faster fluid is allowed before it is held back; needs shorter substeps then"),
    number<&Settings::interfaceTension>("interfaceTension", "Interface tension", "N/m", 0.0f, 20.0f,
                                        "fluids of different polarity keep apart more strongly"),
    number<&Settings::wallPolarity>(
        "wallPolarity", "Wall polarity", "", -0.5f, 0.5f,
        "walls take to oil rather than to water: -0.5 is clean glass, on which oil draws up into drops"),
    number<&Settings::contactAngle>("contactAngle", "Contact angle", "degrees", 0.0f, 180.0f,
                                    "fluid shrinks from walls instead of climbing them: 20 is water on glass, 140 "
                                    "mercury; needs tensionModel=stress"),
    wallAngle<&Settings::contactAngleLeft>("contactAngleLeft", "Angle: left wall"),
    wallAngle<&Settings::contactAngleRight>("contactAngleRight", "Angle: right wall"),
    wallAngle<&Settings::contactAngleFloor>("contactAngleFloor", "Angle: floor"),
    wallAngle<&Settings::contactAngleCeiling>("contactAngleCeiling", "Angle: ceiling"),
    wallAngle<&Settings::contactAngleBack>("contactAngleBack", "Angle: back wall"),
    wallAngle<&Settings::contactAngleFront>("contactAngleFront", "Angle: front wall"),
    wallAngle<&Settings::contactAngleSolids>("contactAngleSolids", "Angle: solids"),
    number<&Settings::dyeDiffusion>("dyeDiffusion", "Dye diffusion", "m^2/s", 0.0f, 0.02f,
                                    "dye spreads faster into the fluid around it"),
    number<&Settings::heaterStrength>("heaterStrength", "Heater strength", "", 0.0f, 4.0f,
                                      "the scene's own heaters and coolers work faster"),
    number<&Settings::airThreshold>("airThreshold", "Air threshold", "1/h", 0.2f, 3.0f,
                                    "air is trapped at fewer places"),
    number<&Settings::boilingRate>("boilingRate", "Boiling rate", "1/s", 0.0f, 20.0f,
                                   "fluid at a cavitation site turns into vapour sooner once it is hot enough"),
    number<&Settings::stabiliserStrength>(
        "stabiliserStrength", "Stabiliser strength", "", 0.0f, 0.2f,
        "disorder between particles is damped more: thin fluid comes to rest sooner, and splashes a little less"),
    number<&Settings::pressureIterations>("pressureIterations", "Pressure iterations", "", 1.0f, 20.0f,
                                          "method dfsph keeps the volume better; takes longer"),
    number<&Settings::divergenceIterations>("divergenceIterations", "Divergence iterations", "", 0.0f, 20.0f,
                                            "method dfsph takes more of what converges out of the flow; takes longer"),
    choice<&Settings::kernelPair>("kernelPair", "Kernels",
                                  "mcg03 is the paper's poly6 and spiky; wendland is one consistent kernel for both"),
    choice<&Settings::tensionModel>(
        "tensionModel", "Surface tension by",
        "stress is a skin that pulls along the surface; colour-field is the paper's eq. 19, in which drops drift; "
        "cohesion attracts in pairs, in which they freeze"),
    choice<&Settings::interfaceModel>(
        "interfaceModel", "Interface tension by",
        "stress pulls along the interface and conserves momentum; colour-field is [MSKG05] eq. 11"),
    toggle<&Settings::allowSuction>("allowSuction", "Allow suction",
                                    "pressure may turn negative: cohesive, but particles clump"),
    toggle<&Settings::pressureOn>("pressureOn", "Pressure", "the pressure force acts"),
    toggle<&Settings::viscosityOn>("viscosityOn", "Viscosity", "the viscosity force acts"),
    toggle<&Settings::stabiliser>("stabiliser", "Stabiliser",
                                  "disorder between particles is damped, and smooth flow is not; off is the method as "
                                  "printed, in which thin fluid never comes to rest"),
    toggle<&Settings::tensionOn>("tensionOn", "Surface tension", "the surface tension force acts"),
    toggle<&Settings::gravityOn>("gravityOn", "Gravity", "gravity acts"),
    toggle<&Settings::fieldsOn>("fieldsOn", "Force fields", "force fields of the scene and the mouse act"),
    toggle<&Settings::wallDensityOn>("wallDensityOn", "Wall density",
                                     "walls complete the density of fluid near them, so that it does not pile up"),
    toggle<&Settings::interfaceOn>("interfaceOn", "Interface tension", "the interface tension force acts"),
    toggle<&Settings::heatOn>("heatOn", "Heat", "heat flows, and heaters, coolers and boiling act"),
    toggle<&Settings::trappedAir>("trappedAir", "Trapped air",
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

float valueOf(const SettingInfo& info, const Settings& settings, const FluidKind& firstFluid) {
    return info.get(settings, firstFluid);
}

float defaultOf(const SettingInfo& info) {
    return info.get(Settings{}, FluidKind{});
}

void checkValue(const SettingInfo& info, float value) {
    if (!isAllowed(info, value)) refuse(info, fmt::format("{}", value));
}

void setValue(const SettingInfo& info, float value, Settings& settings, FluidKind& firstFluid) {
    checkValue(info, value);
    info.set(settings, firstFluid, value);
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
    if (info.kind == Choice && isAllowed(info, value)) return std::string(info.choices[static_cast<size_t>(value)]);
    return fmt::format("{}", value);
}

}  // namespace meniscus
