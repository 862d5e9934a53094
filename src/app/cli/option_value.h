// The one place where text from the command line becomes numbers. Strict: the whole text must be the number. Each error
// is one line that names the option, the value and what is allowed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/core/error.h"

namespace meniscus {

struct CountRange {
    uint64_t minimum;
    uint64_t maximum;
};

[[nodiscard]] uint64_t parseCount(std::string_view option, std::string_view text, CountRange range);

// Counts separated by commas.
[[nodiscard]] std::vector<uint64_t> parseCounts(std::string_view option, std::string_view text, CountRange range);

// A length of simulated time.
[[nodiscard]] double parseSeconds(std::string_view option, std::string_view text);

// A moment of simulated time: as above, or 0.
[[nodiscard]] double parseMoment(std::string_view option, std::string_view text);

struct NumberRange {
    float minimum;
    float maximum;
};
[[nodiscard]] float parseNumber(std::string_view option, std::string_view text, NumberRange range);

// Throws InputError when the file that the option names cannot be written.
void checkOutput(std::string_view option, const std::filesystem::path& path);

// The value in quotes, cut when it is too long for a line.
[[nodiscard]] std::string quoted(std::string_view value);

// "unknown KIND 'WORD'; did you mean 'NEAREST'?", or the list of what is known when nothing is near.
[[nodiscard]] std::string unknownWord(std::string_view kind, std::string_view word,
                                      std::span<const std::string_view> known);

// The entry of a table that has the name which the option was given. kind: what the entries are, for the message.
template <typename Table>
[[nodiscard]] auto findByName(std::string_view option, std::string_view kind, const Table& table,
                              std::string_view name) {
    std::vector<std::string_view> known;
    for (const auto& entry : table) {
        if (entry.name == name) return entry;
        known.push_back(entry.name);
    }
    throw InputError(std::string(option) + ": " + unknownWord(kind, name, known));
}

}  // namespace meniscus
