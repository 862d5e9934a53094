#include "meniscus/core/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace meniscus {
namespace {

// Shorter words than this are contained in too many others to mean one of them.
constexpr size_t kShortestFragment = 3;

std::string lowered(std::string_view word) {
    std::string result(word);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

// Insertions, deletions, replacements and swaps of two neighbours ("rnu" is one slip away from "run").
size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<size_t> beforeLast(b.size() + 1);
    std::vector<size_t> last(b.size() + 1);
    std::vector<size_t> row(b.size() + 1);
    for (size_t n = 0; n <= b.size(); ++n) row[n] = n;
    for (size_t m = 1; m <= a.size(); ++m) {
        std::swap(beforeLast, last);
        std::swap(last, row);
        row[0] = m;
        for (size_t n = 1; n <= b.size(); ++n) {
            const size_t replaced = last[n - 1] + (a[m - 1] == b[n - 1] ? 0 : 1);
            row[n] = std::min({last[n] + 1, row[n - 1] + 1, replaced});
            const bool isSwap = m > 1 && n > 1 && a[m - 1] == b[n - 2] && a[m - 2] == b[n - 1];
            if (isSwap) row[n] = std::min(row[n], beforeLast[n - 2] + 1);
        }
    }
    return row[b.size()];
}

// How far the word is from a known one, or nothing when too far: a third of the letters may be wrong.
std::optional<size_t> nearDistance(std::string_view word, std::string_view known) {
    const size_t limit = std::max<size_t>(1, known.size() / 3);
    const size_t lengthDifference = std::max(word.size(), known.size()) - std::min(word.size(), known.size());
    if (lengthDifference <= limit) {
        const size_t distance = editDistance(word, known);
        if (distance <= limit) return distance;
    }
    const bool isFragment = word.size() >= kShortestFragment && known.find(word) != std::string_view::npos;
    return isFragment ? std::optional(lengthDifference) : std::nullopt;
}

}  // namespace

std::string_view nearestWord(std::string_view word, std::span<const std::string_view> known) {
    const std::string wanted = lowered(word);
    std::string_view nearest;
    std::optional<size_t> nearestDistance;
    for (const std::string_view candidate : known) {
        const std::optional<size_t> distance = nearDistance(wanted, lowered(candidate));
        if (!distance || (nearestDistance && *distance >= *nearestDistance)) continue;
        nearest = candidate;
        nearestDistance = distance;
    }
    return nearest;
}

std::string hex16(uint64_t value) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string result(16, '0');
    for (size_t n = 16; n-- > 0; value >>= 4) result[n] = kDigits[value & 0xf];
    return result;
}

std::string unknownName(std::string_view kind, std::string_view name, std::span<const std::string_view> known) {
    const std::string_view nearest = nearestWord(name, known);
    return fmt::format("{} '{}' is unknown; {}", kind, name,
                       nearest.empty() ? fmt::format("allowed: {}", fmt::join(known, ", "))
                                       : fmt::format("did you mean '{}'?", nearest));
}

}  // namespace meniscus
