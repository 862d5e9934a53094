// Saving a world's state and taking one over.
#include "meniscus/world/world_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "world/world_impl.h"

namespace meniscus {

namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw InputError("state: " + what);
}

template <typename From, typename To>
void copyInto(const From& from, To& to, size_t count) {
    std::copy_n(from.begin(), count, to.begin());
}

template <typename Value, typename Array>
std::vector<Value> firstOf(const Array& array, size_t count) {
    return {array.begin(), array.begin() + static_cast<std::ptrdiff_t>(count)};
}

void requireCount(std::string_view what, size_t count, size_t expected) {
    if (count != expected) refuse(fmt::format("{} {}; allowed: {}", count, what, expected));
}

// Times, speeds and the like: any finite number that is not negative.
void requireMeasure(std::string_view what, double value) {
    if (!(value >= 0.0) || !std::isfinite(value)) refuse(fmt::format("{} is {}; allowed: 0 or more", what, value));
}

void checkArrays(const WorldState& state) {
    for (const auto* array : {&state.x, &state.y, &state.z, &state.vx, &state.vy, &state.vz}) {
        requireCount("coordinates", array->size(), state.count());
    }
    const size_t mixed = state.isMixed ? state.count() : 0;
    requireCount("fluids of particles", state.fluid.size(), mixed);
    requireCount("temperatures", state.temperature.size(), mixed);
    requireCount("amounts of dye", state.dye.size(), mixed);
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
    const bool isPlain = jet.radius <= kWidestJet * spacing && isFinite(jet.direction) && jet.rate >= 0.0f &&
                         std::isfinite(jet.rate) && std::isfinite(jet.startTime) && jet.endTime >= 0.0 &&
                         jet.dye >= 0.0f && jet.dye <= 1.0f;
    if (!isPlain) refuse("the jet is none that a command opens");
    if (jet.fluid >= 0 && static_cast<size_t>(jet.fluid) < fluidCount) return;
    refuse(fmt::format("the jet pours fluid {}; allowed: 0 to {}", jet.fluid, fluidCount - 1));
}

// Far beyond what the speed limit and the forces allow; a step is split by them.
constexpr double kMostSpeed = 1e3;          // m/s
constexpr double kMostAcceleration = 1e10;  // m/s^2
constexpr double kLongestTime = 1e9;        // s; beyond, the layers of emitters are lost in rounding

}  // namespace

size_t WorldState::bytes() const {
    size_t words = x.capacity() + y.capacity() + z.capacity() + vx.capacity() + vy.capacity() + vz.capacity();
    words += id.capacity() + temperature.capacity() + dye.capacity();
    return sizeof *this + words * sizeof(float) + fluid.capacity() + fluids.capacity() * sizeof(FluidKind) +
           emitters.capacity() * sizeof(EmitterState) + heaterTemperatures.capacity() * sizeof(float);
}

WorldState World::save() const {
    const Impl& w = *impl_;
    const ParticleArrays& p = w.current;
    WorldState state;
    state.stepIndex = w.stepIndex;
    state.clock = w.clock;
    state.logSize = w.log.size();
    state.x = firstOf<float>(p.x, p.count);
    state.y = firstOf<float>(p.y, p.count);
    state.z = firstOf<float>(p.z, p.count);
    state.vx = firstOf<float>(p.vx, p.count);
    state.vy = firstOf<float>(p.vy, p.count);
    state.vz = firstOf<float>(p.vz, p.count);
    state.id = firstOf<uint32_t>(p.id, p.count);
    state.isMixed = p.isMixed();
    if (p.isMixed()) {
        state.fluid = firstOf<uint8_t>(p.fluid, p.count);
        state.temperature = firstOf<float>(p.temperature, p.count);
        state.dye = firstOf<float>(p.dye, p.count);
    }
    state.settings = w.settings;
    state.fluids = w.fluids;
    state.userFields = w.userFields;
    state.emitters = w.emitterStates;
    state.jet = w.jet;
    state.jetState = w.jetState;
    state.heaterTemperatures = w.heaterTemperatures;
    state.nextId = w.nextId;
    state.previousDt = w.previousDt;
    state.maxSpeed = w.maxSpeed;
    state.maxAcceleration = w.maxAcceleration;
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
    const size_t leastFluids = setup.fluids.size();  // emitters and air are of those
    if (state.fluids.size() < leastFluids || state.fluids.size() > kMostFluids) {
        refuse(fmt::format("{} fluids; allowed: {} to {}", state.fluids.size(), leastFluids, kMostFluids));
    }
    for (const FluidKind& kind : state.fluids) checkFluid(kind, state.fluids.size());
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
    requireMeasure("the largest speed", static_cast<double>(state.maxSpeed));
    requireMeasure("the largest acceleration", static_cast<double>(state.maxAcceleration));
    if (state.clock > kLongestTime || now > kLongestTime) {
        refuse(fmt::format("the time is {} s; allowed: up to {} s", std::max(state.clock, now), kLongestTime));
    }
    if (state.maxSpeed > kMostSpeed || state.maxAcceleration > kMostAcceleration) {
        refuse(fmt::format("the largest speed is {} m/s and the largest acceleration {} m/s^2", state.maxSpeed,
                           state.maxAcceleration));
    }
    if (state.previousDt > findSetting("timeStep").maximum) {
        refuse(fmt::format("the last time step is {} s", state.previousDt));
    }
    for (size_t i = 0; i < state.count(); ++i) {
        const Vec3 x{state.x[i], state.y[i], state.z[i]};
        const Vec3 v{state.vx[i], state.vy[i], state.vz[i]};
        const auto refuseParticle = [&](std::string_view what) {
            refuse(fmt::format("particle {} at ({}, {}, {}) {}", state.id[i], x.x, x.y, x.z, what));
        };
        if (!isFinite(x) || !setup.domain.bounds.contains(x) || !walls->isFree(x)) refuseParticle("is in a wall");
        if (!isFinite(v)) refuseParticle("has a velocity that is not finite");
        if (state.id[i] >= state.nextId) refuseParticle("has an identity that was never given");
        if (!state.isMixed) continue;
        if (state.fluid[i] >= state.fluids.size()) refuseParticle("is of a fluid that is not in the table");
        const float temperature = state.temperature[i], dye = state.dye[i];
        if (!(temperature >= kAbsoluteZero) || !std::isfinite(temperature)) refuseParticle("has no temperature");
        if (!(dye >= 0.0f && dye <= 1.0f)) refuseParticle("has dye beyond 0 to 1");
    }
}

void World::Impl::restore(const WorldState& state) {
    settings = state.settings;
    fluids = state.fluids;
    setMixed(state.isMixed);
    rebuildWallTable();
    const size_t count = state.count();
    current.count = count;
    copyInto(state.x, current.x, count);
    copyInto(state.y, current.y, count);
    copyInto(state.z, current.z, count);
    copyInto(state.vx, current.vx, count);
    copyInto(state.vy, current.vy, count);
    copyInto(state.vz, current.vz, count);
    copyInto(state.id, current.id, count);
    if (state.isMixed) {
        copyInto(state.fluid, current.fluid, count);
        copyInto(state.temperature, current.temperature, count);
        copyInto(state.dye, current.dye, count);
    }
    userFields = state.userFields;
    emitterStates = state.emitters;
    jet = state.jet;
    jetState = state.jetState;
    heaterTemperatures = state.heaterTemperatures;
    nextId = state.nextId;
    previousDt = state.previousDt;
    maxSpeed = state.maxSpeed;
    maxAcceleration = state.maxAcceleration;
    const StageSeconds stageSeconds = totals.stageSeconds;
    totals = state.totals;
    totals.stageSeconds = stageSeconds;
    stepIndex = state.stepIndex;
    clock = state.clock;
    gatherFields();
    forgetPasses();
}

}  // namespace meniscus
