#include "app/cli/call_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "app/cli/messages.h"
#include "app/cli/option_value.h"
#include "meniscus/core/error.h"
#include "meniscus/core/text.h"
#include "meniscus/scene/scene.h"

namespace meniscus {
namespace {

std::vector<std::string_view> optionNames(const CLI::App& command) {
    std::vector<std::string_view> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back(name);
    }
    return names;
}

// What to type before --help.
std::string callOf(const CLI::App& command) {
    return command.get_parent() == nullptr ? command.get_name() : fmt::format("{} {}", kProgram, command.get_name());
}

std::string unexpectedArgument(const CLI::App& command, std::string_view word) {
    return fmt::format("unexpected argument {}; see '{} --help'", quoted(word), callOf(command));
}

bool isOption(std::string_view word) {
    return word.size() > 1 && word.starts_with('-');
}

std::string unknownOption(const CLI::App& command, std::string_view given) {
    const std::string_view option = given.substr(0, given.find('='));
    const std::string_view name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    const std::vector<std::string_view> known = optionNames(command);
    const std::string_view nearest = nearestWord(name, known);
    if (nearest == name) return unexpectedArgument(command, given);  // an option after "--" is none
    const std::string meant = nearest.empty() ? fmt::format("known: --{}", fmt::join(known, ", --"))
                                              : fmt::format("did you mean '--{}'?", nearest);
    return fmt::format("unknown option {} of '{}'; {}", quoted(option), callOf(command), meant);
}

std::vector<std::string> commandNames(const CLI::App& root) {
    std::vector<std::string> names;
    for (const CLI::App* command : root.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

// The word stands where a command or a scene should.
std::string unknownCommand(const CLI::App& root, std::string_view word) {
    const std::vector<std::string> names = commandNames(root);
    std::vector<std::string_view> known(names.begin(), names.end());
    for (const SceneInfo& scene : builtInScenes()) known.push_back(scene.name);
    return unknownWord("command or scene", word, known);
}

// A word that is meant as a file, whether it is there or not.
bool isFile(const std::string& word) {
    std::error_code error;
    return !isOption(word) &&
           (word.find_first_of("/.") != std::string::npos || std::filesystem::is_regular_file(word, error));
}

// The first word that CLI11 could not place in the command, if any.
std::optional<std::string> firstLeftover(const CLI::App& command) {
    const std::vector<std::string> words = command.remaining();
    const auto word = std::ranges::find_if(words, [](const std::string& candidate) { return candidate != "--"; });
    return word == words.end() ? std::nullopt : std::optional(*word);
}

std::string describeMismatch(const CLI::App& command, const CLI::ArgumentMismatch& error) {
    const std::string_view message = error.what();
    const std::string name(message.substr(0, message.find(':')));
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) return std::string(message);
    if (option->count() == 0) return fmt::format("{}: the value ({}) is missing", name, option->get_type_name());
    return fmt::format("{}: given {} times, allowed once", name, option->count());
}

}  // namespace

void refuseCall(const CLI::App& root, const CLI::ParseError& error) {
    const std::vector<CLI::App*> used = root.get_subcommands();
    const CLI::App& command = used.empty() ? root : *used.back();
    if (const auto word = firstLeftover(root)) {
        if (isOption(*word)) throw InputError(unknownOption(root, *word));
        if (!used.empty()) throw InputError(unexpectedArgument(root, *word));
        throw InputError(unknownCommand(root, *word));
    }
    if (const auto word = firstLeftover(command)) {
        throw InputError(isOption(*word) ? unknownOption(command, *word) : unexpectedArgument(command, *word));
    }
    if (const auto* mismatch = dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
        throw InputError(describeMismatch(command, *mismatch));
    }
    throw InputError(fmt::format("{}; see '{} --help'", error.what(), callOf(command)));
}

std::vector<std::string> withWindowCommand(const CLI::App& root, std::vector<std::string> words) {
    const std::vector<std::string> commands = commandNames(root);
    const auto isCommand = [&](const std::string& word) { return std::ranges::find(commands, word) != commands.end(); };
    const auto isForWindow = [&](const std::string& word) {
        return isBuiltInScene(word) || isFile(word) ||
               (isOption(word) && word != "--" && root.get_option_no_throw(word) == nullptr);
    };
    if (words.empty() || (isForWindow(words[0]) && std::ranges::none_of(words, isCommand))) {
        words.insert(words.begin(), kWindowCommand);
    }
    std::ranges::reverse(words);
    return words;
}

}  // namespace meniscus
