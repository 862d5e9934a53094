// Words and digits in messages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace meniscus {

// The known word that was most likely meant: the one with the smallest edit distance, case aside, or one that contains
// the word. Empty when none is near.
[[nodiscard]] std::string_view nearestWord(std::string_view word, std::span<const std::string_view> known);

// Such as "method 'gird' is unknown; did you mean 'grid'?", or with all that are known where none is near.
[[nodiscard]] std::string unknownName(std::string_view kind, std::string_view name,
                                      std::span<const std::string_view> known);

// Exactly 16 lowercase hexadecimal digits.
[[nodiscard]] std::string hex16(uint64_t value);

}  // namespace meniscus
