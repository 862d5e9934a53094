// The contract of the command line: names, keys, exit codes and one-line errors, through the same entry as main().
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/cli/interrupt.h"
#include "app/cli/progress_bar.h"
#include "call_program.h"
#include "meniscus/fluid/fluid_kind.h"
#include "meniscus/fluid/settings.h"
#include "meniscus/validate/validation.h"
#include "temporary_folder.h"

using namespace meniscus;
using Catch::Contains;
using nlohmann::json;

namespace {

// A run that takes milliseconds, with further arguments.
Outcome callShortRun(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "dam-break", "--particles", "500", "--steps", "4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call(arguments);
}

std::string lastLine(std::string text) {
    if (text.ends_with('\n')) text.pop_back();
    return text.substr(text.find_last_of('\n') + 1);
}

bool isHashLine(const std::string& line) {
    const std::string digits = line.size() == 22 && line.starts_with("hash: ") ? line.substr(6) : "";
    return !digits.empty() && digits.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void checkKeys(const json& object, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
        CAPTURE(key);
        CHECK(object.contains(key));
    }
}

}  // namespace

TEST_CASE("Help and version work everywhere", "[cli]") {
    for (const std::string command : {"", "scenes", "settings", "run", "bench", "validate"}) {
        CAPTURE(command);
        const std::vector<std::string> prefix = command.empty() ? std::vector<std::string>{} : std::vector{command};
        std::vector<std::string> help = prefix;
        help.push_back("--help");
        const Outcome helped = call(help);
        CHECK(helped.exitCode == 0);
        CHECK(helped.err.empty());
        CHECK_THAT(helped.out, Contains("Usage: meniscus") && Contains("Examples:") && Contains("Exit codes: 0"));
        std::vector<std::string> version = prefix;
        version.push_back("--version");
        const Outcome versioned = call(version);
        CHECK(versioned.exitCode == 0);
        CHECK_THAT(versioned.out, Catch::Matches("meniscus [0-9]+\\.[0-9]+\\.[0-9]+\n"));
    }
}

TEST_CASE("Scenes are listed as a table and as JSON", "[cli]") {
    const json list = json::parse(call({"scenes", "--json"}).out);
    REQUIRE(!list.empty());
    const std::string table = call({"scenes"}).out;
    for (const json& scene : list) {
        checkKeys(scene, {"name", "title", "description", "particles", "fluids"});
        CHECK(scene["particles"].get<int>() > 0);
        CHECK_THAT(table, Contains(scene["name"].get<std::string>()));
        if (scene["name"] == "two-fluids") CHECK(scene["fluids"] == json::array({"blue", "red"}));
        if (scene["name"] == "splash") CHECK(scene["fluids"] == json::array({"water"}));
    }
}

TEST_CASE("Settings are listed as a table, as JSON and as Markdown", "[cli]") {
    const json list = json::parse(call({"settings", "--json"}).out);
    CHECK(list.size() == settingTable().size() + fluidPropertyTable().size());
    checkKeys(list.at(0), {"key", "label", "kind", "unit", "minimum", "maximum", "default", "effect"});
    const std::string table = call({"settings"}).out;
    const std::string markdown = call({"settings", "--markdown"}).out;
    for (const SettingInfo& info : settingTable()) {
        CHECK_THAT(table, Contains(std::string(info.key)));
        CHECK_THAT(markdown, Contains("| `" + std::string(info.key) + "` |"));
    }
    std::set<std::string> keys;
    for (const json& entry : list) keys.insert(entry["key"]);
    CHECK(keys.size() == list.size());
    for (const FluidProperty& property : fluidPropertyTable()) {
        const std::string key = "FLUID." + std::string(property.key);
        CHECK(keys.contains(key));
        CHECK_THAT(table, Contains(key));
        CHECK_THAT(markdown, Contains("| `" + key + "` |"));
    }
}

TEST_CASE("Wrong calls end with exit code 2 and one line that says what is allowed, before any simulation", "[cli]") {
    struct BadCall {
        std::vector<std::string> arguments;
        std::vector<std::string> words;
    };
    const TemporaryFolder folder;
    const std::string missing = folder.file("missing/a.json").string();
    // All of these would run for hours if they were not refused.
    const std::vector<std::string> longRun{"run", "dam-break", "--particles", "500"};
    const std::vector<BadCall> runTable{
        {{"--seconds", "-1"}, {"--seconds", "'-1'", "above 0"}},
        {{"--seconds", "0"}, {"--seconds", "'0'", "above 0"}},
        {{"--seconds", "nan"}, {"--seconds", "'nan'"}},
        {{"--seconds", "inf"}, {"--seconds", "'inf'"}},
        {{"--seconds", "-inf"}, {"--seconds", "'-inf'"}},
        {{"--seconds", "1e30"}, {"--seconds", "'1e30'", "1000000"}},
        {{"--seconds", "1e999"}, {"--seconds", "'1e999'"}},
        {{"--seconds", "10x"}, {"--seconds", "'10x'"}},
        {{"--seconds", "five"}, {"--seconds", "'five'"}},
        {{"--seconds", ""}, {"--seconds", "''"}},
        {{"--seconds", " 1"}, {"--seconds", "' 1'"}},
        {{"--seconds"}, {"--seconds", "missing"}},
        {{"--seconds", "1", "--steps", "1"}, {"--seconds", "--steps"}},
        {{"--steps", "0"}, {"--steps", "'0'", "1 to"}},
        {{"--steps", "-4"}, {"--steps", "'-4'"}},
        {{"--steps", "1.5"}, {"--steps", "'1.5'", "whole number"}},
        {{"--steps", "99999999999999999999999"}, {"--steps", "99999999999999999999999"}},
        {{"--threads", "0"}, {"--threads", "'0'", "1 to 256"}},
        {{"--threads", "257"}, {"--threads", "'257'", "1 to 256"}},
        {{"--threads", "two"}, {"--threads", "'two'"}},
        {{"--seed", "-1"}, {"--seed", "'-1'"}},
        {{"--seed", "1", "--seed", "2"}, {"--seed", "2 times"}},
        {{"--set", "viscosity"}, {"viscosity", "key=value"}},
        {{"--set", "viscosty=1"}, {"viscosty", "did you mean 'viscosity'"}},
        {{"--set", "viscosity=nan"}, {"viscosity", "'nan'", "allowed"}},
        {{"--set", "viscosity=1e30"}, {"viscosity", "'1e30'", "allowed"}},
        {{"--set", "viscosity=3x"}, {"viscosity", "'3x'", "allowed"}},
        {{"--set", "watr.viscosity=1"}, {"--set", "'watr'", "did you mean 'water'"}},
        {{"--set", "marmalade.viscosity=1"}, {"--set", "'marmalade'", "known: water"}},
        {{"--set", "water.viscosty=1"}, {"'viscosty'", "did you mean 'viscosity'"}},
        {{"--set", "water.gravity=1"}, {"'gravity'", "restDensity, stiffness"}},
        {{"--set", "water.viscosity"}, {"'water.viscosity'", "NAME.key=value"}},
        {{"--set", "water.viscosity="}, {"water.viscosity", "''", "0 to 100 Pa s"}},
        {{"--set", "water.viscosity=nan"}, {"water.viscosity", "'nan'", "0 to 100 Pa s"}},
        {{"--set", "water.viscosity=3x"}, {"water.viscosity", "'3x'", "0 to 100 Pa s"}},
        {{"--set", "water.viscosity=100.5"}, {"water.viscosity", "'100.5'", "0 to 100 Pa s"}},
        {{"--set", ".=1"}, {"property", "''"}},
        {{"--stats", missing}, {"--stats", missing, "No such file or directory"}},
        {{"--stats", folder.path().string()}, {"--stats", "Is a directory"}},
        {{"--stats", "/proc/meniscus.json"}, {"--stats", "/proc/meniscus.json"}},
        {{"--thread", "2"}, {"'--thread'", "did you mean '--threads'"}},
        {{"--marmalade"}, {"'--marmalade'", "--seconds"}},
        {{"line\nbreak"}, {"unexpected argument"}},
    };
    std::vector<BadCall> table{
        {{"rnu", "dam-break", "--steps", "5"}, {"'rnu'", "did you mean 'run'"}},
        {{"dambreak"}, {"'dambreak'", "did you mean 'dam-break'"}},
        {{"--vershun"}, {"'--vershun'", "did you mean '--version'"}},
        {{"--threads", "2", "run", "dam-break"}, {"'--threads'"}},
        {{"run"}, {"SCENE"}},
        {{"run", "dam-brake"}, {"dam-brake", "dam-break"}},
        {{"run", "dam-break", "--particles", "0"}, {"--particles", "'0'"}},
        {{"run", "dam-break", "--particles", "-5"}, {"--particles", "'-5'"}},
        {{"run", "dam-break", "--particles", "1e30"}, {"--particles", "'1e30'"}},
        {{"run", "dam-break", "--particles", "900000000"}, {"900000000"}},
        {{"bench", "--particles", "100,"}, {"--particles", "''"}},
        {{"bench", "--threads", "1,0"}, {"--threads", "'0'"}},
        {{"bench", "--scene", "dam-brake"}, {"dam-brake", "dam-break"}},
        {{"bench", "--steps", "0"}, {"--steps", "'0'"}},
        {{"bench", "--json", missing}, {"--json", missing}},
        {{"validate", "marmalade-jar"}, {"case 'marmalade-jar'"}},
        {{"validate", "--json", missing}, {"--json", missing}},
        {{"validate", "--list", "--json", "x.json"}, {"--list", "--json"}},
        {{"scenes", "--jsno"}, {"'--jsno'", "did you mean '--json'"}},
        {{"scenes", "dam-break"}, {"unexpected argument 'dam-break'"}},
        {{"settings", "--json", "--markdown"}, {"--json", "--markdown"}},
    };
    for (const BadCall& bad : runTable) {
        BadCall whole{longRun, bad.words};
        whole.arguments.insert(whole.arguments.end(), bad.arguments.begin(), bad.arguments.end());
        if (std::ranges::count(bad.arguments, "--seconds") + std::ranges::count(bad.arguments, "--steps") == 0) {
            whole.arguments.insert(whole.arguments.end(), {"--seconds", "1000000"});
        }
        table.push_back(whole);
    }

    for (const BadCall& bad : table) {
        CAPTURE(bad.arguments);
        const auto start = std::chrono::steady_clock::now();
        const Outcome outcome = call(bad.arguments);
        CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
        CHECK(outcome.exitCode == 2);
        CHECK(outcome.out.empty());
        CAPTURE(outcome.err);
        CHECK(isOneErrorLine(outcome.err));
        for (const std::string& word : bad.words) CHECK_THAT(outcome.err, Contains(word));
    }
    CHECK(folder.fileCount() == 0);
}

TEST_CASE("Without a command, one line points to run", "[cli]") {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{}, std::vector<std::string>{"dam-break"}}) {
        const Outcome outcome = call(arguments);
        CHECK(outcome.exitCode == 1);
        CHECK(isOneErrorLine(outcome.err));
        CHECK_THAT(outcome.err, Contains("meniscus run"));
    }
}

TEST_CASE("A run writes all promised statistics", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("stats.json").string();
    const Outcome outcome = callShortRun({"--stats", file, "--hash", "--seed", "7", "--threads", "2", "--set",
                                          "viscosity=2", "--set", "timeStep=0.002"});
    REQUIRE(outcome.exitCode == 0);
    CHECK(outcome.err.empty());
    CHECK(folder.fileCount() == 1);

    const json stats = json::parse(readText(file));
    checkKeys(stats, {"scene",
                      "particles",
                      "steps",
                      "simulatedSeconds",
                      "wallSeconds",
                      "meanNeighbors",
                      "meanDensityRatio",
                      "maxDensityRatio",
                      "kineticEnergy",
                      "potentialEnergy",
                      "momentum",
                      "escaped",
                      "hash",
                      "threads",
                      "simdTarget",
                      "stageMs",
                      "substeps",
                      "halvings",
                      "speedLimited",
                      "meanSpeed",
                      "maxSpeed",
                      "seed",
                      "timeStep",
                      "realTimeFactor",
                      "allocatedBytes",
                      "bytesPerParticle",
                      "settings",
                      "particleStepsPerSecond"});
    CHECK(stats["scene"] == "dam-break");
    CHECK(stats["steps"] == 4);
    CHECK(stats["seed"] == 7);
    CHECK(stats["threads"] == 2);
    CHECK(stats["escaped"] == 0);
    CHECK(stats["momentum"].size() == 3);
    CHECK(stats["settings"]["viscosity"] == 2.0);
    CHECK(stats["timeStep"] == 0.002);
    CHECK(stats["simulatedSeconds"].get<double>() == Approx(4 * 0.002));
    CHECK(stats["particleStepsPerSecond"].get<double>() ==
          Approx(4.0 * stats["particles"].get<double>() / stats["wallSeconds"].get<double>()));
    CHECK(isHashLine(lastLine(outcome.out)));
    CHECK(lastLine(outcome.out) == "hash: " + stats["hash"].get<std::string>());
    CHECK_THAT(outcome.out, Contains("particle-steps/s") && Contains("density ratio"));
}

TEST_CASE("A run of several fluids tells of each of them, and one of a single fluid tells nothing more", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("stats.json").string();
    const std::vector<std::string> mixedRun{"run", "two-fluids", "--particles", "600", "--steps", "2", "--stats", file};
    const Outcome mixed = call(mixedRun);
    REQUIRE(mixed.exitCode == 0);
    const json stats = json::parse(readText(file));
    const std::vector<std::string> added{"fluids",  "coldest", "hottest", "heat",
                                         "airBorn", "gasGone", "boiled",  "condensed"};
    for (const std::string& key : added) CHECK(stats.contains(key));
    REQUIRE(stats["fluids"].size() == 2);
    CHECK(stats["fluids"][0]["name"] == "blue");
    CHECK(stats["fluids"][0]["particles"].get<int>() + stats["fluids"][1]["particles"].get<int>() == 600);
    // All fluids have the same spacing, so masses go as densities do.
    const auto massOfOne = [&](size_t k) {
        return stats["fluids"][k]["mass"].get<double>() / stats["fluids"][k]["particles"].get<double>();
    };
    CHECK(massOfOne(1) == Approx(0.5 * massOfOne(0)));
    CHECK(stats["coldest"].get<double>() == Approx(20.0).margin(0.1));
    CHECK_THAT(mixed.out, Contains("\nfluids          blue ") && Contains("\ntemperature     20 to 20 C") &&
                              Contains("\nphases          0 of air born"));

    const Outcome single = callShortRun({"--stats", file});
    const json plain = json::parse(readText(file));
    for (const std::string& key : added) CHECK_FALSE(plain.contains(key));
    for (const std::string word : {"fluids ", "temperature ", "phases "})
        CHECK_THAT(single.out, !Contains("\n" + word));
}

TEST_CASE("A property of a fluid can be set from the command line", "[cli]") {
    const auto hashOf = [](std::vector<std::string> more) {
        std::vector<std::string> arguments{"run",     "two-fluids", "--particles", "600",
                                           "--steps", "3",          "--quiet",     "--hash"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = call(arguments);
        CHECK(outcome.exitCode == 0);
        return outcome.out;
    };
    CHECK(hashOf({"--set", "red.viscosity=9"}) != hashOf({}));
    CHECK(hashOf({"--set", "red.viscosity=9"}) == hashOf({"--set", "red.viscosity=9.0"}));
    CHECK(hashOf({"--set", "blue.viscosity=9"}) == hashOf({"--set", "viscosity=9"}));  // the first one's are settings
}

TEST_CASE("A quiet run prints its hash and nothing else", "[cli]") {
    CHECK(callShortRun({"--quiet"}).out.empty());
    const Outcome outcome = callShortRun({"--quiet", "--hash"});
    CHECK(outcome.exitCode == 0);
    CHECK(outcome.err.empty());
    CHECK(outcome.out == lastLine(outcome.out) + "\n");
    CHECK(isHashLine(lastLine(outcome.out)));
}

TEST_CASE("A run has the same hash for every thread count, and another for other settings", "[cli][parallel]") {
    const std::string single = callShortRun({"--quiet", "--hash", "--threads", "1"}).out;
    CHECK(isHashLine(lastLine(single)));
    CHECK(callShortRun({"--quiet", "--hash", "--threads", "2"}).out == single);
    CHECK(callShortRun({"--quiet", "--hash", "--threads", "5"}).out == single);
    CHECK(callShortRun({"--quiet", "--hash", "--set", "gravity=5"}).out != single);
}

TEST_CASE("A run ends at the step nearest to the asked time", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("stats.json").string();
    const auto stepsFor = [&](const std::string& seconds) {
        const Outcome outcome = call({"run", "dam-break", "--particles", "300", "--seconds", seconds, "--set",
                                      "timeStep=0.004", "--quiet", "--stats", file});
        REQUIRE(outcome.exitCode == 0);
        return json::parse(readText(file))["steps"].get<int>();
    };
    CHECK(stepsFor("0.0001") == 1);
    CHECK(stepsFor("0.02") == 5);
    CHECK(stepsFor("0.021") == 5);
    CHECK(stepsFor("0.023") == 6);
}

TEST_CASE("The benchmark measures every count of particles and threads", "[cli][parallel]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("bench.json").string();
    const Outcome outcome =
        call({"bench", "--particles", "300,600", "--threads", "1,2", "--steps", "3", "--json", file});
    REQUIRE(outcome.exitCode == 0);
    CHECK_THAT(outcome.out, Contains("scaling") && Contains("ratio"));
    const json list = json::parse(readText(file));
    REQUIRE(list.size() == 4);
    for (const json& result : list) {
        checkKeys(result, {"scene", "particles", "threads", "meanNeighbors", "particleStepsPerSecond", "pairsPerSecond",
                           "referenceParticleStepsPerSecond", "bytesPerParticle", "stageNs"});
        CHECK(result["particleStepsPerSecond"].get<double>() > 0.0);
        CHECK(result["referenceParticleStepsPerSecond"].get<double>() > 0.0);
    }
    CHECK(list[1]["threads"] == 2);
}

TEST_CASE("Validation cases are listed", "[cli]") {
    const Outcome outcome = call({"validate", "--list"});
    CHECK(outcome.exitCode == 0);
    for (const ValidationCase& validationCase : validationCases()) {
        CHECK_THAT(outcome.out, Contains(std::string(validationCase.name)));
    }
}

TEST_CASE("An output that takes nothing is a failure of the work", "[cli]") {
    std::ostream broken(nullptr);
    std::ostringstream err;
    const std::vector<const char*> argv{"meniscus", "scenes"};
    CHECK(runCommandLine(2, argv.data(), broken, err) == 1);
    CHECK(isOneErrorLine(err.str()));
}

TEST_CASE("The progress line keeps within the terminal", "[cli]") {
    for (const size_t width : {1u, 5u, 20u, 40u, 80u, 200u}) {
        for (const double fraction : {-1.0, 0.0, 1e-9, 0.5, 1.0, 2.0}) {
            CHECK(progressLine(fraction, "1.25 s simulated  30000 particles", 100.0, width).size() < width);
        }
    }
    CHECK_THAT(progressLine(0.25, "x", 30.0, 80), Contains("25%") && Contains("1 min 30 s left"));
}

TEST_CASE("The first Ctrl-C is a request, and afterwards the old meaning is back", "[cli]") {
    struct sigaction before {};
    ::sigaction(SIGINT, nullptr, &before);
    {
        const InterruptWatch watch(WhenBusy::Tell);
        CHECK_FALSE(watch.isRequested());
        std::raise(SIGINT);
        CHECK(watch.isRequested());
    }
    CHECK_FALSE(InterruptWatch(WhenBusy::Tell).isRequested());
    struct sigaction after {};
    ::sigaction(SIGINT, nullptr, &after);
    CHECK(after.sa_handler == before.sa_handler);
}

TEST_CASE("A picture that a scene cannot give is refused before its first step", "[cli]") {
    const auto refusal = [](const std::string& option, const std::string& value) {
        const Outcome outcome = call({"shot", "splash", option, value, "-o", "unwritten.png"});
        CHECK(outcome.exitCode == 2);
        CHECK(isOneErrorLine(outcome.err));
        return outcome.err;
    };
    for (const std::string cut : {"y=0", "x", "x=", "x=a", "x=1,2", "z=1e9", "=0"}) {
        CAPTURE(cut);
        CHECK(refusal("--cut", cut).find("x=POSITION") != std::string::npos);
    }
    for (const std::string colour : {"fluid", "temperature", "dye"}) {
        CHECK(refusal("--colour", colour).find("one fluid") != std::string::npos);
    }
}
