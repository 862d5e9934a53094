// Commands are described once; what derives from the descriptions agrees with them.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <set>

#include "meniscus/core/error.h"
#include "meniscus/io/atomic_file.h"
#include "meniscus/io/bounded_read.h"
#include "meniscus/scene/moment.h"
#include "scene/formats/command_json.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Contains;

namespace {

// Gives every field a value of its own that is not the default. What only the command itself can check stays.
struct Fill {
    void operator()(std::string_view, float& value, const NumberRule& rule, std::string_view) const {
        if (rule.maximum != kAnyNumber.maximum) value = rule.minimum + 0.37f * (rule.maximum - rule.minimum);
    }
    void operator()(std::string_view, int& value, const NumberRule& rule, std::string_view) const {
        value = static_cast<int>(rule.maximum);
    }
    void operator()(std::string_view, Vec3& value, const VectorRule&, std::string_view) const {
        value = {0.1f, 0.2f, 0.3f};
    }
    void operator()(std::string_view, double& value, const EndRule&, std::string_view) const { value = 4.0; }
    void operator()(std::string_view, bool& value, const auto&, std::string_view) const { value = true; }
    void operator()(std::string_view, std::string& value, const FluidRule&, std::string_view) const { value = "oil"; }
    void operator()(std::string_view, std::string& value, const NameRule&, std::string_view) const { value = "fire"; }
    void operator()(std::string_view, std::string&, const KeyRule&, std::string_view) const {}
    template <NamedEnum Enum>
    void operator()(std::string_view, Enum& value, const EnumRule&, std::string_view) const {
        value = static_cast<Enum>(kNamesOf<Enum>.size() - 1);
    }
};

std::vector<Command> oneOfEach() {
    std::vector<Command> all;
    anyCommandType([&]<typename T>() {
        T command;
        Fill fill;
        T::fields(command, fill);
        all.push_back(command);
        return false;
    });
    std::get<SetSetting>(all.at(0)) = {"viscosity", 7.0f};
    for (Command& command : all) {
        if (auto* const set = std::get_if<SetFluid>(&command)) *set = {"oil", "viscosity", 7.0f};
    }
    return all;
}

// Counts fields, and tries each number just beyond its range.
struct BeyondRange {
    const Command& command;
    int fields = 0;

    void operator()(std::string_view key, float& value, const NumberRule& rule, std::string_view) {
        ++fields;
        if (rule.maximum == kAnyNumber.maximum) return;
        const float before = value;
        for (const float bad : {std::nextafter(rule.maximum, INFINITY), std::nextafter(rule.minimum, -INFINITY), NAN}) {
            CAPTURE(key, bad);
            value = bad;
            CHECK_THROWS_WITH(checkCommand(command), Contains(std::string(key)) && Contains("allowed"));
        }
        for (const float good : {rule.minimum, rule.maximum}) {
            value = good;
            CHECK_NOTHROW(checkCommand(command));
        }
        value = before;
    }
    void operator()(std::string_view key, Vec3& value, const VectorRule& rule, std::string_view) {
        ++fields;
        const Vec3 before = value;
        value.y = NAN;
        CHECK_THROWS_WITH(checkCommand(command), Contains(std::string(key)) && Contains("nan"));
        value = {rule.longest * 1.01f, 0.0f, 0.0f};
        if (std::isfinite(rule.longest)) CHECK_THROWS_WITH(checkCommand(command), Contains(std::string(key)));
        value = before;
    }
    void operator()(std::string_view, auto&, const auto&, std::string_view) { ++fields; }
};

}  // namespace

TEST_CASE("There is one of each kind of command, with a name of its own", "[commands]") {
    const std::vector<Command> all = oneOfEach();
    std::set<size_t> kinds;
    for (const Command& command : all) kinds.insert(command.index());
    CHECK(kinds.size() == std::variant_size_v<Command>);
    const auto names = commandNames();
    CHECK(std::set<std::string_view>(names.begin(), names.end()).size() == names.size());
    for (const Command& command : all) {
        CHECK_FALSE(infoOf(command).about.empty());
        CHECK_FALSE(gestureOf(command).empty());
        CHECK((infoOf(command).undo == UndoKind::Values) == !valueKeyOf(command).empty());
    }
}

TEST_CASE("Every field of every command comes back from JSON, bytes and text", "[commands]") {
    for (const Command& command : oneOfEach()) {
        const LoggedCommand logged{5, command, 0.25};
        CAPTURE(describe(logged));
        const Json json = commandJson(logged);
        CHECK(commandFrom(json, "test") == logged);
        const Scene scene = describeScene(findScene("drop"), {.particles = 30});
        Moment moment = momentOf(World(worldSetup(scene, false), 1), scene, false);
        moment.log = {logged};
        CHECK(decodeMoment(encodeMoment(moment), "test").log == moment.log);
        // Without any one field the command is refused, or the field is optional and has its default.
        for (const auto& [key, value] : json.items()) {
            if (key == "time") continue;
            Json less = json;
            less.erase(key);
            std::string refusal;
            LoggedCommand read = logged;
            try {
                read = commandFrom(less, "test");
            } catch (const InputError& error) {
                refusal = error.what();
            }
            CAPTURE(key);
            CHECK((refusal == "test has no " + key || (refusal.empty() && read != logged)));
        }
    }
}

TEST_CASE("Every range of a command holds at its ends and not beyond", "[commands]") {
    for (Command command : oneOfEach()) {
        CAPTURE(infoOf(command).name);
        BeyondRange visit{command};
        std::visit([&]<typename T>(T& c) { T::fields(c, visit); }, command);
        CHECK((visit.fields > 0 || std::holds_alternative<Reset>(command)));
    }
}

TEST_CASE("Closed jets and unknown commands in files", "[commands]") {
    CHECK(commandJson({1, Pour{}}).dump() == R"({"step":1,"time":0.0,"do":"stop-pouring"})");
    CHECK(commandFrom(Json{{"step", 1u}, {"do", "stop-pouring"}}, "test").command == Command(Pour{}));
    CHECK_THROWS_WITH(commandFrom(Json{{"step", 1u}, {"do", "poor"}}, "x.json: command 1"),
                      Catch::StartsWith("x.json: command 1 has do 'poor'; allowed: set, field, emit, pour, "
                                        "stop-pouring, drain, reset, set-fluid, add-fluid, dye"));
}

TEST_CASE("Values are undone by the command that sets them back", "[commands]") {
    World world = makeScene("two-fluids", 30);
    const FluidKind before = world.fluids()[1];
    for (const Command& command :
         {Command(SetFluid{before.name, "viscosity", 77.0f}), Command(SetSetting{"gravity", 3.0f})}) {
        const Command back = inverseOf(command, world);
        const Settings settings = world.settings();
        CHECK(valueKeyOf(back) == valueKeyOf(command));
        world.submit(command);
        world.applyCommands();
        CHECK((world.settings() != settings || world.fluids()[1] != before));
        world.submit(back);
        world.applyCommands();
        CHECK(world.settings() == settings);
        CHECK(world.fluids()[1] == before);
    }
}

TEST_CASE("docs/commands.md is what the descriptions say", "[commands][commands-doc]") {
    const std::filesystem::path path = std::filesystem::path(MENISCUS_SOURCE) / "docs/commands.md";
    const std::string page = readFile(path, 1 << 20);
    const std::string head = page.substr(0, page.find("| command |"));
    const std::string expected = head + commandsMarkdown();
    if (std::getenv("MENISCUS_UPDATE_DOCS") != nullptr) writeFileAtomically(path, expected);
    CHECK(readFile(path, 1 << 20) == expected);
}
