#include "scene/formats/scene_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "meniscus/sph/cell_grid.h"
#include "meniscus/sph/fluid.h"
#include "scene/fill.h"
#include "scene/formats/scene_fields.h"
#include "scene/water.h"
#include "scene/world_cost.h"

namespace meniscus {

namespace {

constexpr size_t kDefaultParticles = 2000;
constexpr double kMaxPerSecond = 20e6;  // particles of all emitters
constexpr double kMaxColumns = 256;     // across the opening of an emitter
// Of water in files that say nothing of it: compressed by so much at most, and this calm.
constexpr float kDefaultCompression = 0.04f;
constexpr float kCalmSkin = 0.002f;  // surface tension in rho0 k h, which the default stabiliser keeps calm
constexpr float kDefaultCalm = 0.008f;

// Distances from solids that a world begins with: of each particle twice, and of each cell.
constexpr double kDistancesPerBin = 2.0;  // of the limit

// What decimals such as three times 0.333 may be off.
constexpr double kShareRounding = 1e-3;

constexpr float Vec3::*kAxes[3] = {&Vec3::x, &Vec3::y, &Vec3::z};

[[noreturn]] void refuseAt(const std::string& where, std::string_view path, std::string_view what) {
    throw InputError(fmt::format("{}: {}: {}", where, path, what));
}

class SceneCheck {
  public:
    SceneCheck(Scene& scene, const Json& json, const std::string& where, const SceneLimits& limits)
        : scene_(scene), setup_(scene.setup), json_(json), where_(where), limits_(limits) {}

    void run() {
        checkRoom();
        setup_.isMixed = setup_.isMixed || needsMixed();
        checkFluids();
        checkFill();
        findCounts();
        findSpacing();
        checkSolids();
        checkLimits(scene_, where_, limits_);
        findSettings();
        for (size_t k = 0; k < setup_.emitters.size(); ++k) checkEmitter(k);
        checkPouring();
        for (size_t k = 0; k < setup_.fields.size(); ++k) {
            relay(fmt::format("$.fields[{}]", k), [&] { checkCommand(ApplyField{0, setup_.fields[k]}); });
        }
        for (size_t k = 0; k < setup_.heaters.size(); ++k) checkHeater(k);
    }

  private:
    [[noreturn]] void refuse(std::string_view path, std::string_view what) const { refuseAt(where_, path, what); }

    // Errors of those who know nothing of files.
    template <typename Act>
    void relay(std::string_view path, const Act& act) const {
        try {
            act();
        } catch (const InputError& error) {
            refuse(path, error.what());
        }
    }

    [[nodiscard]] bool isGiven(const char* object, std::string_view key) const {
        return json_.contains(object) && json_[object].contains(key);
    }

    void checkRoom() const {
        const Vec3 size = setup_.domain.bounds.size();
        for (size_t k = 0; k < 3; ++k) {
            const float length = size.*kAxes[k];
            if (length >= kSmallestSize && length <= kFarthest) continue;
            refuse("$.room", fmt::format("{} m from lower to upper along {} is not allowed; allowed: {} to {} m",
                                         length, "xyz"[k], kSmallestSize, kFarthest));
        }
    }

    // Whether something needs temperature or dye, although the file has no list of fluids.
    [[nodiscard]] bool needsMixed() const {
        const auto isThermal = [](const ForceField& f) {
            return f.kind == FieldKind::Heat || f.kind == FieldKind::Cool;
        };
        const auto isSpecial = [](const FillRegion::Layer& layer) {
            return layer.dye != 0.0f || layer.temperature != ParticleSeed::kOfItsFluid;
        };
        return !setup_.heaters.empty() || std::ranges::any_of(setup_.fields, isThermal) ||
               std::ranges::any_of(setup_.emitters, [](const Emitter& e) { return e.dye != 0.0f; }) ||
               std::ranges::any_of(scene_.fill, [&](const FillRegion& region) {
                   return std::ranges::any_of(region.layers, isSpecial);
               });
    }

    void checkFluids() const {
        const auto& fluids = setup_.fluids;
        for (size_t k = 0; k < fluids.size(); ++k) {
            const std::string path = fmt::format("$.fluids[{}]", k);
            relay(path, [&] { checkFluid(fluids[k], fluids.size()); });
            if (fluids[k].vapour == static_cast<int>(k)) {
                refuse(path + ".vapour",
                       fmt::format("\"{}\" is the fluid itself; allowed: {}", fluids[k].name, otherFluids(k)));
            }
            const auto isSame = [&](const FluidKind& other) { return other.name == fluids[k].name; };
            if (std::any_of(fluids.begin(), fluids.begin() + static_cast<std::ptrdiff_t>(k), isSame)) {
                refuse(path + ".name", fmt::format("\"{}\" is there twice", fluids[k].name));
            }
        }
        if (setup_.air == kNoFluid) return;
        if (!fluids[static_cast<size_t>(setup_.air)].isGas) {
            refuse("$.air", "is not a gas; allowed: a fluid with \"gas\": true");
        }
        if (std::ranges::any_of(setup_.domain.periodic, std::identity{})) {
            refuse("$.air", "trapped air is not for rooms with periodic axes");
        }
    }

    [[nodiscard]] std::string otherFluids(size_t fluid) const {
        std::vector<std::string_view> names;
        for (size_t k = 0; k < setup_.fluids.size(); ++k) {
            if (k != fluid) names.push_back(setup_.fluids[k].name);
        }
        return names.empty() ? "another fluid" : fmt::format("{}", fmt::join(names, ", "));
    }

    void checkFill() {
        for (size_t k = 0; k < scene_.fill.size(); ++k) {
            FillRegion& region = scene_.fill[k];
            const std::string path = fmt::format("$.fill[{}]", k);
            if (region.layers.empty()) region.layers.emplace_back();
            const Bounds bounds = boundsOf(region);
            const Vec3 size = bounds.size();
            if (!(std::min({size.x, size.y, size.z}) >= kSmallestSize)) {
                refuse(path, fmt::format("{} x {} x {} m is not allowed; allowed: {} m or more", size.x, size.y, size.z,
                                         kSmallestSize));
            }
            checkLayers(k);
            const float reach = std::max(length(bounds.lower), length(bounds.upper)) + length(region.shift);
            const float speed = length(region.velocity) + length(region.spin) * reach;
            if (speed > 2.0 * kFastest) {
                refuse(path, fmt::format("velocity and spin give {} m/s; allowed: 0 to {}", speed, 2.0 * kFastest));
            }
        }
    }

    // The last layer takes the rest. Where it gives a share itself, that may be less than the rest, but not more.
    void checkLayers(size_t k) const {
        const std::vector<FillRegion::Layer>& layers = scene_.fill[k].layers;
        double sum = 0.0;
        for (size_t n = 0; n < layers.size(); ++n) {
            const std::string path = fmt::format("$.fill[{}].layers[{}]", k, n);
            const bool takesRest = n + 1 == layers.size() && !isShareGiven(k, n);
            if (takesRest && sum > 1.0 - kShareRounding) {
                refuse(path,
                       "the layers before it leave nothing; allowed: shares of less than 1 before the last layer");
            }
            if (takesRest) return;
            if (sum + layers[n].share > 1.0 + kShareRounding) {
                refuse(path + ".share", fmt::format("{} is not allowed; allowed: 0 to {:.4g}, which the layers before "
                                                    "it leave",
                                                    layers[n].share, std::max(1.0 - sum, 0.0)));
            }
            sum += layers[n].share;
        }
    }

    [[nodiscard]] bool isShareGiven(size_t region, size_t layer) const {
        const Json& fill = json_["fill"][region];
        return fill.contains("layers") && !fill["layers"].empty() && fill["layers"][layer].contains("share");
    }

    void findCounts() {
        if (scene_.particles == 0) scene_.particles = usualCount();
        if (scene_.fill.empty()) {
            scene_.particlesAtStart = 0;
            return;
        }
        if (scene_.particlesAtStart == 0) scene_.particlesAtStart = scene_.particles;
        if (scene_.particlesAtStart > scene_.particles) {
            refuse("$.particlesAtStart", fmt::format("{} is not allowed; allowed: 1 to {}, which are all particles",
                                                     scene_.particlesAtStart, scene_.particles));
        }
        if (setup_.capacity > 0 && setup_.capacity < scene_.particlesAtStart) {
            refuse("$.capacity", fmt::format("{} is not allowed; allowed: {}, which the fill has, to {}",
                                             setup_.capacity, scene_.particlesAtStart, limits_.capacity));
        }
    }

    [[nodiscard]] size_t usualCount() const {
        uint64_t poured = 0;
        for (const Emitter& emitter : setup_.emitters) {
            if (emitter.particleLimit <= limits_.particles) poured += emitter.particleLimit;
        }
        if (!scene_.fill.empty() || poured == 0) return std::min(kDefaultParticles, limits_.particles);
        return std::min<size_t>(poured, limits_.particles);
    }

    void findSpacing() {
        if (!scene_.fill.empty()) {
            setup_.spacing = fitSpacing(scene_.fill, scene_.particlesAtStart);
            if (!(setup_.spacing >= kFinestSpacing && setup_.spacing <= kCoarsestSpacing)) {
                refuse("$.particles",
                       fmt::format("{} in this fill have a spacing of {} m; allowed: {} to {} m",
                                   scene_.particlesAtStart, setup_.spacing, kFinestSpacing, kCoarsestSpacing));
            }
        }
        const Vec3 size = setup_.domain.bounds.size();
        for (size_t k = 0; k < 3; ++k) {
            const float length = size.*kAxes[k];
            const float least = setup_.domain.periodic[k] ? 2.0f * support() : 1.03f * setup_.spacing;
            if (length >= least) continue;
            refuse("$.room", fmt::format("{} m along {} is not allowed with a spacing of {} m; allowed: {} m or more",
                                         length, "xyz"[k], setup_.spacing, least));
        }
    }

    [[nodiscard]] float support() const { return kSupportPerSpacing * setup_.spacing; }

    void checkSolids() const {
        for (size_t k = 0; k < scene_.solids.size(); ++k) {
            relay(fmt::format("$.solids[{}]", k), [&] { (void)makeSolids({&scene_.solids[k], 1}); });
        }
    }

    // What neither the settings nor the fluids say is that of water of this depth, at this resolution and with what is
    // given. Weak gravity makes no softer fluid: the user may turn it up.
    void findSettings() {
        Settings& settings = setup_.settings;
        FluidKind& first = setup_.fluids[0];
        const bool hasStiffness = isGivenOf(0, "stiffness");
        // One fluid that says nothing of kernels and stabiliser is thin water; others are as printed.
        const bool isThin = setup_.fluids.size() == 1 && !setup_.isMixed && !isGiven("settings", "kernelPair") &&
                            !isGiven("settings", "stabiliser");
        if (isThin) {
            settings.kernelPair = KernelPair::Wendland;
            settings.stabiliser = true;
            if (!isGiven("settings", "tensionModel")) settings.tensionModel = TensionModel::Stress;
        }
        const WaterValues water =
            waterValues({.depth = usualDepth(),
                         .spacing = setup_.spacing,
                         .compression = kDefaultCompression,
                         .calm = isThin ? 0.0f : kDefaultCalm,
                         .gravity = std::max(std::abs(settings.gravity), Settings{}.gravity),
                         .restDensity = first.restDensity,
                         .stiffness = hasStiffness ? std::optional(first.stiffness) : std::nullopt});
        first.stiffness = water.stiffness;
        if (!isGivenOf(0, "viscosity")) first.viscosity = water.viscosity;
        for (size_t k = 1; k < setup_.fluids.size(); ++k) findValuesOf(k);
        if (!isGiven("settings", "timeStep")) settings.timeStep = water.timeStep;
        if (isThin && !isGiven("settings", "surfaceTension")) {
            const float calm = kCalmSkin * first.restDensity * first.stiffness * support();
            settings.surfaceTension = std::min(settings.surfaceTension, calm);
        }
    }

    // A further fluid is as hard to compress as the first one: k rho0 is the same, or the weaker would give way.
    void findValuesOf(size_t fluid) {
        const FluidKind& first = setup_.fluids[0];
        FluidKind& kind = setup_.fluids[fluid];
        if (kind.isGas) return;
        const FluidProperty& stiffness = findFluidProperty("stiffness");
        if (!isGivenOf(fluid, "stiffness")) {
            kind.stiffness = std::clamp(first.stiffness * first.restDensity / kind.restDensity, stiffness.minimum,
                                        stiffness.maximum);
        }
        if (!isGivenOf(fluid, "viscosity")) kind.viscosity = first.viscosity;
    }

    // Whether the file gives the fluid this property: itself, by the settings, or by the name of a known fluid, which
    // says nothing of the stiffness of liquids.
    [[nodiscard]] bool isGivenOf(size_t fluid, std::string_view key) const {
        if (fluid == 0 && isGiven("settings", key)) return true;
        if (!json_.contains("fluids") || fluid >= json_["fluids"].size()) return false;
        if (json_["fluids"][fluid].contains(key)) return true;
        const FluidKind& kind = setup_.fluids[fluid];
        const auto isSame = [&](const FluidKind& known) { return known.name == kind.name; };
        const bool isKnown = kind.name != FluidKind{}.name && std::ranges::any_of(knownFluids(), isSame);
        return isKnown && (key != "stiffness" || kind.isGas);
    }

    [[nodiscard]] float usualDepth() const {
        const Bounds& room = setup_.domain.bounds;
        if (scene_.fill.empty()) return 0.5f * room.size().y;
        Bounds all = boundsOf(scene_.fill[0]);
        for (const FillRegion& region : scene_.fill) {
            all.lower = minPerAxis(all.lower, boundsOf(region).lower);
            all.upper = maxPerAxis(all.upper, boundsOf(region).upper);
        }
        return all.size().y;
    }

    void checkEmitter(size_t k) const {
        const Emitter& emitter = setup_.emitters[k];
        const std::string path = fmt::format("$.emitters[{}]", k);
        if (!(length(emitter.direction) > 1e-3f))
            refuse(path + ".direction", "has no length; allowed: more than 0.001");
        if (emitter.endTime < emitter.startTime) {
            refuse(path + ".endTime", fmt::format("{} s is not allowed; allowed: {} s, its startTime, or later",
                                                  emitter.endTime, emitter.startTime));
        }
        const double most = 0.5 * kMaxColumns * setup_.spacing;
        if (emitter.radius > most) {
            refuse(path + ".radius", fmt::format("{} m is not allowed; allowed: up to {:.4g} m, which is {} spacings",
                                                 emitter.radius, most, 0.5 * kMaxColumns));
        }
    }

    void checkPouring() const {
        double perSecond = 0.0;
        const double volume = std::pow(static_cast<double>(setup_.spacing), 3);
        for (const Emitter& e : setup_.emitters) {
            const double width = std::max(2.0 * e.radius, static_cast<double>(setup_.spacing));
            perSecond += width * width * e.speed / volume;
        }
        if (perSecond <= kMaxPerSecond) return;
        refuse("$.emitters", fmt::format("{:.3g} particles a second; allowed: up to {:.3g}", perSecond, kMaxPerSecond));
    }

    void checkHeater(size_t k) const {
        const Bounds& b = setup_.heaters[k].bounds;
        if (b.lower.x <= b.upper.x && b.lower.y <= b.upper.y && b.lower.z <= b.upper.z) return;
        refuse(fmt::format("$.heaters[{}]", k), "lower lies above upper; allowed: lower up to upper");
    }

    Scene& scene_;
    WorldSetup& setup_;
    const Json& json_;
    const std::string& where_;
    const SceneLimits& limits_;
};

}  // namespace

void checkLimits(const Scene& scene, const std::string& where, const SceneLimits& limits) {
    const auto refuse = [&](std::string_view path, const std::string& what) { refuseAt(where, path, what); };
    const WorldSetup& setup = scene.setup;
    if (scene.particles > limits.particles) {
        refuse("$.particles", fmt::format("{} is not allowed; allowed: up to {}", scene.particles, limits.particles));
    }
    if (setup.capacity > limits.capacity) {
        refuse("$.capacity", fmt::format("{} is not allowed; allowed: up to {}", setup.capacity, limits.capacity));
    }
    const double bins = CellGrid::binsNeeded(setup.domain.bounds, kSupportPerSpacing * setup.spacing, 2);
    if (!(bins <= limits.bins)) {
        refuse("$.room", fmt::format("{:.3g} bins of its grid at a spacing of {} m; allowed: up to {:.3g}; take a "
                                     "smaller room or fewer particles",
                                     bins, setup.spacing, limits.bins));
    }
    const double places = bins / kBinsPerCell + 2.0 * static_cast<double>(scene.particlesAtStart);
    const double most = kDistancesPerBin * limits.bins / places;
    if (static_cast<double>(scene.solids.size()) > most) {
        refuse("$.solids",
               fmt::format("{} are not allowed with so many particles in such a room; allowed: up to {:.0f}",
                           scene.solids.size(), std::floor(most)));
    }
    const double bytes = worldBytes(scene);
    if (!(bytes <= limits.bytes)) {
        refuse("$.particles", fmt::format("{} in this room take {:.0f} MB; allowed: up to {:.0f} MB", scene.particles,
                                          1e-6 * bytes, 1e-6 * limits.bytes));
    }
}

bool isWithin(const Scene& scene, const SceneLimits& limits) {
    try {
        checkLimits(scene, "", limits);
        return true;
    } catch (const InputError&) {
        return false;
    }
}

void completeScene(Scene& scene, const Json& json, const std::string& where, const SceneLimits& limits) {
    SceneCheck(scene, json, where, limits).run();
}

}  // namespace meniscus
