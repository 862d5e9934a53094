#include "meniscus/scene/command_log.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "meniscus-commands";
constexpr int kVersion = 1;
constexpr std::streamoff kMostBytes = 256 << 20;

Json jsonOf(Vec3 v) {
    return Json::array({v.x, v.y, v.z});
}

struct ToJson {
    Json operator()(const SetSetting& c) const { return {{"do", "set"}, {"key", c.key}, {"value", c.value}}; }
    Json operator()(const ApplyField& c) const {
        Json json{{"do", "field"},
                  {"slot", c.slot},
                  {"kind", fieldKindName(c.field.kind)},
                  {"centre", jsonOf(c.field.centre)},
                  {"radius", c.field.radius},
                  {"strength", c.field.strength},
                  {"direction", jsonOf(c.field.direction)}};
        if (std::isfinite(c.field.endTime)) json["endTime"] = c.field.endTime;
        return json;
    }
    Json operator()(const EmitBall& c) const {
        return {{"do", "emit"}, {"centre", jsonOf(c.centre)}, {"radius", c.radius}, {"velocity", jsonOf(c.velocity)}};
    }
    Json operator()(const Pour& c) const {
        if (!c.isOpen) return {{"do", "stop-pouring"}};
        return {{"do", "pour"}, {"centre", jsonOf(c.centre)}, {"radius", c.radius}, {"speed", c.speed}};
    }
    Json operator()(const Drain& c) const {
        return {{"do", "drain"}, {"centre", jsonOf(c.centre)}, {"radius", c.radius}};
    }
    Json operator()(const Reset&) const { return {{"do", "reset"}}; }
};

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
        if (!value.is_number()) refuse(fmt::format("has {} {}; allowed: a number", field, value.dump()));
        return value.get<double>();
    }
    [[nodiscard]] float real(const char* field) const { return static_cast<float>(number(field)); }
    [[nodiscard]] std::string text(const char* field) const {
        const Json& value = at(field);
        if (!value.is_string()) refuse(fmt::format("has {} {}; allowed: a text", field, value.dump()));
        return value.get<std::string>();
    }
    [[nodiscard]] uint64_t count(const char* field) const {
        const Json& value = at(field);
        if (!value.is_number_unsigned()) refuse(fmt::format("has {} {}; allowed: 0 or more", field, value.dump()));
        return value.get<uint64_t>();
    }
    [[nodiscard]] Vec3 vector(const char* field) const {
        const Json& value = at(field);
        const auto isNumber = [](const Json& part) { return part.is_number(); };
        if (!value.is_array() || value.size() != 3 || !std::all_of(value.begin(), value.end(), isNumber)) {
            refuse(fmt::format("has {} {}; allowed: three numbers", field, value.dump()));
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
    const auto known = parseFieldKind(kind);
    if (!known) entry.refuse(fmt::format("has kind '{}'; allowed: drag, push, pull, swirl", kind));
    field.kind = *known;
    field.centre = entry.vector("centre");
    field.radius = entry.real("radius");
    field.strength = entry.real("strength");
    field.direction = entry.vector("direction");
    if (entry.has("endTime")) field.endTime = entry.number("endTime");
    return field;
}

Command commandOf(const Entry& entry) {
    const std::string verb = entry.text("do");
    if (verb == "set") return SetSetting{entry.text("key"), entry.real("value")};
    if (verb == "field") {
        // A slot beyond int would wrap into the allowed range.
        return ApplyField{static_cast<int>(std::min<uint64_t>(entry.count("slot"), kFieldSlots)), fieldOf(entry)};
    }
    if (verb == "emit") return EmitBall{entry.vector("centre"), entry.real("radius"), entry.vector("velocity")};
    if (verb == "pour") return Pour{true, entry.vector("centre"), entry.real("radius"), entry.real("speed")};
    if (verb == "stop-pouring") return Pour{};
    if (verb == "drain") return Drain{entry.vector("centre"), entry.real("radius")};
    if (verb == "reset") return Reset{};
    entry.refuse(fmt::format("has do '{}'; allowed: set, field, emit, pour, stop-pouring, drain, reset", verb));
}

Json parseFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw InputError(fmt::format("{}: cannot be read", path.string()));
    if (file.tellg() > kMostBytes) {
        throw InputError(fmt::format("{}: {} bytes; allowed: up to {}", path.string(),
                                     static_cast<int64_t>(file.tellg()), static_cast<int64_t>(kMostBytes)));
    }
    file.seekg(0);
    Json json = Json::parse(file, nullptr, false);
    const bool isLog = json.is_object() && json.value("format", Json()) == kFormat && json.contains("commands") &&
                       json["commands"].is_array();
    if (!isLog) throw InputError(fmt::format("{}: not a file of commands (format {})", path.string(), kFormat));
    const Json version = json.value("version", Json());
    if (version != kVersion) {
        throw InputError(fmt::format("{}: version {}; allowed: {}", path.string(), version.dump(), kVersion));
    }
    return json;
}

}  // namespace

std::string commandLogText(std::span<const LoggedCommand> log) {
    std::string text = fmt::format("{{\"format\": \"{}\", \"version\": {}, \"commands\": [", kFormat, kVersion);
    std::string_view separator = "\n";
    for (const LoggedCommand& logged : log) {
        Json line{{"step", logged.step}};
        line.update(std::visit(ToJson{}, logged.command));
        text += separator;
        text += line.dump();
        separator = ",\n";
    }
    return text + "\n]}\n";
}

std::vector<LoggedCommand> readCommandLog(const std::filesystem::path& path) {
    const Json json = parseFile(path);
    std::vector<LoggedCommand> log;
    for (const Json& item : json["commands"]) {
        const std::string where = fmt::format("{}: command {}", path.string(), log.size() + 1);
        const Entry entry(item, where);
        LoggedCommand logged{entry.count("step"), commandOf(entry)};
        if (!log.empty() && logged.step < log.back().step) entry.refuse("is of an earlier step than the one before");
        try {
            checkCommand(logged.command);
        } catch (const InputError& error) {
            throw InputError(fmt::format("{}: {}", where, error.what()));
        }
        log.push_back(std::move(logged));
    }
    return log;
}

}  // namespace meniscus
