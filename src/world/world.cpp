#include "meniscus/world/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "meniscus/core/hash.h"
#include "world/stage_timer.h"
#include "world/world_impl.h"

namespace meniscus {

namespace {

// A step that fails this often, each time halved, is beyond rescue.
constexpr int kMaxHalvings = 10;

void checkSetup(const WorldSetup& setup) {
    const auto refuse = [&](std::string_view what) {
        throw InputError(fmt::format("scene {}: {}", setup.scene, what));
    };
    if (!(setup.spacing > 0.0f) || !std::isfinite(setup.spacing)) refuse(fmt::format("spacing {} m", setup.spacing));
    const Vec3 size = setup.domain.bounds.size();
    if (!isFinite(size) || std::min({size.x, size.y, size.z}) < 1.03f * setup.spacing) {
        refuse(fmt::format("room of {} x {} x {} m is too small for a spacing of {} m", size.x, size.y, size.z,
                           setup.spacing));
    }
    const size_t fluids = setup.fluids.size();
    if (fluids < 1 || fluids > kMostFluids) refuse(fmt::format("{} fluids; allowed: 1 to {}", fluids, kMostFluids));
    if (fluids > 1 && !setup.isMixed) refuse("several fluids, but its particles do not carry them (isMixed)");
    for (const SettingInfo& info : settingTable()) checkValue(info, valueOf(info, setup.settings, setup.fluids[0]));
    for (const FluidKind& kind : setup.fluids) checkFluid(kind, fluids);
    if (setup.air != kNoFluid && (setup.air < 0 || static_cast<size_t>(setup.air) >= fluids)) {
        refuse(fmt::format("air {} is not an index of its {} fluids", setup.air, fluids));
    }
    if (setup.air != kNoFluid && std::ranges::any_of(setup.domain.periodic, std::identity{})) {
        refuse("trapped air is not for rooms with periodic axes");  // phases.cpp looks for places in the grid
    }
    if (setup.heaters.size() > kMostHeaters) {
        refuse(fmt::format("{} heaters; allowed: up to {}", setup.heaters.size(), kMostHeaters));
    }
}

}  // namespace

std::string_view stageName(Stage stage) {
    constexpr std::array<std::string_view, kStageCount> kNames{"commands", "sort",  "density", "forces",
                                                               "move",     "check", "phases"};
    return kNames[static_cast<size_t>(stage)];
}

World::Impl::Impl(WorldSetup worldSetup, int threadCount) : setup(std::move(worldSetup)), threads(threadCount) {
    checkSetup(setup);
    setup.capacity = std::max({setup.capacity, setup.particles.size(), size_t{1}});
    h = kSupportPerSpacing * setup.spacing;
    ghosts = Ghosts::makeFor(setup.domain, h);
    const size_t places = ghosts ? ghosts->capacityFor(setup.capacity) : setup.capacity;
    reserve(places);
    grid = std::make_unique<CellGrid>(setup.domain.bounds, h, places, ghosts ? 2 : 1);
    walls = std::make_unique<Walls>(setup.domain, setup.solids, *grid, h, 0.5f * setup.spacing);
    activeFields.reserve(kFieldSlots + setup.fields.size());
    reset();
}

void World::Impl::reserve(size_t capacity) {
    current.reserve(capacity);
    next.reserve(capacity);
    records.resize(capacity + 1);
    notes.reserve(capacity);
    colourGradient.resize(capacity);
    reports.resize(chunkCount(capacity, kPassChunk));
}

void World::Impl::reset() {
    settings = setup.settings;
    fluids = setup.fluids;
    setMixed(setup.isMixed);
    heaterTemperatures.clear();
    for (const HeatRegion& heater : setup.heaters) heaterTemperatures.push_back(heater.temperature);
    rebuildWallTable();
    current.count = 0;
    nextId = 0;
    if (setup.particles.empty() && setup.refill) setup.particles = setup.refill();
    for (const ParticleSeed& seed : setup.particles) {
        if (!isFinite(seed.x) || !walls->hasClearance(seed.x) || !isFinite(seed.v)) {
            throw InputError(
                fmt::format("scene {}: particle at ({}, {}, {}) is inside a wall or has no finite velocity",
                            setup.scene, seed.x.x, seed.x.y, seed.x.z));
        }
        if (seed.fluid >= fluids.size()) {
            throw InputError(fmt::format("scene {}: a particle of fluid {}; allowed: 0 to {}", setup.scene, seed.fluid,
                                         fluids.size() - 1));
        }
        ParticleContent content = contentOf(seed.fluid);
        if (seed.temperature != ParticleSeed::kOfItsFluid) content.temperature = seed.temperature;
        content.dye = seed.dye;
        current.append(seed.x, seed.v, nextId++, content);
    }
    if (setup.refill) setup.particles = std::vector<ParticleSeed>();  // "= {}" would keep the memory
    userFields.fill(ForceField{});
    jet.reset();
    emitterStates.assign(setup.emitters.size(), EmitterState{});
    for (size_t k = 0; k < setup.emitters.size(); ++k) emitterStates[k].nextLayer = setup.emitters[k].startTime;
    previousDt = 0.0f;
    maxSpeed = 0.0f;
    maxAcceleration = 0.0f;
    for (size_t i = 0; i < current.count; ++i) maxSpeed = std::max(maxSpeed, length(current.velocity(i)));
    totals = StepTotals{};
    gatherFields();
    forgetPasses();
}

void World::Impl::setMixed(bool isMixed) {
    if (isMixed == current.isMixed()) return;
    contents.resize(isMixed ? records.size() : 0);
    stresses.resize(isMixed ? records.size() : 0);
    mixedSums.resize(isMixed ? colourGradient.size() : 0);
    interfaceGradient.resize(isMixed ? colourGradient.size() : 0);
    surfaceGradient.resize(isMixed ? colourGradient.size() : 0);
    for (ParticleArrays* particles : {&current, &next}) {
        if (isMixed) {
            particles->mix(contentOf(0));
        } else {
            particles->unmix();
        }
    }
    forgetPasses();
}

int World::Impl::fluidIndex(const std::string& name) const {
    const auto place = std::find_if(fluids.begin(), fluids.end(), [&](const FluidKind& k) { return k.name == name; });
    return place == fluids.end() ? kNoFluid : static_cast<int>(place - fluids.begin());
}

ParticleContent World::Impl::contentOf(int fluid) const {
    return {static_cast<uint8_t>(fluid), fluids[static_cast<size_t>(fluid)].temperature, 0.0f};
}

void World::Impl::rebuildWallTable() {
    const KernelPair pair = settings.kernelPair;
    if (wallTable && pair == wallTablePair) return;
    wallTable = std::make_unique<WallTable>(pair, h, setup.spacing);
    wallTablePair = pair;
}

void World::Impl::step() {
    {
        const StageTimer timer(totals, Stage::Commands);
        applyCommands();
        runEmitters();
        gatherFields();
        if (isMixed()) countFluids();
    }
    int left = 1;
    int halvings = 0;
    float remaining = settings.timeStep;
    totals.lastSubsteps = 0;
    while (left > 0) {
        left = std::max(left, static_cast<int>(std::ceil(remaining / stableTimeStep())));
        const float dt = remaining / static_cast<float>(left);
        if (trySubstep(dt, halvings > 0)) {
            remaining -= dt;
            --left;
            ++totals.lastSubsteps;
            continue;
        }
        ++totals.halvings;
        if (++halvings > kMaxHalvings) giveUp(dt, remaining);
        left *= 2;
    }
    if (isMixed()) changePhases();
    totals.substeps += totals.lastSubsteps;
    totals.simulatedSeconds += settings.timeStep;
    clock += settings.timeStep;
    ++totals.steps;
    ++stepIndex;
}

bool World::Impl::trySubstep(float dt, bool isRetry) {
    const Fluid fluid = fluidFor(dt);
    sortIntoCells();
    computeDensity(fluid);
    // Leapfrog: velocities live between positions, so the kick spans half of either neighbouring substep. After a
    // failure the longer one before does not count, or the kick could not become small.
    const float kick = 0.5f * ((isRetry ? std::min(previousDt, dt) : previousDt) + dt);
    computeForces(fluid, {.kick = kick, .heat = dt}, nullptr);
    moveParticles(fluid);
    dropGhosts();

    const StageTimer timer(totals, Stage::Check);
    const ChunkReport report = combinedReport();
    forgetPasses();
    badParticle = report.firstBad;
    if (report.firstBad != ChunkReport::kNoneBad) return false;
    std::swap(current, next);
    passesFitCurrent = true;
    if (isMixed()) heatPlates(report);
    previousDt = dt;
    maxSpeed = std::sqrt(report.maxSpeed2);
    maxAcceleration = std::sqrt(report.maxAcceleration2);
    totals.speedLimited += report.speedLimited;
    totals.particleSteps += current.count;
    return true;
}

// The substeps that went well stay, and time with them. The failed step counts in the order of the log, so that a
// replay which also goes on after the error stays the same run.
void World::Impl::giveUp(float dt, float remaining) {
    totals.simulatedSeconds += settings.timeStep - remaining;
    clock += settings.timeStep - remaining;
    totals.substeps += totals.lastSubsteps;
    ++stepIndex;
    std::string changes;
    size_t others = 0;
    for (const LoggedCommand& logged : log) {
        const auto* set = std::get_if<SetSetting>(&logged.command);
        const auto* fluid = std::get_if<SetFluid>(&logged.command);
        if (set != nullptr && logged.step == 0) {
            changes += fmt::format(" --set {}={}", set->key, formatValue(findSetting(set->key), set->value));
        } else if (fluid != nullptr && logged.step == 0) {
            changes += fmt::format(" --set {}.{}={}", fluid->fluid, fluid->key, fluid->value);
        } else {
            ++others;
        }
    }
    const Vec3 v = next.velocity(badParticle);
    const NeighborRecord& record = records[badParticle];
    throw WorkError(fmt::format(
        "step {}, particle {}: {} at ({:.4g}, {:.4g}, {:.4g}), velocity ({:.4g}, {:.4g}, {:.4g}) m/s, volume {:.4g} "
        "m^3, "
        "also with the step halved {} times to {:.3g} s; the world is back at its last good state; replay: meniscus "
        "run "
        "{}{} --steps {}{}",
        totals.steps, next.id[badParticle], isFinite(v) ? "runaway speed" : "velocity is not finite", record.x,
        record.y, record.z, v.x, v.y, v.z, record.volume, kMaxHalvings, dt, setup.replayArguments, changes,
        totals.steps + 1, others > 0 ? fmt::format(" (and {} commands given while it ran)", others) : ""));
}

float World::Impl::stableTimeStep() const {
    const bool printed = settings.kernelPair == KernelPair::Mcg03;
    const FluidKind& first = fluids[0];
    // Sound: measured limits are 1.0 to 1.2 h / sqrt(k) for the printed pair and 0.7 to 0.8 for the consistent one.
    const float sound = settings.pressureOn ? (printed ? 0.9f : 0.6f) * h / std::sqrt(first.stiffness) : 1.0f;
    // Viscosity: a lone pair of particles, thin as it is, is the stiffest case, about 40 mu / (rho0 h^2) per second.
    const float mu = settings.viscosityOn ? first.viscosity : 0.0f;
    const float viscous = first.restDensity * h * h / (40.0f * std::max(mu, 1e-6f));
    // Way: no particle passes another, nor a wall's table, in one substep.
    const float way = 0.4f * h / std::max(maxSpeed, 1e-6f);
    const float push = 0.3f * std::sqrt(h / std::max(maxAcceleration, 1e-6f));
    const float mixed = isMixed() ? stableMixedTimeStep() : way;
    return std::min({sound, viscous, way, push, mixed});
}

Fluid World::Impl::fluidFor(float dt) const {
    Fluid fluid;
    fluid.pair = settings.kernelPair;
    fluid.tension = settings.tensionModel;
    fluid.h = h;
    fluid.spacing = setup.spacing;
    fluid.mass = massOf(fluids[0]);
    fluid.restDensity = fluids[0].restDensity;
    fluid.stiffness = settings.pressureOn * fluids[0].stiffness;
    fluid.viscosity = settings.viscosityOn * fluids[0].viscosity;
    fluid.surfaceTension = settings.tensionOn * settings.surfaceTension;
    fluid.surfaceThreshold = settings.surfaceThreshold / h;
    if (fluid.tension == TensionModel::Cohesion) {
        fluid.cohesion = calibratedCohesion(h, setup.spacing, fluid.surfaceTension);
    }
    fluid.allowSuction = settings.allowSuction;
    fluid.dt = dt;
    return fluid;
}

float World::Impl::massOf(const FluidKind& kind) const {
    return calibratedMass(settings.kernelPair, h, setup.spacing, kind.restDensity);
}

Fluid World::Impl::ownFluid(const Fluid& fluid, const ParticleContent& content) const {
    if (!isMixed()) return fluid;
    const FluidKind& kind = fluids[content.fluid];
    Fluid own = fluid;
    own.mass = fluid.mass * (kind.restDensity / fluid.restDensity);
    own.restDensity = kind.restDensityAt(content.temperature);
    own.stiffness = settings.pressureOn * kind.stiffness;
    own.viscosity = settings.viscosityOn * kind.viscosity;
    return own;
}

ChunkReport World::Impl::combinedReport() const {
    ChunkReport total;
    for (size_t chunk = 0; chunk < reportCount; ++chunk) {
        const ChunkReport& report = reports[chunk];
        total.maxSpeed2 = std::max(total.maxSpeed2, report.maxSpeed2);
        total.maxAcceleration2 = std::max(total.maxAcceleration2, report.maxAcceleration2);
        total.speedLimited += report.speedLimited;
        total.neighbors += report.neighbors;
        for (size_t k = 0; k < kMostHeaters; ++k) total.heaterHeat[k] += report.heaterHeat[k];
        total.firstBad = std::min(total.firstBad, report.firstBad);
    }
    return total;
}

World::World(WorldSetup setup, int threads) : impl_(std::make_unique<Impl>(std::move(setup), threads)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::submit(Command command) {
    checkCommand(command);
    impl_->checkFluidNames(command);
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
size_t World::particleCount() const {
    return impl_->current.count;
}
float World::supportRadius() const {
    return impl_->h;
}
float World::particleMass() const {
    return impl_->fluidFor(0.0f).mass;
}
float World::particleMass(size_t fluid) const {
    return impl_->massOf(impl_->fluids[fluid]);
}
std::span<const FluidKind> World::fluids() const {
    return impl_->fluids;
}
bool World::isMixed() const {
    return impl_->isMixed();
}
std::span<const float> World::heaterTemperatures() const {
    return impl_->heaterTemperatures;
}
int World::threadCount() const {
    return impl_->threads.count();
}

uint64_t World::stateHash(HashRule rule) const {
    const ParticleArrays& p = impl_->current;
    StateHash hash;
    for (const auto* array : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz}) {
        hash.addSpan(std::span<const float>(array->data(), p.count));
    }
    hash.addSpan(std::span<const uint32_t>(p.id.data(), p.count));
    if (p.isMixed()) {
        hash.addSpan(std::span<const uint8_t>(p.fluid.data(), p.count));
        hash.addSpan(std::span<const float>(p.temperature.data(), p.count));
        hash.addSpan(std::span<const float>(p.dye.data(), p.count));
        hash.addSpan(std::span<const float>(impl_->heaterTemperatures));
        for (const FluidKind& kind : impl_->fluids) {
            for (const FluidProperty& property : fluidPropertyTable()) {
                if (!property.isOnlyDrawn || rule == HashRule::WithColours) hash.add(kind.*property.value);
            }
        }
    }
    hash.add(impl_->totals.simulatedSeconds);
    hash.add(impl_->previousDt);
    for (const SettingInfo& info : settingTable()) hash.add(valueOf(info, impl_->settings, impl_->fluids[0]));
    return hash.value();
}

size_t World::allocatedBytes() const {
    const Impl& w = *impl_;
    return w.current.bytes() + w.next.bytes() + w.records.size() * sizeof(NeighborRecord) + w.notes.bytes() +
           w.colourGradient.size() * sizeof(Vec3) + w.contents.size() * (sizeof(ContentRecord) + sizeof(StressRecord)) +
           w.surfaceGradient.size() * (2 * sizeof(Vec3) + sizeof(MixedSums)) +
           w.setup.particles.size() * sizeof(ParticleSeed) + (w.ghosts ? w.ghosts->bytes() : 0) +
           w.reports.size() * sizeof(ChunkReport) + w.grid->bytes() + w.walls->bytes();
}

}  // namespace meniscus
