// Command is the only way into a running world. Commands are applied at step boundaries, and scene + seed + log of
// commands with their step numbers repeats a run bit for bit.
//
// Each command is described once, beside its struct: kInfo has its name, what undo does about it and what it does;
// fields() visits each field with its key, its rule and its meaning. Checks, messages, logs and replays in JSON,
// snapshots, undo and docs/commands.md derive from that. A command may have, where the description does not suffice:
//     void check() const;            throws InputError for what no rule of a field can tell
//     std::string text() const;      as logs show it
//     std::string gesture() const;   as undo names it
//     std::string valueKey() const;  of UndoKind::Values: which value it sets, and
//     T before(const World&) const;  the command that sets this value to what it is now
// Its effect is an overload in src/world/apply_commands.cpp.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "meniscus/fluid/fluid_kind.h"
#include "meniscus/fluid/force_field.h"
#include "meniscus/fluid/method.h"
#include "meniscus/fluid/settings.h"

namespace meniscus {

class World;

// What undo does about a command: sets the values back, or goes back to the moment before it.
enum class UndoKind { Values, Tool, Reset, AddedFluid };

struct CommandInfo {
    std::string_view name;          // in files
    UndoKind undo;                  // see above
    std::string_view gesture;       // as undo names it, such as "pouring"
    std::string_view about;         // one sentence
    std::string_view offName = "";  // in files, where its field with the rule IsOn is false; it has no fields then
};

// Rules of fields. Beyond their ranges a command is a mistake, not play; they keep single steps within what the CFL
// guard can split.
struct NumberRule {
    float minimum;
    float maximum;
    std::string_view unit = "";
    bool isOptional = false;  // in files; its default where it is left out
};
struct VectorRule {
    std::string_view unit;
    float longest = std::numeric_limits<float>::infinity();
};
struct EndRule {  // s, 0 or more; infinite where it is left out
    bool isOptional = true;
};
struct KeyRule {};   // checked by the command itself
struct NameRule {};  // of a new fluid; checked by the command itself
struct FluidRule {   // the name of a fluid of the table
    bool isOptional = false;
};
struct EnumRule {};
struct FlagRule {};
struct IsOnRule {};  // see CommandInfo::offName

inline constexpr VectorRule kPlaceRule{"m"};
inline constexpr VectorRule kVelocityRule{"m/s", 100.0f};
inline constexpr NumberRule kRadiusRule{1e-4f, 100.0f, "m"};
inline constexpr NumberRule kSpeedRule{0.01f, 100.0f, "m/s"};
inline constexpr NumberRule kStrengthRule{0.0f, 1e4f};
inline constexpr NumberRule kShareRule{0.0f, 1.0f};
inline constexpr NumberRule kAnyNumber{std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max()};

// Slots for fields given by commands; the fields of the scene itself are apart from these.
inline constexpr int kFieldSlots = 8;

struct SetSetting {
    std::string key;
    float value = 0.0f;
    friend bool operator==(const SetSetting&, const SetSetting&) = default;

    static constexpr CommandInfo kInfo{"set", UndoKind::Values, "a setting", "Changes a setting."};
    static void fields(auto& c, auto& visit) {
        visit("key", c.key, KeyRule{}, "which one, see settings.md");
        visit("value", c.value, kAnyNumber, "within the range of the setting; of a choice the index of its name");
    }
    void check() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string gesture() const;
    [[nodiscard]] std::string valueKey() const { return key; }
    [[nodiscard]] SetSetting before(const World& world) const;
};

// Changes how the fluid moves, from the next step on.
struct SetMethod {
    std::string method = std::string(kDefaultMethod);
    friend bool operator==(const SetMethod&, const SetMethod&) = default;

    static constexpr CommandInfo kInfo{"set-method", UndoKind::Values, "a method", "Changes how the fluid moves."};
    static void fields(auto& c, auto& visit) {
        visit("method", c.method, KeyRule{}, "its name, see `meniscus methods`");
    }
    void check() const;
    [[nodiscard]] std::string text() const { return "set method=" + method; }
    [[nodiscard]] std::string gesture() const { return "method " + method; }
    [[nodiscard]] std::string valueKey() const { return "method"; }
    [[nodiscard]] SetMethod before(const World& world) const;
};

// Puts a field into one of kFieldSlots slots; the same slot again replaces it, strength 0 clears it.
struct ApplyField {
    int slot = 0;
    ForceField field{};
    friend bool operator==(const ApplyField&, const ApplyField&) = default;

    static constexpr CommandInfo kInfo{
        "field", UndoKind::Tool, "a field",
        "Puts a force field into a slot; the same slot again replaces it, strength 0 clears it."};
    static void fields(auto& c, auto& visit) {
        visit("slot", c.slot, NumberRule{0.0f, kFieldSlots - 1.0f}, "which one");
        visit("kind", c.field.kind, EnumRule{}, "what it does");
        visit("centre", c.field.centre, kPlaceRule, "its centre, or a point of a swirl's axis");
        visit("radius", c.field.radius, kRadiusRule, "where it has faded to nothing");
        visit("strength", c.field.strength, kStrengthRule, "drag: 1/s; heat and cool: K/s; the others: m/s^2");
        visit("direction", c.field.direction, kVelocityRule, "drag: the velocity to take on; swirl: the axis");
        visit("endTime", c.field.endTime, EndRule{}, "simulated time when it ends; never when left out");
    }
    [[nodiscard]] std::string gesture() const;
};

// Adds a ball of fluid with the given velocity. Places where fluid or wall already is stay as they are.
struct EmitBall {
    Vec3 centre{};
    float radius = 0.05f;  // m
    Vec3 velocity{};       // m/s
    std::string fluid{};   // name of the fluid; empty: the first of the table
    friend bool operator==(const EmitBall&, const EmitBall&) = default;

    static constexpr CommandInfo kInfo{"emit", UndoKind::Tool, "a ball of fluid",
                                       "Adds a ball of fluid. Places where fluid or wall already is stay as they are."};
    static void fields(auto& c, auto& visit) {
        visit("centre", c.centre, kPlaceRule, "of the ball");
        visit("radius", c.radius, kRadiusRule, "of the ball");
        visit("velocity", c.velocity, kVelocityRule, "of the fluid");
        visit("fluid", c.fluid, FluidRule{.isOptional = true}, "its name; the first fluid when left out");
    }
};

// A jet of fluid straight down from a round opening, until it is closed again. Given anew, the opening moves and the
// jet goes on. Places where fluid or wall already is stay as they are.
struct Pour {
    bool isOpen = false;
    Vec3 centre{};
    float radius = 0.03f;  // m
    float speed = 1.0f;    // m/s
    std::string fluid{};   // name of the fluid; empty: the first of the table
    friend bool operator==(const Pour&, const Pour&) = default;

    static constexpr CommandInfo kInfo{
        "pour", UndoKind::Tool, "pouring",
        "Opens a jet of fluid straight down, or moves it; `stop-pouring`, which has no fields, closes it.",
        "stop-pouring"};
    static void fields(auto& c, auto& visit) {
        visit("isOpen", c.isOpen, IsOnRule{}, "");
        visit("centre", c.centre, kPlaceRule, "of the opening");
        visit("radius", c.radius, kRadiusRule, "of the opening");
        visit("speed", c.speed, kSpeedRule, "of the jet");
        visit("fluid", c.fluid, FluidRule{.isOptional = true}, "its name; the first fluid when left out");
    }
};

// Takes away the fluid in a ball. Particles elsewhere keep their identities.
struct Drain {
    Vec3 centre{};
    float radius = 0.05f;  // m
    friend bool operator==(const Drain&, const Drain&) = default;

    static constexpr CommandInfo kInfo{"drain", UndoKind::Tool, "draining", "Takes away the fluid in a ball."};
    static void fields(auto& c, auto& visit) {
        visit("centre", c.centre, kPlaceRule, "of the ball");
        visit("radius", c.radius, kRadiusRule, "of the ball");
    }
};

// Back to the scene's first state, settings and fields; simulated time starts again.
struct Reset {
    friend bool operator==(const Reset&, const Reset&) = default;

    static constexpr CommandInfo kInfo{"reset", UndoKind::Reset, "reset",
                                       "Goes back to the scene's first state, settings and fields."};
    static void fields(auto&, auto&) {}
};

// Changes one property of a fluid of the table, such as wax viscosity.
struct SetFluid {
    std::string fluid;  // its name
    std::string key;
    float value = 0.0f;
    friend bool operator==(const SetFluid&, const SetFluid&) = default;

    static constexpr CommandInfo kInfo{"set-fluid", UndoKind::Values, "a property", "Changes a property of a fluid."};
    static void fields(auto& c, auto& visit) {
        visit("fluid", c.fluid, FluidRule{}, "its name");
        visit("key", c.key, KeyRule{}, "which property, see settings.md");
        visit("value", c.value, kAnyNumber, "within the range of the property");
    }
    void check() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string gesture() const;
    [[nodiscard]] std::string valueKey() const { return fluid + "." + key; }
    [[nodiscard]] SetFluid before(const World& world) const;
};

// Adds a fluid to the table, to be poured from then on. Particles carry temperature and dye from then on, too.
struct AddFluid {
    FluidKind kind{};
    friend bool operator==(const AddFluid&, const AddFluid&) = default;

    static constexpr CommandInfo kInfo{"add-fluid", UndoKind::AddedFluid, "an added fluid",
                                       "Adds a fluid to the table, to be poured from then on."};
    static void fields(auto& c, auto& visit) {
        visit("name", c.kind.name, NameRule{}, "1 to 24 letters, digits and dashes; must be unique");
        visit("gas", c.kind.isGas, FlagRule{}, "vanishes where no liquid holds it");
        visit("flame", c.kind.isFlame, FlagRule{}, "a gas that drives itself and fades as it cools");
        visit("vapour", c.kind.vapour, NumberRule{kNoFluid, kMaxFluids - 1.0f},
              "index of what it boils into, a fluid that is there already, or -1");
        for (const FluidProperty& p : fluidPropertyTable()) {
            visit(p.key, c.kind.*p.value, NumberRule{p.minimum, p.maximum, p.unit, true}, p.effect);
        }
    }
    void check() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string gesture() const;
};

// Dyes the fluid in a ball: its dye becomes at least the given amount.
struct Dye {
    Vec3 centre{};
    float radius = 0.05f;  // m
    float amount = 1.0f;   // 0 to 1
    friend bool operator==(const Dye&, const Dye&) = default;

    static constexpr CommandInfo kInfo{"dye", UndoKind::Tool, "dyeing",
                                       "Dyes the fluid in a ball: its dye becomes at least the given amount."};
    static void fields(auto& c, auto& visit) {
        visit("centre", c.centre, kPlaceRule, "of the ball");
        visit("radius", c.radius, kRadiusRule, "of the ball");
        visit("amount", c.amount, kShareRule, "of dye");
    }
};

// The order is that of docs/commands.md; files name commands and do not depend on it.
using Command = std::variant<SetSetting, ApplyField, EmitBall, Pour, Drain, Reset, SetFluid, AddFluid, Dye, SetMethod>;

struct LoggedCommand {
    uint64_t step = 0;  // applied before this step
    Command command;
    double clock = 0.0;  // s, World::clock() at that moment: used by a replay with other time steps
    friend bool operator==(const LoggedCommand&, const LoggedCommand&) = default;
};

// Calls visit.template operator()<T>() for each type of command until one returns true; whether one did.
template <typename Visit, size_t Index = 0>
bool anyCommandType(const Visit& visit) {
    if constexpr (Index < std::variant_size_v<Command>) {
        if (visit.template operator()<std::variant_alternative_t<Index, Command>>()) return true;
        return anyCommandType<Visit, Index + 1>(visit);
    }
    return false;
}

[[nodiscard]] const CommandInfo& infoOf(const Command& command);
// As files name them, in order: the names and the offNames.
[[nodiscard]] std::vector<std::string_view> commandNames();

// Throws InputError when the command names an unknown setting or property, or carries a value that is out of range or
// not finite. Whether a named fluid exists is known to the world alone: World::submit checks it.
void checkCommand(const Command& command);

// One line for logs, such as "step 120: set viscosity=5".
[[nodiscard]] std::string describe(const LoggedCommand& logged);

// As the user sees it in undo, such as "viscosity 5" or "pouring".
[[nodiscard]] std::string gestureOf(const Command& command);
// Of UndoKind::Values only: which value the command sets, and the command that sets it to what it is now.
[[nodiscard]] std::string valueKeyOf(const Command& command);
[[nodiscard]] Command inverseOf(const Command& command, const World& world);

// The table of docs/commands.md.
[[nodiscard]] std::string commandsMarkdown();

}  // namespace meniscus
