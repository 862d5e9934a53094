// Command is the only way into a running world. Commands are applied at step boundaries, and scene + seed + log of
// commands with their step numbers repeats a run bit for bit.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "meniscus/world/fluid_kind.h"
#include "meniscus/world/force_field.h"
#include "meniscus/world/settings.h"

namespace meniscus {

struct SetSetting {
    std::string key;
    float value = 0.0f;
    friend bool operator==(const SetSetting&, const SetSetting&) = default;
};

// Changes how the fluid moves, from the next step on.
struct SetMethod {
    std::string method;  // its name
    friend bool operator==(const SetMethod&, const SetMethod&) = default;
};

// Changes one property of a fluid of the table, such as wax viscosity.
struct SetFluid {
    std::string fluid;  // its name
    std::string key;
    float value = 0.0f;
    friend bool operator==(const SetFluid&, const SetFluid&) = default;
};

// Adds a fluid to the table, to be poured from then on. Particles carry temperature and dye from then on, too.
struct AddFluid {
    FluidKind kind{};
    friend bool operator==(const AddFluid&, const AddFluid&) = default;
};

// Puts a field into one of kFieldSlots slots; the same slot again replaces it, strength 0 clears it.
struct ApplyField {
    int slot = 0;
    ForceField field{};
    friend bool operator==(const ApplyField&, const ApplyField&) = default;
};

// Adds a ball of fluid with the given velocity. Places where fluid or wall already is stay as they are.
struct EmitBall {
    Vec3 centre{};
    float radius = 0.05f;  // m
    Vec3 velocity{};       // m/s
    std::string fluid{};   // name of the fluid; empty: the first of the table
    friend bool operator==(const EmitBall&, const EmitBall&) = default;
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
};

// Takes away the fluid in a ball. Particles elsewhere keep their identities.
struct Drain {
    Vec3 centre{};
    float radius = 0.05f;  // m
    friend bool operator==(const Drain&, const Drain&) = default;
};

// Back to the scene's first state, settings and fields; simulated time starts again.
struct Reset {
    friend bool operator==(const Reset&, const Reset&) = default;
};

// Dyes the fluid in a ball: its dye becomes at least the given amount.
struct Dye {
    Vec3 centre{};
    float radius = 0.05f;  // m
    float amount = 1.0f;   // 0 to 1
    friend bool operator==(const Dye&, const Dye&) = default;
};

using Command = std::variant<SetSetting, ApplyField, EmitBall, Pour, Drain, Reset, SetFluid, AddFluid, Dye>;

struct LoggedCommand {
    uint64_t step = 0;  // applied before this step
    Command command;
    double clock = 0.0;  // s, World::clock() at that moment: what a replay with other time steps goes by
    friend bool operator==(const LoggedCommand&, const LoggedCommand&) = default;
};

// Slots for fields given by commands; the fields of the scene itself are apart from these.
inline constexpr int kFieldSlots = 8;

// Throws InputError when the command names an unknown setting or property, or carries a value that is out of range or
// not finite. Whether a named fluid exists is known to the world alone: World::submit checks it.
void checkCommand(const Command& command);

// One line for logs, such as "step 120: set viscosity=5".
[[nodiscard]] std::string describe(const LoggedCommand& logged);

}  // namespace meniscus
