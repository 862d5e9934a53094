// Commands as JSON, for logs and replays.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "meniscus/world/command.h"
#include "scene/strict_json.h"

namespace meniscus {

[[nodiscard]] Json commandJson(const LoggedCommand& logged);
// As a list, one command a line.
[[nodiscard]] std::string commandLines(std::span<const LoggedCommand> log);

// The commands of a list, checked and in order. Throws InputError that names where, the command, the field and what is
// allowed.
[[nodiscard]] std::vector<LoggedCommand> commandsOf(const Json& list, const std::string& where);

}  // namespace meniscus
