#include "meniscus/world/command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cmath>

#include "meniscus/core/error.h"
#include "meniscus/world/world.h"

namespace meniscus {

namespace {

std::string text(Vec3 v) {
    return fmt::format("({}, {}, {})", v.x, v.y, v.z);
}

std::string_view spaceBefore(std::string_view unit) {
    return unit.empty() ? "" : " ";
}

// Refuses what the rules of the fields do not allow.
struct Check {
    std::string_view command;

    void operator()(std::string_view, const auto&, const auto&, std::string_view) const {}
    void operator()(std::string_view key, float value, const NumberRule& rule, std::string_view) const {
        if (value >= rule.minimum && value <= rule.maximum) return;  // false for NaN
        refuse(key, fmt::format("{}", value),
               fmt::format("{} to {}{}{}", rule.minimum, rule.maximum, spaceBefore(rule.unit), rule.unit));
    }
    void operator()(std::string_view key, int value, const NumberRule& rule, std::string_view about) const {
        (*this)(key, static_cast<float>(value), rule, about);
    }
    void operator()(std::string_view key, Vec3 value, const VectorRule& rule, std::string_view) const {
        if (!isFinite(value)) refuse(key, text(value), "finite numbers");
        if (length(value) <= rule.longest) return;
        refuse(key, text(value), fmt::format("speeds up to {} {}", rule.longest, rule.unit));
    }
    void operator()(std::string_view key, double value, const EndRule&, std::string_view) const {
        if (!(value >= 0.0)) refuse(key, fmt::format("{}", value), "0 or more");
    }
    void operator()(std::string_view key, const std::string& value, const FluidRule& rule, std::string_view) const {
        const bool isNone = rule.isOptional && value.empty();
        if (!isNone && !isFluidName(value)) refuse(key, fmt::format("'{}'", value), std::string(kFluidNameRule));
    }
    template <NamedEnum Enum>
    void operator()(std::string_view key, Enum value, const EnumRule&, std::string_view) const {
        if (hasName(value)) return;
        refuse(key, fmt::format("{}", static_cast<int>(value)), fmt::format("{}", fmt::join(kNamesOf<Enum>, ", ")));
    }

  private:
    [[noreturn]] void refuse(std::string_view key, const std::string& value, const std::string& allowed) const {
        throw InputError(fmt::format("{} {}: {} is not allowed; allowed: {}", command, key, value, allowed));
    }
};

// The name and then each field.
struct Text {
    const CommandInfo& info;
    std::string line = std::string(info.name);
    bool isOff = false;

    void operator()(std::string_view, bool value, const IsOnRule&, std::string_view) {
        isOff = !value;
        if (isOff) line = info.offName;
    }
    void operator()(std::string_view key, const std::string& value, const FluidRule& rule, std::string_view) {
        if (!rule.isOptional || !value.empty()) add(key, value);
    }
    template <NamedEnum Enum>
    void operator()(std::string_view key, Enum value, const EnumRule&, std::string_view) {
        add(key, nameOf(value));
    }
    void operator()(std::string_view key, Vec3 value, const VectorRule&, std::string_view) {
        add(key, meniscus::text(value));
    }
    void operator()(std::string_view key, double value, const EndRule&, std::string_view) {
        if (std::isfinite(value)) add(key, value);
    }
    void operator()(std::string_view key, const auto& value, const auto&, std::string_view) { add(key, value); }

  private:
    void add(std::string_view key, const auto& value) {
        if (!isOff) line += fmt::format(" {} {}", key, value);
    }
};

// What is allowed for each field, for docs/commands.md.
struct Rows {
    std::string rows;

    void operator()(std::string_view, const auto&, const IsOnRule&, std::string_view) {}
    void operator()(std::string_view key, const auto&, const NumberRule& rule, std::string_view about) {
        const bool isAny = rule.maximum == kAnyNumber.maximum;
        add(key,
            isAny ? "a number"
                  : fmt::format("{} to {}{}{}{}", rule.minimum, rule.maximum, spaceBefore(rule.unit), rule.unit,
                                rule.isOptional ? "; optional" : ""),
            about);
    }
    void operator()(std::string_view key, const auto&, const VectorRule& rule, std::string_view about) {
        add(key,
            std::isfinite(rule.longest) ? fmt::format("[x, y, z], up to {} {}", rule.longest, rule.unit)
                                        : fmt::format("[x, y, z], {}", rule.unit),
            about);
    }
    void operator()(std::string_view key, const auto&, const EndRule&, std::string_view about) {
        add(key, "0 or more s; optional", about);
    }
    template <NamedEnum Enum>
    void operator()(std::string_view key, const Enum&, const EnumRule&, std::string_view about) {
        add(key, fmt::format("{}", fmt::join(kNamesOf<Enum>, ", ")), about);
    }
    void operator()(std::string_view key, const auto&, const FlagRule&, std::string_view about) {
        add(key, "true, false", about);
    }
    void operator()(std::string_view key, const auto&, const FluidRule& rule, std::string_view about) {
        add(key, rule.isOptional ? "name of a fluid; optional" : "name of a fluid", about);
    }
    void operator()(std::string_view key, const auto&, const auto&, std::string_view about) {
        add(key, "a text", about);
    }

    void add(std::string_view key, std::string_view allowed, std::string_view about) {
        rows += fmt::format("| | `{}` | {} | {} |\n", key, allowed, about);
    }
};

std::string lowered(std::string_view label) {
    std::string text(label);
    // Names that are all capitals stay so.
    const bool isWord = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
    if (isWord) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

template <typename T>
concept SetsValue = T::kInfo.undo == UndoKind::Values;

}  // namespace

void SetSetting::check() const {
    checkValue(findSetting(key), value);
}
std::string SetSetting::text() const {
    return fmt::format("set {}={}", key, formatValue(findSetting(key), value));
}
std::string SetSetting::gesture() const {
    const SettingInfo& info = findSetting(key);
    return fmt::format("{} {}", lowered(info.label), formatValue(info, value));
}
SetSetting SetSetting::before(const World& world) const {
    return {key, valueOf(findSetting(key), world.settings(), world.fluids().front())};
}

void SetMethod::check() const {
    (void)findMethod(method);
}
SetMethod SetMethod::before(const World& world) const {
    return {std::string(world.method().name)};
}

std::string ApplyField::gesture() const {
    switch (field.kind) {
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

void SetFluid::check() const {
    FluidKind trial;
    setValue(trial, findFluidProperty(key), value);
}
std::string SetFluid::text() const {
    return fmt::format("set {}.{}={}", fluid, key, value);
}
std::string SetFluid::gesture() const {
    if (isColour(key)) return fmt::format("colour of {}", fluid);
    return fmt::format("{} of {} {:.4g}", lowered(findFluidProperty(key).label), fluid, value);
}
SetFluid SetFluid::before(const World& world) const {
    for (const FluidKind& kind : world.fluids()) {
        if (kind.name == fluid) return {fluid, key, kind.*findFluidProperty(key).value};
    }
    return *this;
}

void AddFluid::check() const {
    checkFluid(kind, kMaxFluids);
}
std::string AddFluid::text() const {
    return fmt::format("add fluid {}", kind.name);
}
std::string AddFluid::gesture() const {
    return fmt::format("added {}", kind.name);
}

const CommandInfo& infoOf(const Command& command) {
    return std::visit([](const auto& c) -> const CommandInfo& { return c.kInfo; }, command);
}

std::vector<std::string_view> commandNames() {
    std::vector<std::string_view> names;
    anyCommandType([&]<typename T>() {
        names.push_back(T::kInfo.name);
        if (!T::kInfo.offName.empty()) names.push_back(T::kInfo.offName);
        return false;
    });
    return names;
}

void checkCommand(const Command& command) {
    std::visit(
        []<typename T>(const T& c) {
            // What a command itself knows of its values says more than a rule.
            if constexpr (requires { c.check(); }) c.check();
            Check check{T::kInfo.name};
            T::fields(c, check);
        },
        command);
}

std::string describe(const LoggedCommand& logged) {
    const std::string text = std::visit(
        []<typename T>(const T& c) {
            if constexpr (requires { c.text(); }) {
                return c.text();
            } else {
                Text fields{T::kInfo};
                T::fields(c, fields);
                return fields.line;
            }
        },
        logged.command);
    return fmt::format("step {}: {}", logged.step, text);
}

std::string gestureOf(const Command& command) {
    return std::visit(
        []<typename T>(const T& c) {
            if constexpr (requires { c.gesture(); }) {
                return c.gesture();
            } else {
                return std::string(T::kInfo.gesture);
            }
        },
        command);
}

std::string valueKeyOf(const Command& command) {
    return std::visit(
        []<typename T>(const T& c) {
            if constexpr (SetsValue<T>) {
                return c.valueKey();
            } else {
                return std::string();
            }
        },
        command);
}

Command inverseOf(const Command& command, const World& world) {
    return std::visit(
        [&]<typename T>(const T& c) -> Command {
            if constexpr (SetsValue<T>) {
                return c.before(world);
            } else {
                return c;
            }
        },
        command);
}

std::string commandsMarkdown() {
    std::string table = "| command | field | allowed | meaning |\n|---|---|---|---|\n";
    anyCommandType([&]<typename T>() {
        table +=
            fmt::format("| **`{}`** | | undone by {} | {} |\n", T::kInfo.name,
                        SetsValue<T> ? "setting the value back" : "going back to the moment before it", T::kInfo.about);
        const T command;
        Rows rows;
        T::fields(command, rows);
        table += rows.rows;
        return false;
    });
    return table;
}

}  // namespace meniscus
