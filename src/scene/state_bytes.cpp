#include "scene/state_bytes.h"

#include "meniscus/core/error.h"

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
    bytes.table(settingTable(),
                [&](const SettingInfo& info) { return valueOf(info, state.settings, state.fluids[0]); });
}
void settings(ByteReader& bytes, WorldState& state) {
    FluidKind first;  // the fluids that follow have the same values
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

// The fields of one command of each kind. Adding a kind of command changes the version of the format.
template <typename Bytes>
struct CommandFields {
    Bytes& bytes;

    void operator()(auto& c) const { fields(c); }

  private:
    template <typename T, typename As>
    static constexpr bool kIs = std::is_same_v<std::remove_const_t<T>, As>;

    template <typename C>
    void fields(C& c) const {
        if constexpr (kIs<C, SetSetting>) {
            bytes.text(c.key, kLongestName);
            bytes(c.value);
        } else if constexpr (kIs<C, ApplyField>) {
            bytes(c.slot);
            forceField(bytes, c.field);
        } else if constexpr (kIs<C, EmitBall>) {
            bytes(c.centre);
            bytes(c.radius);
            bytes(c.velocity);
            bytes.text(c.fluid, kLongestName);
        } else if constexpr (kIs<C, Pour>) {
            bytes(c.isOpen);
            bytes(c.centre);
            bytes(c.radius);
            bytes(c.speed);
            bytes.text(c.fluid, kLongestName);
        } else if constexpr (kIs<C, Drain>) {
            bytes(c.centre);
            bytes(c.radius);
        } else if constexpr (kIs<C, SetFluid>) {
            bytes.text(c.fluid, kLongestName);
            bytes.text(c.key, kLongestName);
            bytes(c.value);
        } else if constexpr (kIs<C, AddFluid>) {
            fluidKind(bytes, c.kind);
        } else if constexpr (kIs<C, Dye>) {
            bytes(c.centre);
            bytes(c.radius);
            bytes(c.amount);
        } else {
            static_assert(kIs<C, Reset>);
        }
    }
};

template <size_t Index = 0>
Command emptyCommand(size_t index) {
    if constexpr (Index + 1 < std::variant_size_v<Command>) {
        if (index != Index) return emptyCommand<Index + 1>(index);
    }
    return Command(std::in_place_index<Index>);
}

void writeCommand(ByteWriter& bytes, const LoggedCommand& logged) {
    bytes(logged.step);
    bytes(logged.clock);
    bytes.choice(logged.command.index(), std::variant_size_v<Command>);
    std::visit(CommandFields<ByteWriter>{bytes}, logged.command);
}

void readCommand(ByteReader& bytes, LoggedCommand& logged) {
    bytes(logged.step);
    bytes(logged.clock);
    size_t index = 0;
    bytes.choice(index, std::variant_size_v<Command>);
    logged.command = emptyCommand(index);
    std::visit(CommandFields<ByteReader>{bytes}, logged.command);
    try {
        checkCommand(logged.command);
    } catch (const InputError& error) {
        bytes.refuse(fmt::format("a command of step {}: {}", logged.step, error.what()));
    }
}

}  // namespace

void write(ByteWriter& bytes, const WorldState& state) {
    worldState(bytes, state);
}

void read(ByteReader& bytes, WorldState& state) {
    worldState(bytes, state);
}

void write(ByteWriter& bytes, const std::vector<LoggedCommand>& log) {
    bytes.list(log, 0, writeCommand);
}

void read(ByteReader& bytes, std::vector<LoggedCommand>& log, size_t mostMemory) {
    uint64_t step = 0;
    double clock = 0.0;
    bytes.list(log, mostMemory / sizeof(LoggedCommand), [&](ByteReader& b, LoggedCommand& logged) {
        readCommand(b, logged);
        const bool isInOrder = logged.step >= step && logged.clock >= clock;  // false for what is not a number
        if (!isInOrder) b.refuse(fmt::format("a command of step {} comes after one of step {}", logged.step, step));
        step = logged.step;
        clock = logged.clock;
    });
}

}  // namespace meniscus
