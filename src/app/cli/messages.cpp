#include "app/cli/messages.h"

#include <fmt/format.h>

#include <ostream>

namespace meniscus {

std::string asOneLine(std::string_view message) {
    std::string line;
    for (const char c : message) {
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
            line += c;
        } else {
            line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        }
    }
    return line;
}

void warn(std::ostream& err, std::string_view message) {
    err << "meniscus: warning: " << asOneLine(message) << std::endl;
}

void warn(std::ostream& err, std::span<const std::string> messages) {
    for (const std::string& message : messages) warn(err, message);
}

}  // namespace meniscus
