#include "meniscus/world/rest_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "meniscus/world/world.h"

namespace meniscus {

namespace {

// All found by runs of the scene splash with one setting at its end, and with random ones (tests/test_rest.cpp).
constexpr float kLeastViscosity = 0.005f;   // in rho0 sqrt(k) h: below it, viscosity alone does not calm springy fluid
constexpr float kLeastStabiliser = 0.012f;  // its strength, likewise
constexpr float kLeastStiffness = 5.0f;     // in g L: softer fluid gives way under its own weight
constexpr float kMaxSurfacePush = 3.0f;     // m/s^2, sigma / (rho0 h^2) at the usual threshold
constexpr float kMaxCohesion = 0.01f;       // in rho0 k h: more of it draws particles together
constexpr float kMaxSkin = 0.165f;          // in rho0 k h times the stabiliser's strength: more of it is not calmed
constexpr float kMaxStrength = 0.1f;        // of the stabiliser, that is advised
constexpr float kRestShare = 0.02f;         // of sqrt(g L): small bodies of fluid are slower
constexpr float kMaxRestitution = 0.7f;
constexpr float kWeightless = 0.1f;  // m/s^2

float weight(const Settings& settings) {
    return settings.gravityOn ? std::abs(settings.gravity) : 0.0f;
}

bool isSpringy(const RestFacts& facts) {
    return facts.method == "mcg03" || facts.method == "reference";
}

bool isThin(const RestFacts& facts) {
    const float viscosity = facts.settings.viscosityOn ? facts.fluid.viscosity : 0.0f;
    return viscosity <
           kLeastViscosity * facts.fluid.restDensity * std::sqrt(facts.fluid.stiffness) * facts.supportRadius;
}

std::string freeParticles(const RestFacts& facts) {
    if (facts.method == "ballistic") return "particles of the method ballistic do not feel each other";
    if (!facts.settings.pressureOn) return "pressure is off: nothing keeps the particles apart";
    return {};
}

std::string suction(const RestFacts& facts) {
    if (!isSpringy(facts) || !facts.settings.allowSuction) return {};
    return "allowSuction lets particles clump and pull at each other; switch it off";
}

std::string unstabilised(const RestFacts& facts) {
    if (!isSpringy(facts) || !isThin(facts)) return {};
    if (!facts.settings.stabiliser)
        return "fluid this thin does not come to rest; the stabiliser, under Solver, calms it";
    if (facts.settings.stabiliserStrength >= kLeastStabiliser) return {};
    return fmt::format("stabiliserStrength {:.3g} is too little to calm fluid this thin; {} will do",
                       facts.settings.stabiliserStrength, Settings{}.stabiliserStrength);
}

std::string tooSoft(const RestFacts& facts) {
    const float needed = kLeastStiffness * weight(facts.settings) * facts.size;
    if (!isSpringy(facts) || facts.fluid.stiffness >= needed) return {};
    return fmt::format("stiffness {:.3g} is too low to carry the fluid; {:.2g} will do", facts.fluid.stiffness, needed);
}

// A strong skin feeds noise into thin fluid below it, which the stabiliser must take out.
std::string restlessSkin(const RestFacts& facts) {
    const Settings& s = facts.settings;
    if (!isSpringy(facts) || !s.tensionOn || s.tensionModel != TensionModel::Stress || !isThin(facts)) return {};
    const float springs = facts.fluid.restDensity * facts.fluid.stiffness * facts.supportRadius;
    const float needed = s.surfaceTension / (kMaxSkin * springs);  // strength
    if (s.stabiliserStrength >= needed) return {};
    if (needed <= kMaxStrength) {
        return fmt::format("surfaceTension {:.3g} keeps the surface moving; a stabiliserStrength of {:.2g} calms it",
                           s.surfaceTension, needed);
    }
    return fmt::format("surfaceTension {:.3g} keeps the surface moving; {:.2g} will do", s.surfaceTension,
                       kMaxSkin * s.stabiliserStrength * springs);
}

// [MCG03] eq. 19 does not conserve momentum: it pushes at the surface, and below a low threshold everywhere.
std::string restlessSurface(const RestFacts& facts) {
    const Settings& s = facts.settings;
    const float tension = s.tensionOn ? s.surfaceTension : 0.0f;
    const float rho = facts.fluid.restDensity, h = facts.supportRadius;
    if (s.tensionModel != TensionModel::ColourField) {
        if (!isSpringy(facts) || tension <= kMaxCohesion * rho * facts.fluid.stiffness * h) return {};
        return fmt::format("surfaceTension {:.3g} draws fluid this soft together; raise the stiffness", tension);
    }
    const float threshold = std::min(s.surfaceThreshold, 1.0f);
    if (tension <= kMaxSurfacePush * rho * h * h * threshold * threshold) return {};
    return fmt::format("surfaceTension {:.3g} by colour-field keeps the surface moving; stress is calmer", tension);
}

std::string bouncyWalls(const RestFacts& facts) {
    if (facts.settings.restitution <= kMaxRestitution) return {};
    return fmt::format("restitution {:.3g}: walls throw the fluid back", facts.settings.restitution);
}

std::string openWalls(const RestFacts& facts) {
    if (!isSpringy(facts) || facts.settings.wallDensityOn) return {};
    return "wallDensityOn is off: fluid piles up at walls";
}

std::string slowMotion(const RestFacts& facts) {
    return facts.isCut ? "steps are cut short, so that rest is far off" : "";
}

std::string pouring(const RestFacts& facts) {
    return facts.isPoured && facts.settings.emitterRate > 0.0f ? "emitters pour" : "";
}

std::string fields(const RestFacts& facts) {
    const bool areActive = facts.hasFields && facts.settings.fieldsOn && facts.settings.fieldStrength > 0.0f;
    return areActive ? "force fields drive the fluid" : "";
}

std::string heat(const RestFacts& facts) {
    const bool isActive = facts.hasHeaters && facts.settings.heatOn && facts.settings.heaterStrength > 0.0f;
    return isActive ? "heat drives the fluid" : "";
}

std::string weightless(const RestFacts& facts) {
    return weight(facts.settings) < kWeightless ? "without gravity nothing holds the fluid in its place" : "";
}

struct Reason {
    std::string (*text)(const RestFacts& facts);
    bool isMeant;
};
constexpr std::array kReasons{Reason{freeParticles, false}, Reason{suction, false},      Reason{unstabilised, false},
                              Reason{tooSoft, false},       Reason{restlessSkin, false}, Reason{restlessSurface, false},
                              Reason{bouncyWalls, false},   Reason{openWalls, false},    Reason{slowMotion, false},
                              Reason{pouring, true},        Reason{fields, true},        Reason{heat, true},
                              Reason{weightless, true}};

bool isPouring(const WorldSetup& setup, double time) {
    return std::ranges::any_of(setup.emitters, [&](const Emitter& emitter) { return time < emitter.endTime; });
}

}  // namespace

RestNote restNote(const RestFacts& facts) {
    for (const Reason& reason : kReasons) {
        std::string text = reason.text(facts);
        if (!text.empty()) return {std::move(text), reason.isMeant};
    }
    return {};
}

RestNote restNote(const World& world) {
    const WorldSetup& setup = world.setup();
    const float volume = static_cast<float>(world.particleCount()) * setup.spacing * setup.spacing * setup.spacing;
    const float g = weight(world.settings());
    const double share = kRestShare * std::sqrt(g * std::cbrt(volume));
    const double restSpeed = g < kWeightless ? kRestSpeed : std::min(kRestSpeed, share);
    if (world.measure().meanSpeed < restSpeed) return {};
    return restNote({.settings = world.settings(),
                     .fluid = world.fluids().front(),
                     .method = world.method().name,
                     .supportRadius = world.supportRadius(),
                     .size = std::cbrt(volume),
                     .isCut = world.totals().isCut,
                     .isPoured = isPouring(setup, world.totals().simulatedSeconds),
                     .hasFields = !setup.fields.empty(),
                     .hasHeaters = !setup.heaters.empty()});
}

}  // namespace meniscus
