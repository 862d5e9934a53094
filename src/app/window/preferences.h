// What the user wants to find again next time, in a file of the user's config folder. A file that is missing, damaged
// or protected costs a log line at most, never a start.
#pragma once

#include <filesystem>
#include <string>

#include "meniscus/ui/state.h"

namespace meniscus {

// $XDG_CONFIG_HOME/meniscus/preferences.json, or below ~/.config; empty when neither is known.
[[nodiscard]] std::filesystem::path preferencesPath();

// Never throws. Each field that is missing has its default, and so has each that is wrong; then logLine says in one
// line which file, fields and values, and what is allowed. Otherwise logLine is empty.
[[nodiscard]] Preferences loadPreferences(const std::filesystem::path& path, std::string& logLine);

// Writes the whole file or leaves the old one as it is, and makes its folder. Never throws; false with a logLine when
// it could not be written.
bool savePreferences(const std::filesystem::path& path, const Preferences& preferences, std::string& logLine);

}  // namespace meniscus
