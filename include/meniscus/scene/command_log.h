// The commands of a run as a file: with scene, seed and steps they repeat it bit for bit.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "meniscus/world/command.h"

namespace meniscus {

// JSON, one command a line.
[[nodiscard]] std::string commandLogText(std::span<const LoggedCommand> log);

// Reads what commandLogText wrote. Throws InputError that names file, command, field and what is allowed.
[[nodiscard]] std::vector<LoggedCommand> readCommandLog(const std::filesystem::path& path);

}  // namespace meniscus
