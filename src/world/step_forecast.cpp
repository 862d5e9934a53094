#include "meniscus/world/step_forecast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/fluid/method.h"
#include "world/step_budget.h"

namespace meniscus {

namespace {

constexpr double kMaxSubsteps = 1e12;  // more would not fit an integer, and are never made
constexpr double kSamePace = 1.15;     // less than this is not worth a word
constexpr float kNearLimit = 0.99f;    // from this share of it on, the speed limit holds fluid back

// A room for a few particles: a method of its own takes next to no memory there.
Domain smallRoom(float spacing) {
    const float half = 4.0f * spacing;
    return {.bounds = {{-half, -half, -half}, {half, half, half}}};
}

FluidCounts countsOf(const Frame& frame) {
    FluidCounts counts{};
    if (!frame.isMixed()) counts[0] = frame.count();
    for (const uint8_t fluid : frame.fluid) ++counts[fluid];
    return counts;
}

}  // namespace

struct StepForecast::Impl {
    explicit Impl(const Frame& frame)
        : info(findMethod(frame.method)),
          space(smallRoom(frame.spacing), nullptr, frame.spacing, 1),
          method(info.make(space)) {}

    [[nodiscard]] bool isFor(const Frame& frame) const {
        return info.name == frame.method && space.spacing == frame.spacing;
    }

    void take(const Frame& frame) {
        settings = frame.settings;
        state.fluids = frame.fluids;
        state.maxSpeed = frame.maxSpeed;
        state.maxAcceleration = frame.maxAcceleration;
        if (frame.isMixed() && !state.isMixed()) state.particles.mix(state.contentOf(0));
        if (!frame.isMixed() && state.isMixed()) state.particles.unmix();
        counts = countsOf(frame);
        const double perParticle = static_cast<double>(StepBudget::kWorkPerParticle) + frame.measure.meanNeighbors;
        const double work = static_cast<double>(info.costFactor) * perParticle * static_cast<double>(frame.count());
        const double most = static_cast<double>(StepBudget::kMaxWork) / std::max(work, 1.0);
        allowed = static_cast<int64_t>(std::clamp(most, 1.0, static_cast<double>(StepBudget::kMaxSubsteps)));
        if (frame.totals.isCut) allowed = std::max(frame.totals.lastSubsteps, 1);
    }

    [[nodiscard]] StepCost cost() {
        StageSeconds unused{};
        const StepContext context{.settings = settings,
                                  .fluids = state.fluids,
                                  .fluidCounts = counts,
                                  .fields = {},
                                  .heaters = {},
                                  .heaterTemperatures = {},
                                  .time = 0.0,
                                  .maxSpeed = state.maxSpeed,
                                  .threads = threads,
                                  .stageSeconds = unused};
        const double stable = method->stableTimeStep(context, state);
        const double seconds = settings.timeStep;
        const double substeps = std::clamp(std::ceil(seconds / stable), 1.0, kMaxSubsteps);
        return {static_cast<int64_t>(substeps), allowed, substeps / seconds};
    }

    // Fluid that the limit holds back would be faster with a higher one.
    void limitSpeed(float before) {
        const bool isHeldBack = state.maxSpeed >= kNearLimit * before;
        state.maxSpeed = isHeldBack ? settings.speedLimit : std::min(state.maxSpeed, settings.speedLimit);
    }

    const MethodInfo& info;
    Space space;
    std::unique_ptr<Method> method;
    Threads threads{1};
    Settings settings;
    FluidState state;
    FluidCounts counts{};
    int64_t allowed = StepBudget::kMaxSubsteps;
};

StepForecast::StepForecast() = default;
StepForecast::~StepForecast() = default;

void StepForecast::update(const Frame& frame) {
    if (!(frame.spacing > 0.0f)) return impl_.reset();
    if (impl_ == nullptr || !impl_->isFor(frame)) impl_ = std::make_unique<Impl>(frame);
    impl_->take(frame);
}

StepCost StepForecast::now() const {
    return impl_ != nullptr ? impl_->cost() : StepCost{};
}

StepCost StepForecast::with(const SettingInfo& info, float value) const {
    if (impl_ == nullptr) return {};
    const Settings settings = impl_->settings;
    FluidKind& first = impl_->state.fluids[0];
    const float fluidBefore = info.isOfFluid ? valueOf(info, settings, first) : 0.0f;
    const float speed = impl_->state.maxSpeed;
    setValue(info, value, impl_->settings, first);
    impl_->limitSpeed(settings.speedLimit);
    const StepCost cost = impl_->cost();
    if (info.isOfFluid) info.set(impl_->settings, first, fluidBefore);
    impl_->settings = settings;
    impl_->state.maxSpeed = speed;
    return cost;
}

std::string costNote(const StepCost& cost, const StepCost& before) {
    const auto counted = [](int64_t n) { return fmt::format("{} substep{} a step", n, n == 1 ? "" : "s"); };
    const double slower = cost.perSecond / std::max(before.perSecond, 1e-9);
    const bool isSame = slower < kSamePace && slower > 1.0 / kSamePace;
    if (isSame && cost.substeps == 1 && before.substeps == 1) return {};
    std::string text = counted(cost.substeps);
    if (cost.substeps != before.substeps) text += fmt::format(" instead of {}", before.substeps);
    if (!isSame)
        text +=
            fmt::format(": about {:.2g} times {}", std::max(slower, 1.0 / slower), slower > 1.0 ? "slower" : "faster");
    if (cost.isCut())
        text += fmt::format(". A step here has {} at most, so the fluid moves in slow motion", cost.allowed);
    return text;
}

}  // namespace meniscus
