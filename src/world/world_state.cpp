// Saving a world's state and taking one over.
#include "meniscus/world/world_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "world/check_setup.h"
#include "world/world_impl.h"

namespace meniscus {

namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw InputError("state: " + what);
}

void requireCount(std::string_view what, size_t count, size_t expected) {
    if (count != expected) refuse(fmt::format("{} {}; allowed: {}", count, what, expected));
}

// Times, speeds and the like: any finite number that is not negative.
void requireMeasure(std::string_view what, double value) {
    if (!(value >= 0.0) || !std::isfinite(value)) refuse(fmt::format("{} is {}; allowed: 0 or more", what, value));
}

void checkArrays(const WorldState& state) {
    const auto require = [](std::string_view name, size_t size, size_t count) {
        requireCount(fmt::format("values of {}", name), size, count);
    };
    forEachMotion([&](auto name, const auto& array) { require(name, array.size(), state.count()); }, state);
    const size_t mixed = state.isMixed ? state.count() : 0;
    forEachContent([&](auto name, auto, const auto& array) { require(name, array.size(), mixed); }, state);
}

// An emitter pours all layers that are due at once, so one must not be far behind the time. One that has come to its
// end may be.
void checkEmitterState(const Emitter& emitter, const EmitterState& state, double now) {
    if (!std::isfinite(state.nextLayer)) {
        refuse(fmt::format("an emitter pours its next layer at {} s; allowed: finite numbers", state.nextLayer));
    }
    const double longestStep = static_cast<double>(findSetting("timeStep").maximum);
    const bool isDone = state.nextLayer >= emitter.endTime || state.emitted >= emitter.particleLimit;
    if (isDone || state.nextLayer >= now - 2.0 * longestStep) return;
    refuse(fmt::format("an emitter pours its next layer at {} s, long before {} s", state.nextLayer, now));
}

// Only what a command can have made of it.
void checkJet(const Emitter& jet, size_t fluidCount, float spacing) {
    checkCommand(Pour{true, jet.centre, jet.radius, jet.speed});
    const bool isPlain = jet.radius <= kMaxJetRadius * spacing && isFinite(jet.direction) && jet.rate >= 0.0f &&
                         std::isfinite(jet.rate) && std::isfinite(jet.startTime) && jet.endTime >= 0.0 &&
                         jet.dye >= 0.0f && jet.dye <= 1.0f;
    if (!isPlain) refuse("the jet is none that a command opens");
    if (jet.fluid >= 0 && static_cast<size_t>(jet.fluid) < fluidCount) return;
    refuse(fmt::format("the jet pours fluid {}; allowed: 0 to {}", jet.fluid, fluidCount - 1));
}

// Far beyond what the speed limit and the forces allow; a step is split by them.
constexpr double kMaxSpeed = 1e3;          // m/s
constexpr double kMaxAcceleration = 1e10;  // m/s^2
constexpr double kMaxTime = 1e9;           // s; beyond, the layers of emitters are lost in rounding

}  // namespace

size_t WorldState::bytes() const {
    size_t sum = sizeof *this;
    const auto add = [&](const auto& array) { sum += array.capacity() * sizeof(array[0]); };
    forEachMotion([&](auto, const auto& array) { add(array); }, *this);
    forEachContent([&](auto, auto, const auto& array) { add(array); }, *this);
    add(fluids);
    add(emitters);
    add(heaterTemperatures);
    return sum;
}

size_t WorldState::bytesPerParticle(bool isMixed) {
    size_t sum = 0;
    const WorldState none;
    forEachMotion([&](auto, const auto& array) { sum += sizeof(array[0]); }, none);
    if (isMixed) forEachContent([&](auto, auto, const auto& array) { sum += sizeof(array[0]); }, none);
    return sum;
}

WorldState World::save() const {
    const Impl& w = *impl_;
    const ParticleArrays& particles = w.fluid.particles;
    WorldState state;
    state.stepIndex = w.stepIndex;
    state.clock = w.clock;
    state.logSize = w.log.size();
    const auto keep = [&](const auto& from, auto& to) { to.assign(from.begin(), from.begin() + particles.count); };
    forEachMotion([&](auto, const auto& from, auto& to) { keep(from, to); }, particles, state);
    state.isMixed = particles.isMixed();
    if (state.isMixed)
        forEachContent([&](auto, auto, const auto& from, auto& to) { keep(from, to); }, particles, state);
    state.method = w.methodInfo->name;
    state.settings = w.settings;
    state.fluids = w.fluid.fluids;
    state.userFields = w.userFields;
    state.emitters = w.inflow.emitters;
    state.jet = w.inflow.jet;
    state.jetState = w.inflow.jetState;
    state.heaterTemperatures = w.heaterTemperatures;
    state.nextId = w.fluid.nextId;
    state.previousDt = w.fluid.previousDt;
    state.owed = w.fluid.owed;
    state.maxSpeed = w.fluid.maxSpeed;
    state.maxAcceleration = w.fluid.maxAcceleration;
    state.totals = w.totals;
    state.totals.stageSeconds = {};
    return state;
}

void World::restore(const WorldState& state, std::span<const LoggedCommand> log) {
    impl_->checkState(state, log.size());
    // Into a copy first, so that running out of memory here changes nothing.
    std::vector<LoggedCommand> newLog(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(state.logSize));
    impl_->restore(state);
    impl_->log = std::move(newLog);
    impl_->pending.clear();
}

void World::Impl::checkState(const WorldState& state, size_t logSize) const {
    if (state.logSize > logSize) refuse(fmt::format("{} commands led to it; the log has {}", state.logSize, logSize));
    if (state.count() > setup.capacity) {
        refuse(fmt::format("{} particles; allowed: up to {}", state.count(), setup.capacity));
    }
    checkArrays(state);
    checkMethod(findMethod(state.method), setup, state.fluids.size());
    const size_t leastFluids = setup.fluids.size();  // emitters and air are of those
    if (state.fluids.size() < leastFluids || state.fluids.size() > kMaxFluids) {
        refuse(fmt::format("{} fluids; allowed: {} to {}", state.fluids.size(), leastFluids, kMaxFluids));
    }
    checkFluids(state.fluids);
    for (const SettingInfo& info : settingTable()) checkValue(info, valueOf(info, state.settings, state.fluids[0]));
    requireCount("emitters", state.emitters.size(), setup.emitters.size());
    requireCount("heaters", state.heaterTemperatures.size(), setup.heaters.size());
    for (size_t slot = 0; slot < state.userFields.size(); ++slot) {
        checkCommand(ApplyField{static_cast<int>(slot), state.userFields[slot]});
    }
    const double now = state.totals.simulatedSeconds;
    for (size_t k = 0; k < state.emitters.size(); ++k) {
        checkEmitterState(setup.emitters[k], state.emitters[k], now);
    }
    if (state.jet) {
        checkJet(*state.jet, state.fluids.size(), setup.spacing);
        checkEmitterState(*state.jet, state.jetState, now);
    }
    for (const float temperature : state.heaterTemperatures) {
        if (!(std::abs(temperature) <= 1e6f)) refuse(fmt::format("a heater of {} degrees", temperature));
    }
    requireMeasure("the clock", state.clock);
    requireMeasure("the simulated time", state.totals.simulatedSeconds);
    requireMeasure("the last time step", static_cast<double>(state.previousDt));
    requireMeasure("the time owed to slow forces", static_cast<double>(state.owed));
    requireMeasure("the largest speed", static_cast<double>(state.maxSpeed));
    requireMeasure("the largest acceleration", static_cast<double>(state.maxAcceleration));
    if (state.clock > kMaxTime || now > kMaxTime) {
        refuse(fmt::format("the time is {} s; allowed: up to {} s", std::max(state.clock, now), kMaxTime));
    }
    if (state.maxSpeed > kMaxSpeed || state.maxAcceleration > kMaxAcceleration) {
        refuse(fmt::format("the largest speed is {} m/s and the largest acceleration {} m/s^2", state.maxSpeed,
                           state.maxAcceleration));
    }
    const float longest = findSetting("timeStep").maximum;
    if (state.previousDt > longest) refuse(fmt::format("the last time step is {} s", state.previousDt));
    if (state.owed > kMaxStride * longest) refuse(fmt::format("slow forces are owed {} s", state.owed));
    checkParticles(state);
}

void World::Impl::checkParticles(const WorldState& state) const {
    for (size_t i = 0; i < state.count(); ++i) {
        const Vec3 x{state.x[i], state.y[i], state.z[i]};
        const Vec3 v{state.vx[i], state.vy[i], state.vz[i]};
        const auto refuseParticle = [&](std::string_view what) {
            refuse(fmt::format("particle {} at ({}, {}, {}) {}", state.id[i], x.x, x.y, x.z, what));
        };
        if (!isFinite(x) || !setup.domain.bounds.contains(x) || !space.boundary.isFree(x))
            refuseParticle("is in a wall");
        if (!isFinite(v)) refuseParticle("has a velocity that is not finite");
        if (state.id[i] >= state.nextId) refuseParticle("has an identity that was never given");
        if (!state.isMixed) continue;
        if (state.fluid[i] >= state.fluids.size()) refuseParticle("is of a fluid that is not in the table");
        const float temperature = state.temperature[i], dye = state.dye[i];
        if (!(temperature >= kAbsoluteZero) || !std::isfinite(temperature)) refuseParticle("has no temperature");
        if (!(dye >= 0.0f && dye <= 1.0f)) refuseParticle("has dye beyond 0 to 1");
    }
    // What columns that have no range of their own hold.
    const auto requireFinite = [](std::string_view name, auto, const auto& array) {
        for (const auto value : array) {
            if (!std::isfinite(static_cast<double>(value))) refuse(fmt::format("a particle's {} is {}", name, value));
        }
    };
    forEachContent(requireFinite, state);
}

void World::Impl::restore(const WorldState& state) {
    settings = state.settings;
    fluid.fluids = state.fluids;
    setMixed(state.isMixed);
    setMethod(state.method);
    const size_t count = state.count();
    fluid.particles.count = count;
    const auto take = [&](const auto& from, auto& to) { std::copy_n(from.begin(), count, to.begin()); };
    forEachMotion([&](auto, const auto& from, auto& to) { take(from, to); }, state, fluid.particles);
    if (state.isMixed) {
        forEachContent([&](auto, auto, const auto& from, auto& to) { take(from, to); }, state, fluid.particles);
    }
    userFields = state.userFields;
    inflow = {state.emitters, state.jet, state.jetState};
    heaterTemperatures = state.heaterTemperatures;
    fluid.nextId = state.nextId;
    fluid.previousDt = state.previousDt;
    fluid.owed = state.owed;
    fluid.maxSpeed = state.maxSpeed;
    fluid.maxAcceleration = state.maxAcceleration;
    const StageSeconds stageSeconds = totals.stageSeconds;
    totals = state.totals;
    totals.stageSeconds = stageSeconds;
    stepIndex = state.stepIndex;
    clock = state.clock;
    gatherFields();
    forgetEvaluation();
    forgetWallLoads();
}

}  // namespace meniscus
