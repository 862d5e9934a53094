#include "app/cli/assignments.h"

#include <fmt/format.h>

#include <charconv>

#include "app/cli/option_value.h"
#include "meniscus/core/error.h"
#include "meniscus/fluid/method.h"

namespace meniscus {

namespace {

SetFluid parseFluidAssignment(std::string_view name, std::string_view key, std::string_view word) {
    const FluidProperty& property = findFluidProperty(key);
    float value = 0.0f;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool isWhole = error == std::errc{} && end == word.data() + word.size();
    if (!isWhole || !(value >= property.minimum && value <= property.maximum)) {  // not a number fails both
        throw InputError(fmt::format("--set {}.{}: value {} is not allowed; allowed: {} to {}{}{}", name, key,
                                     quoted(word), property.minimum, property.maximum, property.unit.empty() ? "" : " ",
                                     property.unit));
    }
    return {std::string(name), std::string(key), value};
}

Command parseCommand(std::string_view text) {
    const size_t equals = std::min(text.find('='), text.size());
    const size_t dot = text.substr(0, equals).find('.');
    if (dot == std::string_view::npos) {
        const Assignment assignment = parseAssignment(text);
        return SetSetting{std::string(assignment.info->key), assignment.value};
    }
    if (equals == text.size()) {
        throw InputError(fmt::format("--set: {} is not of the form NAME.key=value", quoted(text)));
    }
    return parseFluidAssignment(text.substr(0, dot), text.substr(dot + 1, equals - dot - 1), text.substr(equals + 1));
}

}  // namespace

std::vector<Command> parseAssignments(const std::vector<std::string>& texts, const std::optional<std::string>& method) {
    std::vector<Command> commands;
    if (method) commands.push_back(SetMethod{std::string(findByName("--method", "method", methods(), *method).name)});
    for (const std::string& text : texts) commands.push_back(parseCommand(text));
    return commands;
}

void checkFluidNames(std::span<const Command> assignments, std::span<const FluidKind> fluids) {
    for (const Command& assignment : assignments) {
        if (const auto* set = std::get_if<SetFluid>(&assignment)) {
            (void)findByName("--set", "fluid", fluids, set->fluid);
        }
    }
}

}  // namespace meniscus
