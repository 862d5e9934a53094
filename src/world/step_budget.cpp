// What is said about a step that its budget cut short.
#include "world/step_budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "world/world_impl.h"

namespace meniscus {

namespace {

// Of what shortens substeps: without it they would be so much longer.
struct Cause {
    std::string what;    // with its present value
    std::string advice;  // what would help
    float gain = 1.0f;
};

// The fluid of the table that has most of something, among those that are there.
const FluidKind& mostOf(float FluidKind::*value, const FluidState& state, const FluidCounts& counts) {
    size_t best = 0;
    for (size_t k = 1; k < state.fluids.size(); ++k) {
        if (counts[k] > 0 && (counts[best] == 0 || state.fluids[k].*value > state.fluids[best].*value)) best = k;
    }
    return state.fluids[best];
}

std::string nameOf(std::string_view property, const FluidKind& kind, bool isMixed) {
    return isMixed ? fmt::format("{} of {}", property, kind.name) : std::string(property);
}

// To two digits, rounded down.
std::string lowered(float value) {
    const float unit = std::pow(10.0f, std::floor(std::log10(std::max(value, 1e-12f))) - 1.0f);
    return fmt::format("lower it to {:.2g} or use fewer particles", std::floor(value / unit) * unit);
}

// Which setting shortens the substeps is found by leaving each out, so that it holds for every method.
class CauseFinder {
  public:
    explicit CauseFinder(World::Impl& world) : world_(world), stable_(stableWith(world.settings)) {}

    [[nodiscard]] float stableSeconds() const { return stable_; }

    // wanted: seconds that substeps should have.
    [[nodiscard]] Cause find(float wanted) {
        Cause cause{fmt::format("a speed of {:.3g} m/s (acceleration {:.3g} m/s^2)", world_.fluid.maxSpeed,
                                world_.fluid.maxAcceleration),
                    "weaken what drives the fluid, or use fewer particles"};
        const float needed = wanted / stable_;
        tryWithout(
            cause, [](Settings& s) { s.viscosityOn = false; }, &FluidKind::viscosity, "viscosity", needed);
        // Softer fluid gives way more; how much it may is up to the user.
        tryWithout(
            cause, [](Settings& s) { s.pressureOn = false; }, &FluidKind::stiffness, "stiffness", 0.0f);
        tryWithout(
            cause, [](Settings& s) { s.heatOn = false; }, &FluidKind::heatDiffusion, "heatDiffusion", needed);
        Settings settings = world_.settings;
        settings.dyeDiffusion = 0.0f;
        if (isBetter(settings, cause)) {
            cause.what = fmt::format("dyeDiffusion {:.3g}", world_.settings.dyeDiffusion);
            cause.advice = lowered(world_.settings.dyeDiffusion / needed);
        }
        return cause;
    }

  private:
    float stableWith(const Settings& settings) {
        const StepContext now = world_.context();
        return world_.method->stableTimeStep({.settings = settings,
                                              .fluids = now.fluids,
                                              .fluidCounts = now.fluidCounts,
                                              .fields = now.fields,
                                              .heaters = now.heaters,
                                              .heaterTemperatures = now.heaterTemperatures,
                                              .time = now.time,
                                              .maxSpeed = now.maxSpeed,
                                              .threads = now.threads,
                                              .stageSeconds = now.stageSeconds},
                                             world_.fluid);
    }

    bool isBetter(const Settings& settings, Cause& cause) {
        const float gain = stableWith(settings) / stable_;
        if (!(gain > 1.01f * cause.gain)) return false;
        cause.gain = gain;
        return true;
    }

    template <typename SwitchOff>
    void tryWithout(Cause& cause, const SwitchOff& switchOff, float FluidKind::*value, std::string_view property,
                    float needed) {
        Settings settings = world_.settings;
        switchOff(settings);
        if (!isBetter(settings, cause)) return;
        const FluidKind& kind = mostOf(value, world_.fluid, world_.fluidCounts);
        cause.what = fmt::format("{} {:.4g}", nameOf(property, kind, world_.fluid.isMixed()), kind.*value);
        // What it adds to 1 / substep must shrink so far that, with what is left without it, the budget is met.
        const float rest = 1.0f / cause.gain;
        const float share = needed > 0.0f ? (1.0f / needed - rest) / (1.0f - rest) : 0.0f;
        // What is not linear, as viscosity in stages, may give a value that does not help.
        cause.advice = share > 0.0f && share < 0.95f ? lowered(kind.*value * share) : "lower it or use fewer particles";
    }

    World::Impl& world_;
    float stable_;
};

}  // namespace

std::string World::budgetNote() const {
    const StepTotals& totals = impl_->totals;
    if (totals.isCut) {
        const float timeStep = impl_->settings.timeStep;
        CauseFinder finder(*impl_);
        const Cause cause = finder.find(timeStep / static_cast<float>(std::max(totals.lastSubsteps, 1)));
        return fmt::format(
            "{} needs substeps of {:.2g} s; {} of them, the most for a step here, simulate {:.2g} s of its {:.4g} s: "
            "right, but slow; {}",
            cause.what, finder.stableSeconds(), totals.lastSubsteps, totals.lastSeconds, timeStep, cause.advice);
    }
    if (totals.lastCrowded > 0) {
        return fmt::format(
            "{} particles are so crowded that each looks at {} neighbours in a row of cells at most: the fluid there "
            "is only roughly right; raise the stiffness or drain some",
            totals.lastCrowded, maxCandidatesPerRow(impl_->fluid.particles.count));
    }
    if (totals.lastLeftOut == 0) return {};
    return fmt::format(
        "{} iterations of the solver are left out, as {} particles leave no time for more in a substep: density may be "
        "further off; lower pressureIterations and divergenceIterations or use fewer particles",
        totals.lastLeftOut, impl_->fluid.particles.count);
}

}  // namespace meniscus
