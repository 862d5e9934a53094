// Commands as JSON, for logs and replays.
#include "scene/command_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

Json jsonOf(Vec3 v) {
    return Json::array({v.x, v.y, v.z});
}

struct ToJson {
    Json operator()(const SetSetting& c) const { return {{"do", "set"}, {"key", c.key}, {"value", c.value}}; }
    Json operator()(const ApplyField& c) const {
        Json json{{"do", "field"},
                  {"slot", c.slot},
                  {"kind", nameOf(c.field.kind)},
                  {"centre", jsonOf(c.field.centre)},
                  {"radius", c.field.radius},
                  {"strength", c.field.strength},
                  {"direction", jsonOf(c.field.direction)}};
        if (std::isfinite(c.field.endTime)) json["endTime"] = c.field.endTime;
        return json;
    }
    Json operator()(const EmitBall& c) const {
        Json json{{"do", "emit"}, {"centre", jsonOf(c.centre)}, {"radius", c.radius}, {"velocity", jsonOf(c.velocity)}};
        if (!c.fluid.empty()) json["fluid"] = c.fluid;
        return json;
    }
    Json operator()(const Pour& c) const {
        if (!c.isOpen) return {{"do", "stop-pouring"}};
        Json json{{"do", "pour"}, {"centre", jsonOf(c.centre)}, {"radius", c.radius}, {"speed", c.speed}};
        if (!c.fluid.empty()) json["fluid"] = c.fluid;
        return json;
    }
    Json operator()(const Drain& c) const {
        return {{"do", "drain"}, {"centre", jsonOf(c.centre)}, {"radius", c.radius}};
    }
    Json operator()(const Reset&) const { return {{"do", "reset"}}; }
    Json operator()(const SetFluid& c) const {
        return {{"do", "set-fluid"}, {"fluid", c.fluid}, {"key", c.key}, {"value", c.value}};
    }
    Json operator()(const AddFluid& c) const {
        Json json{{"do", "add-fluid"},
                  {"name", c.kind.name},
                  {"gas", c.kind.isGas},
                  {"flame", c.kind.isFlame},
                  {"vapour", c.kind.vapour}};
        for (const FluidProperty& property : fluidPropertyTable()) {
            json[std::string(property.key)] = c.kind.*property.value;
        }
        return json;
    }
    Json operator()(const Dye& c) const {
        return {{"do", "dye"}, {"centre", jsonOf(c.centre)}, {"radius", c.radius}, {"amount", c.amount}};
    }
};

// The value as it stands in the file, cut when it is too long for a line.
std::string shown(const Json& value) {
    constexpr size_t kLongest = 60;
    const std::string text = value.dump(-1, ' ', true);
    return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

// One command of the file; where names it in messages.
class Entry {
  public:
    Entry(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
        if (!json.is_object()) refuse("is not an object");
    }

    [[noreturn]] void refuse(std::string_view what) const { throw InputError(fmt::format("{} {}", where_, what)); }

    [[nodiscard]] bool has(const char* field) const { return json_.contains(field); }
    [[nodiscard]] double number(const char* field) const {
        const Json& value = at(field);
        if (!value.is_number()) refuse(fmt::format("has {} {}; allowed: a number", field, shown(value)));
        return value.get<double>();
    }
    [[nodiscard]] float real(const char* field) const { return static_cast<float>(number(field)); }
    [[nodiscard]] std::string text(const char* field) const {
        const Json& value = at(field);
        if (!value.is_string()) refuse(fmt::format("has {} {}; allowed: a text", field, shown(value)));
        return value.get<std::string>();
    }
    [[nodiscard]] std::string optionalText(const char* field) const { return has(field) ? text(field) : ""; }
    [[nodiscard]] bool flag(const char* field) const {
        const Json& value = at(field);
        if (!value.is_boolean()) refuse(fmt::format("has {} {}; allowed: true, false", field, shown(value)));
        return value.get<bool>();
    }
    [[nodiscard]] uint64_t count(const char* field) const {
        const Json& value = at(field);
        if (!value.is_number_unsigned()) refuse(fmt::format("has {} {}; allowed: 0 or more", field, shown(value)));
        return value.get<uint64_t>();
    }
    [[nodiscard]] Vec3 vector(const char* field) const {
        const Json& value = at(field);
        const auto isNumber = [](const Json& part) { return part.is_number(); };
        if (!value.is_array() || value.size() != 3 || !std::all_of(value.begin(), value.end(), isNumber)) {
            refuse(fmt::format("has {} {}; allowed: three numbers", field, shown(value)));
        }
        return {value[0].get<float>(), value[1].get<float>(), value[2].get<float>()};
    }

  private:
    [[nodiscard]] const Json& at(const char* field) const {
        if (!json_.contains(field)) refuse(fmt::format("has no {}", field));
        return json_[field];
    }

    const Json& json_;
    std::string where_;
};

ForceField fieldOf(const Entry& entry) {
    ForceField field;
    const std::string kind = entry.text("kind");
    const auto known = parseName<FieldKind>(kind);
    if (!known) {
        entry.refuse(fmt::format("has kind '{}'; allowed: {}", kind, fmt::join(kNamesOf<FieldKind>, ", ")));
    }
    field.kind = *known;
    field.centre = entry.vector("centre");
    field.radius = entry.real("radius");
    field.strength = entry.real("strength");
    field.direction = entry.vector("direction");
    if (entry.has("endTime")) field.endTime = entry.number("endTime");
    return field;
}

FluidKind fluidKindOf(const Entry& entry) {
    FluidKind kind;
    kind.name = entry.text("name");
    kind.isGas = entry.flag("gas");
    kind.isFlame = entry.flag("flame");
    kind.vapour = static_cast<int>(std::clamp(entry.number("vapour"), -2.0, 100.0));
    for (const FluidProperty& property : fluidPropertyTable()) {
        kind.*property.value = entry.real(std::string(property.key).c_str());
    }
    return kind;
}

Command commandOf(const Entry& entry) {
    const std::string verb = entry.text("do");
    if (verb == "set") return SetSetting{entry.text("key"), entry.real("value")};
    if (verb == "field") {
        // A slot beyond int would wrap into the allowed range.
        return ApplyField{static_cast<int>(std::min<uint64_t>(entry.count("slot"), kFieldSlots)), fieldOf(entry)};
    }
    if (verb == "emit") {
        return EmitBall{entry.vector("centre"), entry.real("radius"), entry.vector("velocity"),
                        entry.optionalText("fluid")};
    }
    if (verb == "pour") {
        return Pour{true, entry.vector("centre"), entry.real("radius"), entry.real("speed"),
                    entry.optionalText("fluid")};
    }
    if (verb == "stop-pouring") return Pour{};
    if (verb == "drain") return Drain{entry.vector("centre"), entry.real("radius")};
    if (verb == "reset") return Reset{};
    if (verb == "set-fluid") return SetFluid{entry.text("fluid"), entry.text("key"), entry.real("value")};
    if (verb == "add-fluid") return AddFluid{fluidKindOf(entry)};
    if (verb == "dye") return Dye{entry.vector("centre"), entry.real("radius"), entry.real("amount")};
    entry.refuse(fmt::format(
        "has do '{}'; allowed: set, field, emit, pour, stop-pouring, drain, reset, set-fluid, add-fluid, dye", verb));
}

}  // namespace

Json commandJson(const LoggedCommand& logged) {
    Json json{{"step", logged.step}, {"time", logged.clock}};
    json.update(std::visit(ToJson{}, logged.command));
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

std::vector<LoggedCommand> commandsOf(const Json& list, const std::string& where) {
    std::vector<LoggedCommand> log;
    for (const Json& item : list) {
        const std::string place = fmt::format("{}: command {}", where, log.size() + 1);
        const Entry entry(item, place);
        LoggedCommand logged{entry.count("step"), commandOf(entry), entry.has("time") ? entry.number("time") : 0.0};
        if (!log.empty() && logged.step < log.back().step) entry.refuse("is of an earlier step than the one before");
        if (!log.empty() && logged.clock < log.back().clock) entry.refuse("is of an earlier time than the one before");
        if (!(logged.clock >= 0.0)) entry.refuse(fmt::format("has time {}; allowed: 0 or more", logged.clock));
        try {
            checkCommand(logged.command);
        } catch (const InputError& error) {
            throw InputError(fmt::format("{}: {}", place, error.what()));
        }
        log.push_back(std::move(logged));
    }
    return log;
}

}  // namespace meniscus
