#include "scene/formats/state_bytes.h"

#include "meniscus/core/error.h"
#include "scene/formats/command_bytes.h"
#include "scene/formats/commands_v1.h"

namespace meniscus {
namespace {

constexpr size_t kMaxNameLength = 200;
constexpr size_t kMaxParticleFields = 64;
constexpr size_t kMaxParts = 1 << 16;      // emitters, heaters: more than any scene may have
constexpr uint32_t kFirstWithStrides = 3;  // version of snapshots

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
    bytes.text(kind.name, kMaxNameLength);
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

// Particles field by field, by name: another version may have others.
void particles(ByteWriter& bytes, const WorldState& state) {
    bytes.size(state.count());
    bytes(state.isMixed);
    size_t fields = 0;
    forEachMotion([&](auto, const auto&) { ++fields; }, state);
    if (state.isMixed) forEachContent([&](auto, auto, const auto&) { ++fields; }, state);
    bytes.size(fields);
    const auto put = [&](std::string_view name, const auto& array) {
        bytes.text(std::string(name), 0);
        bytes.array(array, state.count());
    };
    forEachMotion([&](auto name, const auto& array) { put(name, array); }, state);
    if (state.isMixed) forEachContent([&](auto name, auto, const auto& array) { put(name, array); }, state);
}

void particleField(ByteReader& bytes, WorldState& state, std::string_view name, size_t count) {
    bool isKnown = false;
    const auto take = [&](std::string_view known, auto& array) {
        if (known != name) return;
        bytes.array(array, count);
        isKnown = true;
    };
    forEachMotion([&](auto known, auto& array) { take(known, array); }, state);
    forEachContent([&](auto known, auto, auto& array) { take(known, array); }, state);
    if (!isKnown) bytes.refuse(fmt::format("a field '{}' of particles is unknown to this version", name));
}

// Version 1 has the fields of its time in a fixed order.
void particlesV1(ByteReader& bytes, WorldState& state) {
    size_t count = 0;
    bytes.size(count);
    for (const char* name : {"x", "y", "z", "vx", "vy", "vz", "id"}) particleField(bytes, state, name, count);
    bytes(state.isMixed);
    if (!state.isMixed) return;
    for (const char* name : {"fluid", "temperature", "dye"}) particleField(bytes, state, name, count);
}

// What a state must have and what fits is checked by the world that takes it over.
void particles(ByteReader& bytes, WorldState& state) {
    size_t count = 0, fields = 0;
    bytes.size(count);
    bytes(state.isMixed);
    bytes.size(fields);
    if (fields > kMaxParticleFields) bytes.refuse(fmt::format("{} fields of particles", fields));
    for (size_t k = 0; k < fields; ++k) {
        std::string name;
        bytes.text(name, kMaxNameLength);
        particleField(bytes, state, name, count);
    }
}

// Fields that are younger than the file get what particles have that have none yet.
void addMissingFields(WorldState& state) {
    if (!state.isMixed) return;
    const auto add = [&](auto, auto initial, auto& array) {
        if (array.empty()) array.resize(state.count(), initial);
    };
    forEachContent(add, state);
}

template <typename Bytes, typename State>
void begin(Bytes& bytes, State& state) {
    bytes(state.stepIndex);
    bytes(state.clock);
    bytes.size(state.logSize);
}

template <typename Bytes, typename State>
void rest(Bytes& bytes, State& state) {
    settings(bytes, state);
    bytes.list(state.fluids, kMaxFluids, [](auto& b, auto& kind) { fluidKind(b, kind); });
    for (auto& field : state.userFields) forceField(bytes, field);
    bytes.list(state.emitters, kMaxParts, [](auto& b, auto& one) { emitterState(b, one); });
    bytes.maybe(state.jet, [](auto& b, auto& jet) { emitter(b, jet); });
    emitterState(bytes, state.jetState);
    bytes.list(state.heaterTemperatures, kMaxParts, [](auto& b, auto& temperature) { b(temperature); });
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
    begin(bytes, state);
    particles(bytes, state);
    bytes.text(state.method, kMaxNameLength);
    rest(bytes, state);
    bytes(state.owed);
}

void read(ByteReader& bytes, WorldState& state, uint32_t version) {
    begin(bytes, state);
    if (version == 1) {
        particlesV1(bytes, state);
    } else {
        particles(bytes, state);
        bytes.text(state.method, kMaxNameLength);
    }
    addMissingFields(state);
    rest(bytes, state);
    if (version >= kFirstWithStrides) bytes(state.owed);
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
