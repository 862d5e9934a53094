// JSON as files of ours have it: read strictly, with the line of what is wrong, and written to be edited by hand.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace meniscus {

using Json = nlohmann::ordered_json;

// Nothing of ours nests deeper or has larger objects; duplicate keys are found by comparing all of an object.
inline constexpr size_t kMaxJsonDepth = 16;
inline constexpr size_t kMaxJsonKeys = 256;

// Refuses what is not UTF-8, duplicate keys, numbers beyond a double, deep nesting and anything after the value. Throws
// InputError, one line: where, the line in the text and what is wrong.
[[nodiscard]] Json parseStrictJson(std::string_view text, const std::string& where);

// A value as it is shown in messages: on one line, not too long.
[[nodiscard]] std::string shortText(const Json& value);

// The text without what JSON cannot hold or a terminal would obey, cut at a whole character.
[[nodiscard]] std::string plainText(std::string_view text, size_t mostBytes);

// Values that fit on a line stand on one; ends with a newline.
[[nodiscard]] std::string layOut(const Json& value);

// The number that prints as the shortest decimal which gives back the same float.
[[nodiscard]] double shortest(float value);

}  // namespace meniscus
