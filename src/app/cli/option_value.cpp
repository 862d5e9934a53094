#include "app/cli/option_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/io/atomic_file.h"

namespace meniscus {
namespace {

constexpr double kMaxSeconds = 1e6;
constexpr size_t kMaxQuoteLength = 60;

template <typename Number>
std::optional<Number> parseWhole(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc{} && end == text.data() + text.size();
    return isWhole ? std::optional(value) : std::nullopt;
}

}  // namespace

uint64_t parseCount(std::string_view option, std::string_view text, CountRange range) {
    const std::optional<uint64_t> value = parseWhole<uint64_t>(text);
    if (value && *value >= range.minimum && *value <= range.maximum) return *value;
    throw InputError(
        fmt::format("{}: {} is not a whole number from {} to {}", option, quoted(text), range.minimum, range.maximum));
}

std::vector<uint64_t> parseCounts(std::string_view option, std::string_view text, CountRange range) {
    std::vector<uint64_t> counts;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        counts.push_back(parseCount(option, text.substr(begin, end - begin), range));
        begin = end + 1;
    }
    return counts;
}

double parseSeconds(std::string_view option, std::string_view text) {
    const std::optional<double> value = parseWhole<double>(text);
    if (value && *value > 0.0 && *value <= kMaxSeconds) return *value;  // not a number fails both comparisons
    throw InputError(
        fmt::format("{}: {} is not a number of seconds above 0 and up to {:.0f}", option, quoted(text), kMaxSeconds));
}

double parseMoment(std::string_view option, std::string_view text) {
    if (const auto value = parseWhole<double>(text); value && *value == 0.0) return 0.0;
    return parseSeconds(option, text);
}

float parseNumber(std::string_view option, std::string_view text, NumberRange range) {
    const std::optional<float> value = parseWhole<float>(text);
    if (value && *value >= range.minimum && *value <= range.maximum) return *value;
    throw InputError(
        fmt::format("{}: {} is not a number from {} to {}", option, quoted(text), range.minimum, range.maximum));
}

void checkOutput(std::string_view option, const std::filesystem::path& path) {
    try {
        checkWritable(path);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", option, error.what()));
    }
}

std::string quoted(std::string_view value) {
    if (value.size() <= kMaxQuoteLength) return fmt::format("'{}'", value);
    return fmt::format("'{}...'", value.substr(0, kMaxQuoteLength));
}

std::string unknownWord(std::string_view kind, std::string_view word, std::span<const std::string_view> known) {
    const std::string_view nearest = nearestWord(word, known);
    if (!nearest.empty()) return fmt::format("unknown {} {}; did you mean '{}'?", kind, quoted(word), nearest);
    return fmt::format("unknown {} {}; known: {}", kind, quoted(word), fmt::join(known, ", "));
}

}  // namespace meniscus
