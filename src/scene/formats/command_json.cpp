// Commands as JSON, for logs and replays, from the descriptions in world/command.h.
#include "scene/formats/command_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"

namespace meniscus {

namespace {

struct Writer {
    const CommandInfo& info;
    Json& json;
    bool isOff = false;

    void operator()(std::string_view, bool value, const IsOnRule&, std::string_view) {
        isOff = !value;
        if (isOff) json["do"] = info.offName;
    }
    void operator()(std::string_view key, const std::string& value, const FluidRule& rule, std::string_view) {
        if (!rule.isOptional || !value.empty()) put(key, value);
    }
    void operator()(std::string_view key, double value, const EndRule&, std::string_view) {
        if (std::isfinite(value)) put(key, value);
    }
    void operator()(std::string_view key, Vec3 v, const VectorRule&, std::string_view) {
        put(key, Json::array({v.x, v.y, v.z}));
    }
    template <NamedEnum Enum>
    void operator()(std::string_view key, Enum value, const EnumRule&, std::string_view) {
        put(key, nameOf(value));
    }
    void operator()(std::string_view key, const auto& value, const auto&, std::string_view) { put(key, value); }

  private:
    void put(std::string_view key, Json value) {
        if (!isOff) json[std::string(key)] = std::move(value);
    }
};

// The value as it stands in the file, cut when it is too long for a line.
std::string shown(const Json& value) {
    constexpr size_t kMaxLength = 60;
    const std::string text = value.dump(-1, ' ', true);
    return text.size() <= kMaxLength ? text : text.substr(0, kMaxLength) + "...";
}

// One command of the file; where names it in messages.
class Entry {
  public:
    Entry(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
        if (!json.is_object()) refuse("is not an object");
    }

    [[noreturn]] void refuse(std::string_view what) const { throw InputError(fmt::format("{} {}", where_, what)); }

    // A misspelt field that may be left out would otherwise count as left out, without a word.
    void requireOnly(std::span<const std::string_view> known) const {
        for (const auto& [field, value] : json_.items()) {
            if (std::ranges::find(known, std::string_view(field)) != known.end()) continue;
            const std::string_view nearest = nearestWord(field, known);
            refuse(fmt::format("has an unknown field {}; {}", shown(Json(field)),
                               nearest.empty() ? fmt::format("allowed: {}", fmt::join(known, ", "))
                                               : fmt::format("did you mean '{}'?", nearest)));
        }
    }

    [[nodiscard]] bool has(std::string_view field) const { return json_.contains(field); }
    [[nodiscard]] double number(std::string_view field) const {
        const Json& value = at(field);
        if (!value.is_number()) refuseField(field, "a number");
        return value.get<double>();
    }
    [[nodiscard]] std::string text(std::string_view field) const {
        const Json& value = at(field);
        if (!value.is_string()) refuseField(field, "a text");
        return value.get<std::string>();
    }
    [[nodiscard]] bool flag(std::string_view field) const {
        const Json& value = at(field);
        if (!value.is_boolean()) refuseField(field, "true, false");
        return value.get<bool>();
    }
    [[nodiscard]] uint64_t count(std::string_view field) const {
        const Json& value = at(field);
        if (!value.is_number_unsigned()) refuseField(field, "0 or more");
        return value.get<uint64_t>();
    }
    [[nodiscard]] Vec3 vector(std::string_view field) const {
        const Json& value = at(field);
        const auto isNumber = [](const Json& part) { return part.is_number(); };
        if (!value.is_array() || value.size() != 3 || !std::all_of(value.begin(), value.end(), isNumber)) {
            refuseField(field, "three numbers");
        }
        return {value[0].get<float>(), value[1].get<float>(), value[2].get<float>()};
    }
    [[noreturn]] void refuseField(std::string_view field, std::string_view allowed) const {
        refuse(fmt::format("has {} {}; allowed: {}", field, shown(at(field)), allowed));
    }

  private:
    [[nodiscard]] const Json& at(std::string_view field) const {
        const auto place = json_.find(field);
        if (place == json_.end()) refuse(fmt::format("has no {}", field));
        return *place;
    }

    const Json& json_;
    std::string where_;
};

// Takes each field from the entry. Ranges are checked afterwards, by checkCommand.
struct Reader {
    const Entry& entry;
    bool isOff;
    std::vector<std::string_view> fields{"step", "time", "do"};  // that the command has

    void operator()(std::string_view, bool& value, const IsOnRule&, std::string_view) { value = !isOff; }
    void operator()(std::string_view key, float& value, const NumberRule& rule, std::string_view) {
        if (isRead(key, rule.isOptional)) value = static_cast<float>(entry.number(key));
    }
    void operator()(std::string_view key, int& value, const NumberRule& rule, std::string_view) {
        if (!isRead(key, rule.isOptional)) return;
        const double number = entry.number(key);
        // Not rounded, and checked before it could wrap into the range.
        if (number != std::round(number) || number < rule.minimum || number > rule.maximum) {
            entry.refuseField(key, fmt::format("{} to {}", rule.minimum, rule.maximum));
        }
        value = static_cast<int>(number);
    }
    void operator()(std::string_view key, Vec3& value, const VectorRule&, std::string_view) {
        if (isRead(key)) value = entry.vector(key);
    }
    void operator()(std::string_view key, double& value, const EndRule&, std::string_view) {
        if (isRead(key, true)) value = entry.number(key);
    }
    void operator()(std::string_view key, bool& value, const FlagRule&, std::string_view) {
        if (isRead(key)) value = entry.flag(key);
    }
    void operator()(std::string_view key, std::string& value, const FluidRule& rule, std::string_view) {
        if (isRead(key, rule.isOptional)) value = entry.text(key);
    }
    template <NamedEnum Enum>
    void operator()(std::string_view key, Enum& value, const EnumRule&, std::string_view) {
        if (!isRead(key)) return;
        const auto known = parseName<Enum>(entry.text(key));
        if (!known) entry.refuseField(key, fmt::format("{}", fmt::join(kNamesOf<Enum>, ", ")));
        value = *known;
    }
    void operator()(std::string_view key, std::string& value, const auto&, std::string_view) {
        if (isRead(key)) value = entry.text(key);
    }

  private:
    [[nodiscard]] bool isRead(std::string_view key, bool isOptional = false) {
        if (isOff) return false;
        fields.push_back(key);
        return !isOptional || entry.has(key);
    }
};

Command commandOf(const Entry& entry) {
    const std::string verb = entry.text("do");
    Command command;
    const bool isKnown = anyCommandType([&]<typename T>() {
        const bool isOff = !T::kInfo.offName.empty() && verb == T::kInfo.offName;
        if (verb != T::kInfo.name && !isOff) return false;
        Reader reader{entry, isOff};
        T::fields(command.emplace<T>(), reader);
        entry.requireOnly(reader.fields);
        return true;
    });
    if (!isKnown) entry.refuse(fmt::format("has do '{}'; allowed: {}", verb, fmt::join(commandNames(), ", ")));
    return command;
}

void checkOrder(const LoggedCommand& earlier, const LoggedCommand& later, const std::string& where) {
    const auto refuse = [&](std::string_view of) {
        throw InputError(fmt::format("{} is of an earlier {} than the one before", where, of));
    };
    if (later.step < earlier.step) refuse("step");
    if (later.clock < earlier.clock) refuse("time");
}

}  // namespace

Json commandJson(const LoggedCommand& logged) {
    Json json{{"step", logged.step}, {"time", logged.clock}};
    std::visit(
        [&]<typename T>(const T& c) {
            json["do"] = T::kInfo.name;
            Writer writer{T::kInfo, json};
            T::fields(c, writer);
        },
        logged.command);
    return json;
}

std::string commandLines(std::span<const LoggedCommand> log) {
    std::string text = "[";
    std::string_view separator = "\n";
    for (const LoggedCommand& logged : log) {
        text += separator;
        text += commandJson(logged).dump();
        separator = ",\n";
    }
    return text + "\n]";
}

LoggedCommand commandFrom(const Json& json, const std::string& where) {
    const Entry entry(json, where);
    LoggedCommand logged{entry.count("step"), commandOf(entry), entry.has("time") ? entry.number("time") : 0.0};
    if (!(logged.clock >= 0.0)) entry.refuse(fmt::format("has time {}; allowed: 0 or more", logged.clock));
    try {
        checkCommand(logged.command);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", where, error.what()));
    }
    return logged;
}

std::vector<LoggedCommand> commandsOf(const Json& list, const std::string& where) {
    std::vector<LoggedCommand> log;
    for (const Json& item : list) {
        const std::string place = fmt::format("{}: command {}", where, log.size() + 1);
        LoggedCommand logged = commandFrom(item, place);
        if (!log.empty()) checkOrder(log.back(), logged, place);
        log.push_back(std::move(logged));
    }
    return log;
}

}  // namespace meniscus
