// What the program says on the standard error, one line each.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

namespace meniscus {

// File names and values may hold anything, line breaks too.
[[nodiscard]] std::string asOneLine(std::string_view message);

// "meniscus: warning: ..."
void warn(std::ostream& err, std::string_view message);
void warn(std::ostream& err, std::span<const std::string> messages);

}  // namespace meniscus
