#include "meniscus/scene/command_log.h"

#include <fmt/format.h>

#include "meniscus/core/error.h"
#include "meniscus/io/bounded_read.h"
#include "scene/formats/command_json.h"
#include "scene/formats/strict_json.h"

namespace meniscus {

namespace {

constexpr const char* kFormat = "meniscus-commands";
constexpr int kVersion = 1;
constexpr size_t kMaxBytes = 256 << 20;

Json parseFile(const std::filesystem::path& path) {
    Json json = parseStrictJson(readFile(path, kMaxBytes), path.string());
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
    return fmt::format("{{\"format\": \"{}\", \"version\": {}, \"commands\": {}}}\n", kFormat, kVersion,
                       commandLines(log));
}

std::vector<LoggedCommand> readCommandLog(const std::filesystem::path& path) {
    return commandsOf(parseFile(path)["commands"], path.string());
}

}  // namespace meniscus
