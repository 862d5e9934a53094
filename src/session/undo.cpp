#include "meniscus/session/undo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace meniscus {

namespace {

std::string lowered(std::string_view label) {
    std::string text(label);
    // Names that are all capitals stay so.
    const bool isWord = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
    if (isWord) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

std::string_view gestureOf(FieldKind kind) {
    switch (kind) {
        case FieldKind::Push:
            return "pushing";
        case FieldKind::Pull:
            return "pulling";
        case FieldKind::Swirl:
            return "swirling";
        case FieldKind::Heat:
            return "heating";
        case FieldKind::Cool:
            return "cooling";
        default:
            return "dragging";
    }
}

bool isColour(std::string_view key) {
    return key == "red" || key == "green" || key == "blue";
}

struct Name {
    std::string operator()(const SetSetting& c) const {
        const SettingInfo& info = findSetting(c.key);
        return fmt::format("{} {}", lowered(info.label), formatValue(info, c.value));
    }
    std::string operator()(const SetFluid& c) const {
        if (isColour(c.key)) return fmt::format("colour of {}", c.fluid);
        return fmt::format("{} of {} {:.4g}", lowered(findFluidProperty(c.key).label), c.fluid, c.value);
    }
    std::string operator()(const AddFluid& c) const { return fmt::format("added {}", c.kind.name); }
    std::string operator()(const ApplyField& c) const { return std::string(gestureOf(c.field.kind)); }
    std::string operator()(const EmitBall&) const { return "a ball of fluid"; }
    std::string operator()(const Pour&) const { return "pouring"; }
    std::string operator()(const Drain&) const { return "draining"; }
    std::string operator()(const Dye&) const { return "dyeing"; }
    std::string operator()(const Reset&) const { return "reset"; }
};

// By what values are told apart.
std::string keyOf(const Command& command) {
    if (const auto* set = std::get_if<SetSetting>(&command)) return set->key;
    const auto& fluid = std::get<SetFluid>(command);
    return fmt::format("{}.{}", fluid.fluid, fluid.key);
}

std::string nameOfValues(const std::vector<Command>& values) {
    if (values.size() == 1) return nameOf(values.front());
    const auto* first = std::get_if<SetFluid>(&values.front());
    const bool isOneColour = first != nullptr && std::all_of(values.begin(), values.end(), [&](const Command& command) {
                                 const auto* set = std::get_if<SetFluid>(&command);
                                 return set != nullptr && set->fluid == first->fluid && isColour(set->key);
                             });
    return isOneColour ? nameOf(values.front()) : fmt::format("{} settings", values.size());
}

}  // namespace

size_t keptBytes(const WorldState& state) {
    constexpr size_t kNode = 64;  // of a map
    return state.bytes() + kNode;
}

size_t Future::bytes() const {
    size_t sum = 0;
    for (const auto& [position, state] : keyframes) sum += keptBytes(state);
    return sum;
}

UndoKind undoKindOf(const Command& command) {
    if (std::holds_alternative<SetSetting>(command) || std::holds_alternative<SetFluid>(command)) {
        return UndoKind::Values;
    }
    if (std::holds_alternative<Reset>(command)) return UndoKind::Reset;
    return std::holds_alternative<AddFluid>(command) ? UndoKind::AddedFluid : UndoKind::Tool;
}

std::string nameOf(const Command& command) {
    return std::visit(Name{}, command);
}

Command inverseOf(const Command& command, const World& world) {
    if (const auto* set = std::get_if<SetSetting>(&command)) {
        return SetSetting{set->key, valueOf(findSetting(set->key), world.settings(), world.fluids().front())};
    }
    const auto& fluid = std::get<SetFluid>(command);
    for (const FluidKind& kind : world.fluids()) {
        if (kind.name == fluid.fluid) return SetFluid{fluid.fluid, fluid.key, kind.*findFluidProperty(fluid.key).value};
    }
    return command;
}

void addValue(UndoEntry& entry, const Command& command, const Command& inverse) {
    const auto same = [&](const Command& other) { return keyOf(other) == keyOf(command); };
    const auto known = std::find_if(entry.redoes.begin(), entry.redoes.end(), same);
    if (known == entry.redoes.end()) {
        entry.undoes.push_back(inverse);
        entry.redoes.push_back(command);
    } else {
        *known = command;
    }
    entry.what = nameOfValues(entry.redoes);
}

}  // namespace meniscus
