// Commands as JSON, for logs and replays.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "meniscus/world/command.h"
#include "scene/formats/strict_json.h"

namespace meniscus {

[[nodiscard]] Json commandJson(const LoggedCommand& logged);
// As a list, one command a line.
[[nodiscard]] std::string commandLines(std::span<const LoggedCommand> log);

// One command, checked. Throws InputError that names where, the field and what is allowed.
[[nodiscard]] LoggedCommand commandFrom(const Json& json, const std::string& where);
// The commands of a list, checked and in order.
[[nodiscard]] std::vector<LoggedCommand> commandsOf(const Json& list, const std::string& where);

}  // namespace meniscus
