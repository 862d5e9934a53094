#include "meniscus/world/command.h"

#include <fmt/format.h>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

// Beyond these a command is a mistake, not play; they keep single steps within what the CFL guard can split.
constexpr float kMaxStrength = 1e4f;
constexpr float kMaxRadius = 100.0f;
constexpr float kMaxSpeed = 100.0f;

std::string text(Vec3 v) {
    return fmt::format("({}, {}, {})", v.x, v.y, v.z);
}

void requireFinite(std::string_view name, Vec3 v) {
    if (!isFinite(v)) throw InputError(fmt::format("{}: {} is not allowed; allowed: finite numbers", name, text(v)));
}

void requireRange(std::string_view name, float value, float minimum, float maximum) {
    if (value >= minimum && value <= maximum) return;  // false for NaN
    throw InputError(fmt::format("{}: {} is not allowed; allowed: {} to {}", name, value, minimum, maximum));
}

struct Check {
    void operator()(const SetSetting& c) const { checkValue(findSetting(c.key), c.value); }
    void operator()(const ApplyField& c) const {
        requireRange("field slot", static_cast<float>(c.slot), 0.0f, kFieldSlots - 1.0f);
        requireFinite("field centre", c.field.centre);
        requireFinite("field direction", c.field.direction);
        requireRange("field speed", length(c.field.direction), 0.0f, kMaxSpeed);
        requireRange("field radius", c.field.radius, 1e-4f, kMaxRadius);
        requireRange("field strength", c.field.strength, 0.0f, kMaxStrength);
        if (!(c.field.endTime >= 0.0)) {
            throw InputError(fmt::format("field end time: {} is not allowed; allowed: 0 or more", c.field.endTime));
        }
    }
    void operator()(const EmitBall& c) const {
        requireFinite("emit centre", c.centre);
        requireFinite("emit velocity", c.velocity);
        requireRange("emit speed", length(c.velocity), 0.0f, kMaxSpeed);
        requireRange("emit radius", c.radius, 1e-4f, kMaxRadius);
    }
    void operator()(const Pour& c) const {
        requireFinite("pour centre", c.centre);
        requireRange("pour radius", c.radius, 1e-4f, kMaxRadius);
        requireRange("pour speed", c.speed, 0.01f, kMaxSpeed);
    }
    void operator()(const Drain& c) const {
        requireFinite("drain centre", c.centre);
        requireRange("drain radius", c.radius, 1e-4f, kMaxRadius);
    }
    void operator()(const Reset&) const {}
    void operator()(const SetFluid& c) const {
        FluidKind trial;
        setValue(trial, findFluidProperty(c.key), c.value);
    }
    void operator()(const AddFluid& c) const { checkFluid(c.kind, kMostFluids); }
    void operator()(const Dye& c) const {
        requireFinite("dye centre", c.centre);
        requireRange("dye radius", c.radius, 1e-4f, kMaxRadius);
        requireRange("dye amount", c.amount, 0.0f, 1.0f);
    }
};

std::string ofFluid(const std::string& name) {
    return name.empty() ? "" : " " + name;
}

struct Describe {
    std::string operator()(const SetSetting& c) const {
        return fmt::format("set {}={}", c.key, formatValue(findSetting(c.key), c.value));
    }
    std::string operator()(const ApplyField& c) const {
        return fmt::format("field {} {} centre {} radius {} strength {} direction {} until {} s", c.slot,
                           nameOf(c.field.kind), text(c.field.centre), c.field.radius, c.field.strength,
                           text(c.field.direction), c.field.endTime);
    }
    std::string operator()(const EmitBall& c) const {
        return fmt::format("emit{} centre {} radius {} velocity {}", ofFluid(c.fluid), text(c.centre), c.radius,
                           text(c.velocity));
    }
    std::string operator()(const Pour& c) const {
        if (!c.isOpen) return "stop pouring";
        return fmt::format("pour{} centre {} radius {} speed {}", ofFluid(c.fluid), text(c.centre), c.radius, c.speed);
    }
    std::string operator()(const Drain& c) const {
        return fmt::format("drain centre {} radius {}", text(c.centre), c.radius);
    }
    std::string operator()(const Reset&) const { return "reset"; }
    std::string operator()(const SetFluid& c) const { return fmt::format("set {}.{}={}", c.fluid, c.key, c.value); }
    std::string operator()(const AddFluid& c) const { return fmt::format("add fluid {}", c.kind.name); }
    std::string operator()(const Dye& c) const {
        return fmt::format("dye {} centre {} radius {}", c.amount, text(c.centre), c.radius);
    }
};

}  // namespace

void checkCommand(const Command& command) {
    std::visit(Check{}, command);
}

std::string describe(const LoggedCommand& logged) {
    return fmt::format("step {}: {}", logged.step, std::visit(Describe{}, logged.command));
}

}  // namespace meniscus
