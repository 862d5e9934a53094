#include "scene/state_bytes.h"

#include "meniscus/core/error.h"
#include "scene/command_bytes.h"
#include "scene/commands_v1.h"

namespace meniscus {
namespace {

constexpr size_t kLongestName = 200;
constexpr size_t kMostParts = 1 << 16;  // emitters, heaters: more than any scene may have

template <typename Bytes, typename Field>
void forceField(Bytes& bytes, Field& field) {
    bytes(field.kind);
    bytes(field.centre);
    bytes(field.radius);
    bytes(field.strength);
    bytes(field.direction);
    bytes(field.endTime);
}

void properties(ByteWriter& bytes, const FluidKind& kind) {
    bytes.table(fluidPropertyTable(), [&](const FluidProperty& property) { return kind.*property.value; });
}
void properties(ByteReader& bytes, FluidKind& kind) {
    bytes.table(fluidPropertyTable(),
                [&](const FluidProperty& property, float value) { kind.*property.value = value; });
}

void settings(ByteWriter& bytes, const WorldState& state) {
    std::vector<SettingInfo> own;
    std::ranges::copy_if(settingTable(), std::back_inserter(own), [](const SettingInfo& i) { return !i.isOfFluid; });
    bytes.table(own, [&](const SettingInfo& info) { return valueOf(info, state.settings, state.fluids[0]); });
}
void settings(ByteReader& bytes, WorldState& state) {
    FluidKind first;  // version 1 has its values here as well as with the fluids, which follow
    bytes.table(settingTable(),
                [&](const SettingInfo& info, float value) { setValue(info, value, state.settings, first); });
}

template <typename Bytes, typename Kind>
void fluidKind(Bytes& bytes, Kind& kind) {
    bytes.text(kind.name, kLongestName);
    bytes(kind.isGas);
    bytes(kind.isFlame);
    bytes(kind.vapour);
    properties(bytes, kind);
}

template <typename Bytes, typename State>
void emitterState(Bytes& bytes, State& state) {
    bytes(state.emitted);
    bytes(state.nextLayer);
}

template <typename Bytes, typename Jet>
void emitter(Bytes& bytes, Jet& jet) {
    bytes(jet.shape);
    bytes(jet.centre);
    bytes(jet.direction);
    bytes(jet.radius);
    bytes(jet.speed);
    bytes(jet.rate);
    bytes(jet.startTime);
    bytes(jet.endTime);
    bytes(jet.particleLimit);
    bytes(jet.fluid);
    bytes(jet.dye);
    bytes(jet.avoidsFluid);
}

template <typename Bytes, typename Totals>
void stepTotals(Bytes& bytes, Totals& totals) {
    for (auto* count : {&totals.steps, &totals.substeps, &totals.halvings, &totals.speedLimited, &totals.particleSteps,
                        &totals.emitterSkipped, &totals.airBorn, &totals.gasGone, &totals.boiled, &totals.condensed}) {
        bytes(*count);
    }
    bytes(totals.simulatedSeconds);
    bytes(totals.lastSubsteps);
}

template <typename Bytes, typename State>
void particles(Bytes& bytes, State& state) {
    size_t count = state.count();
    bytes.size(count);
    for (auto* array : {&state.x, &state.y, &state.z, &state.vx, &state.vy, &state.vz}) bytes.array(*array, count);
    bytes.array(state.id, count);
    bytes(state.isMixed);
    if (!state.isMixed) return;
    bytes.array(state.fluid, count);
    bytes.array(state.temperature, count);
    bytes.array(state.dye, count);
}

template <typename Bytes, typename State>
void worldState(Bytes& bytes, State& state) {
    bytes(state.stepIndex);
    bytes(state.clock);
    bytes.size(state.logSize);
    particles(bytes, state);
    settings(bytes, state);
    bytes.list(state.fluids, kMostFluids, [](auto& b, auto& kind) { fluidKind(b, kind); });
    for (auto& field : state.userFields) forceField(bytes, field);
    bytes.list(state.emitters, kMostParts, [](auto& b, auto& one) { emitterState(b, one); });
    bytes.maybe(state.jet, [](auto& b, auto& jet) { emitter(b, jet); });
    emitterState(bytes, state.jetState);
    bytes.list(state.heaterTemperatures, kMostParts, [](auto& b, auto& temperature) { b(temperature); });
    bytes(state.nextId);
    bytes(state.previousDt);
    bytes(state.maxSpeed);
    bytes(state.maxAcceleration);
    stepTotals(bytes, state.totals);
}

// False for times that are no numbers.
bool isInOrder(const LoggedCommand& earlier, const LoggedCommand& later) {
    return later.step >= earlier.step && later.clock >= earlier.clock;
}

}  // namespace

void write(ByteWriter& bytes, const WorldState& state) {
    worldState(bytes, state);
}

void read(ByteReader& bytes, WorldState& state) {
    worldState(bytes, state);
}

void read(ByteReader& bytes, ForceField& field) {
    forceField(bytes, field);
}

void read(ByteReader& bytes, FluidKind& kind) {
    fluidKind(bytes, kind);
}

void write(ByteWriter& bytes, const std::vector<LoggedCommand>& log) {
    bytes.list(log, 0, writeCommand);
}

void read(ByteReader& bytes, std::vector<LoggedCommand>& log, uint32_t version, size_t mostMemory) {
    bytes.list(log, mostMemory / sizeof(LoggedCommand), [&](ByteReader& b, LoggedCommand& logged) {
        if (version == 1) {
            readCommandV1(b, logged);
        } else {
            readCommand(b, logged);
        }
        const LoggedCommand first;
        const LoggedCommand& earlier = log.size() > 1 ? log[log.size() - 2] : first;
        if (isInOrder(earlier, logged)) return;
        b.refuse(fmt::format("a command of step {} comes after one of step {}", logged.step, earlier.step));
    });
}

}  // namespace meniscus
