// The words of a call: which command they are for, and what is wrong with those that fit none.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace meniscus {

inline constexpr std::string_view kProgram = "meniscus";
inline constexpr const char* kWindowCommand = "window";

// A call that names no command is for the window: 'meniscus', 'meniscus SCENE', 'meniscus --paused'. Returned from last
// to first, as CLI11 takes them.
[[nodiscard]] std::vector<std::string> withWindowCommand(const CLI::App& root, std::vector<std::string> words);

// CLI11 refused the call: throws InputError with the one line that helps most.
[[noreturn]] void refuseCall(const CLI::App& root, const CLI::ParseError& error);

}  // namespace meniscus
