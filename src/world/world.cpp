#include "meniscus/world/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "meniscus/core/hash.h"
#include "meniscus/fluid/material.h"
#include "meniscus/fluid/phases.h"
#include "world/check_setup.h"
#include "world/step_budget.h"
#include "world/world_impl.h"

namespace meniscus {

namespace {

// A step that fails this often, each time halved, is beyond rescue.
constexpr int kMaxHalvings = 10;
// So many substeps of one step are never made; a larger count would not fit an integer.
constexpr float kMaxLeft = 1e12f;

WorldSetup checked(WorldSetup setup) {
    checkSetup(setup);
    setup.capacity = std::max({setup.capacity, setup.particles.size(), size_t{1}});
    return setup;
}

}  // namespace

World::Impl::Impl(WorldSetup worldSetup, int threadCount)
    : setup(checked(std::move(worldSetup))),
      threads(threadCount),
      space(setup.domain, setup.solids, setup.spacing, setup.capacity),
      wallLoads(static_cast<size_t>(space.boundary.wallCount())) {
    fluid.particles.reserve(space.places);
    next.reserve(space.places);
    evaluation.resize(space.places, false);
    activeFields.reserve(kFieldSlots + setup.fields.size());
    reset();
}

void World::Impl::step() {
    {
        const StageTimer timer(totals.stageSeconds, Stage::Commands);
        applyCommands();
        pour();
        gatherFields();
        fluidCounts = countFluids(fluid.particles);
    }
    int halvings = 0;
    int64_t left = 1;
    float remaining = settings.timeStep;
    double done = 0.0;
    StepBudget budget;
    beginTotals();
    while (left > 0 && !(done > 0.0 && budget.isSpent())) {
        left = std::max(left, substepsFor(remaining));
        const float dt = remaining / static_cast<float>(left);
        if (trySubstep(dt, halvings > 0, budget)) {
            remaining -= dt;
            done += dt;
            --left;
            continue;
        }
        ++totals.halvings;
        if (halvings == kMaxHalvings) giveUp(dt, remaining);
        // Where a step has no time for more tries, the next one is the last.
        const int more = budget.isSpent() ? kMaxHalvings - halvings : 1;
        halvings += more;
        left <<= more;
    }
    totals.isCut = left > 0;
    totals.cutSteps += totals.isCut;
    const double seconds = totals.isCut ? done : settings.timeStep;
    changePhases(static_cast<float>(seconds));
    advance(seconds);
    ++totals.steps;
}

void World::Impl::beginTotals() {
    totals.lastSubsteps = 0;
    totals.lastCrowded = 0;
    totals.lastLeftOut = 0;
    totals.isCut = false;
    forgetWallLoads();
}

int64_t World::Impl::substepsFor(float seconds) {
    const float count = std::ceil(seconds / method->stableTimeStep(context(), fluid));
    return static_cast<int64_t>(count < kMaxLeft ? count : kMaxLeft);
}

bool World::Impl::trySubstep(float dt, bool isRetry, StepBudget& budget) {
    // Leapfrog: velocities live between positions, so the kick spans half of either neighbouring substep. After a
    // failure neither the longer one before nor what is owed from it counts, or the kick could not become small.
    const float before = isRetry ? std::min(fluid.previousDt, dt) : fluid.previousDt;
    const float owed = isRetry ? std::min(fluid.owed, dt) : fluid.owed;
    const SubstepTimes times{.dt = dt, .kick = 0.5f * (before + dt), .heat = dt, .owed = owed};
    forgetEvaluation();
    const SubstepReport report = method->substep(context(), times, fluid.particles, next, evaluation);
    budget.add(next.count, activeFields.size(), report.neighbors, methodInfo->costFactor);
    badParticle = report.firstBad;
    if (report.firstBad != SubstepReport::kNoneBad) return false;
    std::swap(fluid.particles, next);
    evaluated = Evaluated::Current;
    takeReport(report, dt);
    return true;
}

void World::Impl::takeReport(const SubstepReport& report, float dt) {
    fluid.previousDt = dt;
    fluid.owed = report.owed;
    fluid.maxSpeed = std::sqrt(report.maxSpeed2);
    fluid.maxAcceleration = std::sqrt(report.maxAcceleration2);
    ++totals.lastSubsteps;
    totals.speedLimited += report.speedLimited;
    totals.lastCrowded = report.crowded;
    totals.crowded += report.crowded;
    totals.lastLeftOut = report.leftOut;
    totals.particleSteps += fluid.particles.count;
    for (size_t wall = 0; wall < report.wallLoads.size(); ++wall) wallLoads[wall].add(report.wallLoads[wall]);
    wallLoadSeconds += dt;
    // Plates give what the fluid got.
    for (size_t k = 0; k < setup.heaters.size(); ++k) {
        const float capacity = setup.heaters[k].capacity;
        if (capacity > 0.0f) heaterTemperatures[k] -= static_cast<float>(report.heaterHeat[k] / capacity);
    }
}

void World::Impl::changePhases(float seconds) {
    if (!fluid.isMixed() || !methodInfo->supports.mixtures) return;
    const StageTimer timer(totals.stageSeconds, Stage::Phases);
    const PhaseScene scene{setup.seed, setup.air, setup.cavitationSites};
    Phases(scene, settings, space, totals.steps, seconds, fluid, evaluation, totals).change();
}

void World::Impl::advance(double seconds) {
    totals.substeps += totals.lastSubsteps;
    totals.lastSeconds = seconds;
    if (settings.emitterRate < 1.0f) {
        Inflow(space, setup.seed, fluid, places)
            .delay(setup.emitters, inflow, totals.simulatedSeconds, seconds, settings.emitterRate);
    }
    totals.simulatedSeconds += seconds;
    clock += seconds;
    ++stepIndex;
}

// The substeps that went well stay, and time with them. The failed step counts in the order of the log, so that a
// replay which also goes on after the error stays the same run.
void World::Impl::giveUp(float dt, float remaining) {
    advance(settings.timeStep - remaining);
    const Vec3 v = next.velocity(badParticle);
    const NeighborRecord& record = evaluation.records[badParticle];
    throw WorkError(fmt::format(
        "step {}, particle {}: {} at ({:.4g}, {:.4g}, {:.4g}), velocity ({:.4g}, {:.4g}, {:.4g}) m/s, volume {:.4g} "
        "m^3, also with the step halved {} times to {:.3g} s; the world is back at its last good state",
        totals.steps, next.id[badParticle], isFinite(v) ? "runaway speed" : "velocity is not finite", record.x,
        record.y, record.z, v.x, v.y, v.z, record.volume, kMaxHalvings, dt));
}

void World::Impl::pour() {
    Inflow filling(space, setup.seed, fluid, places);
    filling.run(setup.emitters, inflow, totals.simulatedSeconds, settings.emitterRate);
    totals.emitterSkipped += filling.skippedCount();
    if (filling.addedCount() > 0) forgetEvaluation();
}

void World::Impl::gatherFields() {
    activeFields.clear();
    if (!settings.fieldsOn) return;
    const auto addIfActive = [&](ForceField field, float factor) {
        field.strength *= factor;
        if (field.kind == FieldKind::Swirl) field.direction = normalizedOr(field.direction, {0.0f, 1.0f, 0.0f});
        if (field.strength > 0.0f && totals.simulatedSeconds < field.endTime) activeFields.push_back(field);
    };
    for (const ForceField& field : setup.fields) addIfActive(field, settings.fieldStrength);
    for (const ForceField& field : userFields) addIfActive(field, 1.0f);
}

void World::Impl::reset() {
    settings = setup.settings;
    fluid.fluids = setup.fluids;
    setMixed(setup.isMixed);
    setMethod(setup.method);
    heaterTemperatures.clear();
    for (const HeatRegion& heater : setup.heaters) heaterTemperatures.push_back(heater.temperature);
    addSeeds();
    userFields.fill(ForceField{});
    inflow = {};
    for (const Emitter& emitter : setup.emitters) inflow.emitters.push_back({.nextLayer = emitter.startTime});
    fluid.previousDt = 0.0f;
    fluid.owed = 0.0f;
    fluid.maxSpeed = 0.0f;
    fluid.maxAcceleration = 0.0f;
    for (size_t i = 0; i < fluid.particles.count; ++i) {
        fluid.maxSpeed = std::max(fluid.maxSpeed, length(fluid.particles.velocity(i)));
    }
    totals = StepTotals{};
    gatherFields();
    forgetEvaluation();
    forgetWallLoads();
}

void World::Impl::forgetWallLoads() {
    std::ranges::fill(wallLoads, WallLoad{});
    wallLoadSeconds = 0.0;
}

void World::Impl::addSeeds() {
    fluid.particles.count = 0;
    fluid.nextId = 0;
    if (setup.particles.empty() && setup.refill) setup.particles = setup.refill();
    for (const ParticleSeed& seed : setup.particles) {
        if (!isFinite(seed.x) || !space.boundary.hasClearance(seed.x) || !isFinite(seed.v)) {
            throw InputError(
                fmt::format("scene {}: particle at ({}, {}, {}) is inside a wall or has no finite velocity",
                            setup.scene, seed.x.x, seed.x.y, seed.x.z));
        }
        if (seed.fluid >= fluid.fluids.size()) {
            throw InputError(fmt::format("scene {}: a particle of fluid {}; allowed: 0 to {}", setup.scene, seed.fluid,
                                         fluid.fluids.size() - 1));
        }
        ParticleContent content = fluid.contentOf(seed.fluid);
        if (seed.temperature != ParticleSeed::kOfItsFluid) content.temperature = seed.temperature;
        content.dye = seed.dye;
        fluid.particles.append(seed.x, seed.v, fluid.nextId++, content);
    }
    if (setup.refill) setup.particles = std::vector<ParticleSeed>();  // "= {}" would keep the memory
}

void World::Impl::setMixed(bool isMixed) {
    if (isMixed == fluid.isMixed()) return;
    for (ParticleArrays* particles : {&fluid.particles, &next}) {
        if (isMixed) {
            particles->mix(fluid.contentOf(0));
        } else {
            particles->unmix();
        }
    }
    evaluation.resize(space.places, isMixed);
    forgetEvaluation();
}

void World::Impl::setMethod(std::string_view name) {
    if (methodInfo != nullptr && methodInfo->name == name) return;
    const MethodInfo& info = findMethod(name);
    checkMethod(info, setup, fluid.fluids.size());
    method = info.make(space);
    methodInfo = &info;
    forgetEvaluation();
}

StepContext World::Impl::context() {
    return {.settings = settings,
            .fluids = fluid.fluids,
            .fluidCounts = fluidCounts,
            .fields = activeFields,
            .heaters = setup.heaters,
            .heaterTemperatures = heaterTemperatures,
            .time = totals.simulatedSeconds,
            .maxSpeed = fluid.maxSpeed,
            .threads = threads,
            .stageSeconds = totals.stageSeconds};
}

Fluid World::Impl::firstFluid() const {
    return meniscus::firstFluid(settings, fluid.fluids[0], space);
}

Fluid World::Impl::ownFluidOf(const Fluid& first, const ParticleContent& content) const {
    if (!fluid.isMixed()) return first;
    return ownFluid(first, settings, fluid.fluids[content.fluid], content.temperature);
}

World::World(WorldSetup setup, int threads) : impl_(std::make_unique<Impl>(std::move(setup), threads)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::submit(Command command) {
    checkCommand(command);
    impl_->checkNames(command);
    impl_->pending.push_back(std::move(command));
}

void World::applyCommands() {
    impl_->applyCommands();
}

void World::step() {
    impl_->step();
}

const WorldSetup& World::setup() const {
    return impl_->setup;
}
const Settings& World::settings() const {
    return impl_->settings;
}
const StepTotals& World::totals() const {
    return impl_->totals;
}
uint64_t World::stepIndex() const {
    return impl_->stepIndex;
}
double World::clock() const {
    return impl_->clock;
}
std::span<const LoggedCommand> World::log() const {
    return impl_->log;
}
double World::stepSeconds() const {
    return impl_->totals.isCut ? impl_->totals.lastSeconds : static_cast<double>(impl_->settings.timeStep);
}
size_t World::particleCount() const {
    return impl_->fluid.particles.count;
}
float World::supportRadius() const {
    return impl_->space.h;
}
float World::particleMass() const {
    return particleMass(0);
}
float World::particleMass(size_t fluid) const {
    return massOf(impl_->fluid.fluids[fluid], impl_->settings, impl_->space);
}
std::span<const FluidKind> World::fluids() const {
    return impl_->fluid.fluids;
}
bool World::isMixed() const {
    return impl_->fluid.isMixed();
}
const MethodInfo& World::method() const {
    return *impl_->methodInfo;
}
std::span<const float> World::heaterTemperatures() const {
    return impl_->heaterTemperatures;
}
int World::threadCount() const {
    return impl_->threads.count();
}

}  // namespace meniscus
