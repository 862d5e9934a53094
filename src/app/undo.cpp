#include "app/undo.h"

#include <fmt/format.h>

#include <algorithm>

namespace meniscus {

namespace {

std::string nameOfValues(const std::vector<Command>& values) {
    if (values.size() == 1) return gestureOf(values.front());
    const auto* first = std::get_if<SetFluid>(&values.front());
    const bool isOneColour = first != nullptr && std::all_of(values.begin(), values.end(), [&](const Command& command) {
                                 const auto* set = std::get_if<SetFluid>(&command);
                                 return set != nullptr && set->fluid == first->fluid && isColour(set->key);
                             });
    return isOneColour ? gestureOf(values.front()) : fmt::format("{} settings", values.size());
}

}  // namespace

size_t keptBytes(const WorldState& state) {
    constexpr size_t kNode = 64;  // of a map
    return state.bytes() + kNode;
}

size_t Future::bytes() const {
    size_t sum = 0;
    for (const auto& [position, state] : keyframes) sum += keptBytes(state);
    return sum;
}

void addValue(UndoEntry& entry, const Command& command, const Command& inverse) {
    const auto same = [&](const Command& other) { return valueKeyOf(other) == valueKeyOf(command); };
    const auto known = std::find_if(entry.redoes.begin(), entry.redoes.end(), same);
    if (known == entry.redoes.end()) {
        entry.undoes.push_back(inverse);
        entry.redoes.push_back(command);
    } else {
        *known = command;
    }
    entry.what = nameOfValues(entry.redoes);
}

}  // namespace meniscus
