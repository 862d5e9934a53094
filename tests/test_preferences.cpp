// Preferences come back exactly as they were kept, and no file, however broken, keeps the program from starting.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "app/window/preferences.h"
#include "temporary_folder.h"

using namespace meniscus;
namespace fs = std::filesystem;

namespace {

void writeText(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

Preferences unusualPreferences() {
    Preferences p;
    p.tools = {Tool::Swirl, 0.333333f, 3.7f};
    p.view.colourBy = ColourBy::Pressure;
    p.view.range = ValueRange{-120.5f, 1e5f};
    p.view.background = Background::Night;
    p.view.particleSize = 1.37f;
    p.view.showVectors = true;
    p.view.vectorScale = 0.0123f;
    p.view.showContainer = false;
    p.view.showShadow = false;
    p.view.cut = {.isOn = true, .axis = CutAxis::X, .place = -0.37f};
    p.view.surface = {.cellSize = 0.77f,
                      .isoValue = 0.51f,
                      .smoothingPasses = 33,
                      .normals = SurfaceNormals::Field,
                      .keepsDroplets = false,
                      .hugsWalls = false};
    p.colours = {{"surface", {ColourBy::Density, ValueRange{990.0f, 1010.5f}}}, {"splats", {ColourBy::Speed, {}}}};
    p.speed = 0.125;
    p.interfaceScale = 1.25f;
    p.showPanels = false;
    p.showHints = false;
    p.openPanels = {{"fluid", false}, {"fluid/group/solver", true}, {"ä \"quoted\"", true}};
    p.panelNumbers = {{"gravity/last", 1.625}, {"gravity/zero", 0.0}};
    p.leftWidth = 222.2f;
    p.rightWidth = 479.9f;
    p.resolution = "0.75";
    p.windowWidth = 3840;
    p.windowHeight = 2160;
    p.askBeforeLoss = false;
    p.timelineMegabytes = 777;
    return p;
}

Preferences loadText(const std::string& text, std::string& line) {
    const TemporaryFolder folder;
    writeText(folder.file("p.json"), text);
    return loadPreferences(folder.file("p.json"), line);
}

// Sets an environment variable, or removes it, while this lives.
class Environment {
  public:
    Environment(const char* name, const char* value) : name_(name) {
        if (const char* old = std::getenv(name)) before_ = old;
        value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
    }
    ~Environment() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

  private:
    const char* name_;
    std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("Preferences come back exactly as they were saved") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "made" / "on" / "the way" / "preferences.json";
    std::string line;
    for (const Preferences& saved : {Preferences{}, unusualPreferences()}) {
        REQUIRE(savePreferences(path, saved, line));
        CHECK(line.empty());
        CHECK(loadPreferences(path, line) == saved);
        CHECK(line.empty());
    }
}

TEST_CASE("Every float of the preferences survives the file") {
    const TemporaryFolder folder;
    std::mt19937 random(7);
    std::uniform_real_distribution<float> radius(kMinBrush, kMaxBrush), column(kMinColumn, kMaxColumn),
        value(-1e6f, 1e6f);
    std::string line;
    for (int round = 0; round < 100; ++round) {
        Preferences saved;
        saved.tools.radius = radius(random);
        saved.leftWidth = column(random);
        const float a = value(random), b = value(random);
        saved.view.range = ValueRange{std::min(a, b), std::max(a, b) + 1.0f};
        REQUIRE(savePreferences(folder.file("p.json"), saved, line));
        REQUIRE(loadPreferences(folder.file("p.json"), line) == saved);
    }
}

TEST_CASE("The ends of every range are allowed") {
    const TemporaryFolder folder;
    std::string line;
    Preferences p;
    for (const bool isLow : {true, false}) {
        p.tools.radius = isLow ? kMinBrush : kMaxBrush;
        p.tools.strength = isLow ? kMinStrength : kMaxStrength;
        p.view.particleSize = isLow ? kMinParticleSize : kMaxParticleSize;
        p.view.vectorScale = isLow ? kMinVectorScale : kMaxVectorScale;
        p.view.surface.cellSize = isLow ? SurfaceSettings::kMinCellSize : SurfaceSettings::kMaxCellSize;
        p.view.surface.isoValue = isLow ? SurfaceSettings::kMinIso : SurfaceSettings::kMaxIso;
        p.view.surface.smoothingPasses = isLow ? 0 : SurfaceSettings::kMaxSmoothing;
        p.leftWidth = p.rightWidth = isLow ? kMinColumn : kMaxColumn;
        p.interfaceScale = isLow ? kMinInterfaceScale : kMaxInterfaceScale;
        p.speed = isLow ? 0.125 : 2.0;
        p.timelineMegabytes = isLow ? kMinTimelineMegabytes : kMaxTimelineMegabytes;
        REQUIRE(savePreferences(folder.file("p.json"), p, line));
        CHECK(loadPreferences(folder.file("p.json"), line) == p);
        CHECK(line == "");
    }
}

TEST_CASE("Missing preferences are the defaults, without a word") {
    const TemporaryFolder folder;
    std::string line = "old";
    CHECK(loadPreferences(folder.file("none.json"), line) == Preferences{});
    CHECK(line.empty());
    CHECK(loadPreferences(folder.path() / "no" / "folder" / "p.json", line) == Preferences{});
    CHECK(line.empty());
    CHECK(loadPreferences("", line) == Preferences{});
    CHECK(line.empty());
    CHECK(loadText("{}", line) == Preferences{});
    CHECK(line.empty());
}

TEST_CASE("A file that is not preferences gives the defaults and one line") {
    const std::vector<std::string> broken{
        "",
        " ",
        "{",
        "{\"speed\": ",
        "{\"speed\": 1.0",
        "{\"speed\": 1.0}}",
        "{\"speed\": 1.0} trailing",
        "[]",
        "[1, 2, 3]",
        "null",
        "42",
        "\"text\"",
        "true",
        "{'speed': 1}",
        "{\"speed\": NaN}",
        "{\"speed\": Infinity}",
        "{\"speed\": 1e999}",
        "{\"speed\": 0x10}",
        "{\"speed\": 01}",
        std::string("{\"resolution\": \"\xff\xfe\"}"),
        std::string("\xef\xbb\xbf[1]"),
        std::string("\0\0\0\0", 4),
        std::string("{\"speed\"\0: 1}", 13),
        std::string(100'000, '['),
        std::string(1'000'000, '['),
        std::string(200'000, '[') + std::string(200'000, ']'),
        std::string(1'000'000, '{'),
        std::string(2u << 20, ' '),
        "// a comment\n{}",
        "{\"a\": \"unfinished",
        "{\"a\": \"\\ud800\"}",
        std::string(500'000, '"'),
    };
    for (const std::string& text : broken) {
        CAPTURE(text.substr(0, 40), text.size());
        std::string line;
        CHECK(loadText(text, line) == Preferences{});
        CHECK_THAT(line, Catch::Contains("p.json") && Catch::Contains("default"));
        CHECK(line.find('\n') == std::string::npos);
        CHECK(line.size() < 1000);
    }
}

TEST_CASE("A wrong field alone falls back, and the line names file, field, value and what is allowed") {
    struct Wrong {
        std::string field, value, allowed;
    };
    const std::vector<Wrong> all{
        {"speed", "\"fast\"", "0.125 to 2"},
        {"speed", "1e300", "0.125 to 2"},
        {"speed", "-1", "0.125 to 2"},
        {"speed", "null", "0.125 to 2"},
        {"speed", "[1]", "0.125 to 2"},
        {"interfaceScale", "0.1", "0.5 to 4, or 0"},
        {"interfaceScale", "\"NaN\"", "0.5 to 4"},
        {"showPanels", "1", "true, false"},
        {"showHints", "\"true\"", "true, false"},
        {"leftWidth", "1e38", "200 to 480"},
        {"rightWidth", "-0.0", "200 to 480"},
        {"resolution", "1", "auto"},
        {"resolution", "\"3\"", "auto, 0.5"},
        {"windowWidth", "1280.5", "64 to 16384"},
        {"windowWidth", "99999999999999999999999", "64 to 16384"},
        {"windowHeight", "0", "64 to 16384"},
        {"windowHeight", "-9223372036854775808", "64 to 16384"},
        {"timelineMegabytes", "15", "16 to 4096"},
        {"timelineMegabytes", "100.5", "16 to 4096"},
        {"tools", "[]", "an object"},
        {"view", "\"particles\"", "an object"},
        {"openPanels", "{\"fluid\": 1}", "true, false"},
        {"openPanels", "3", "an object"},
        {"panelNumbers", "{\"gravity/last\": true}", "numbers"},
        {"version", "2", "1 to 1"},
        {"version", "true", "1 to 1"},
    };
    for (const Wrong& wrong : all) {
        CAPTURE(wrong.field, wrong.value);
        std::string line;
        // The others are read all the same.
        const bool isLeft = wrong.field == "leftWidth";
        const Preferences read = loadText(
            fmt::format(R"({{"{}": {}, "{}": 321}})", wrong.field, wrong.value, isLeft ? "rightWidth" : "leftWidth"),
            line);
        Preferences expected;
        (isLeft ? expected.rightWidth : expected.leftWidth) = 321.0f;
        CHECK(read == expected);
        CHECK_THAT(line, Catch::Contains("p.json") && Catch::Contains("field " + wrong.field) &&
                             Catch::Contains(wrong.allowed));
        CHECK(line.find('\n') == std::string::npos);
    }
}

TEST_CASE("Wrong fields within tools and view are named with their path") {
    for (const auto& [text, field] : std::vector<std::pair<std::string, std::string>>{
             {R"({"tools": {"tool": "hammer"}})", "tools.tool"},
             {R"({"recording": {"format": "gif"}})", "recording.format"},
             {R"({"recording": {"fps": 0}})", "recording.fps"},
             {R"({"recording": {"size": "1x1"}})", "recording.size"},
             {R"({"tools": {"radius": 0}})", "tools.radius"},
             {R"({"tools": {"strength": "1"}})", "tools.strength"},
             {R"({"view": {"view": "x-ray"}})", "view.view"},
             {R"({"view": {"colourBy": 3}})", "view.colourBy"},
             {R"({"view": {"background": null}})", "view.background"},
             {R"({"view": {"cut": true}})", "view.cut"},
             {R"({"view": {"cut": {"axis": "y"}}})", "view.cut.axis"},
             {R"({"view": {"cut": {"place": 1.5}}})", "view.cut.place"},
             {R"({"view": {"range": [1]}})", "view.range"},
             {R"({"view": {"range": [2, 1]}})", "view.range"},
             {R"({"view": {"range": ["a", "b"]}})", "view.range"},
             {R"({"view": {"range": [-1e300, 1e300]}})", "view.range"},
             {R"({"view": {"range": {}}})", "view.range"},
             {R"({"view": {"particleSize": 1e9}})", "view.particleSize"},
             {R"({"view": {"showVectors": "yes"}})", "view.showVectors"},
             {R"({"view": {"vectorScale": -1}})", "view.vectorScale"},
             {R"({"view": {"surface": 1}})", "view.surface"},
             {R"({"view": {"surface": {"cellSize": 0.1}}})", "view.surface.cellSize"},
             {R"({"view": {"surface": {"cellSize": 3.1}}})", "view.surface.cellSize"},
             {R"({"view": {"surface": {"cellSize": null}}})", "view.surface.cellSize"},
             {R"({"view": {"surface": {"isoValue": 0.19}}})", "view.surface.isoValue"},
             {R"({"view": {"surface": {"isoValue": 1}}})", "view.surface.isoValue"},
             {R"({"view": {"surface": {"smoothingPasses": -1}}})", "view.surface.smoothingPasses"},
             {R"({"view": {"surface": {"smoothingPasses": 51}}})", "view.surface.smoothingPasses"},
             {R"({"view": {"surface": {"smoothingPasses": 1.5}}})", "view.surface.smoothingPasses"},
             {R"({"view": {"surface": {"normals": "flat"}}})", "view.surface.normals"},
             {R"({"view": {"surface": {"keepsDroplets": 1}}})", "view.surface.keepsDroplets"},
             {R"({"view": {"surface": {"hugsWalls": "no"}}})", "view.surface.hugsWalls"},
             {R"({"colours": []})", "colours"},
             {R"({"colours": {"surface": "speed"}})", "colours.surface"},
             {R"({"colours": {"surface": {"colourBy": "taste"}}})", "colours.surface.colourBy"},
             {R"({"colours": {"splats": {"range": [3, 1]}}})", "colours.splats.range"}}) {
        CAPTURE(text);
        std::string line;
        CHECK(loadText(text, line) == Preferences{});
        CHECK_THAT(line, Catch::Contains("field " + field + ":") && Catch::Contains("allowed: "));
    }
}

TEST_CASE("Unknown fields are told and left out, with the nearest known one") {
    std::string line;
    CHECK(loadText(R"({"spede": 2.0})", line) == Preferences{});
    CHECK_THAT(line, Catch::Contains("spede") && Catch::Contains("did you mean 'speed'"));
    CHECK(loadText(R"({"view": {"showShadwo": false}})", line) == Preferences{});
    CHECK_THAT(line, Catch::Contains("did you mean 'view.showShadow'"));
    CHECK(loadText(R"({"colours": {"surfaec": {}}})", line) == Preferences{});
    CHECK_THAT(line, Catch::Contains("did you mean 'colours.surface'"));
    CHECK(loadText(R"({"view": {"surface": {"isovalue": 0.5}}})", line) == Preferences{});
    CHECK_THAT(line, Catch::Contains("did you mean 'view.surface.isoValue'"));
}

TEST_CASE("Files of version 0.2, which knew one colour for all views, are read") {
    std::string line;
    const Preferences read = loadText(
        R"({"version": 1, "view": {"view": "particles", "colourBy": "pressure", "range": [0, 5], "particleSize": 1.3}})",
        line);
    CHECK(line.empty());
    CHECK(read.view.colourBy == ColourBy::Pressure);
    CHECK(read.view.range == ValueRange{0.0f, 5.0f});
    CHECK(read.view.surface == SurfaceSettings{});
    CHECK(read.colours.empty());
}

TEST_CASE("A view without a word about its colour has its usual one") {
    std::string line;
    CHECK(loadText(R"({"view": {"view": "surface"}})", line).view.colourBy == ColourBy::Plain);
    CHECK(loadText(R"({"view": {"view": "particles"}})", line).view.colourBy == ColourBy::Speed);
    // Of the view that is shown, the view itself tells; and what is usual need not be remembered.
    const Preferences read = loadText(
        R"({"view": {"view": "surface", "colourBy": "density"},
            "colours": {"surface": {"colourBy": "speed"}, "splats": {"colourBy": "plain"}}})",
        line);
    CHECK(line.empty());
    CHECK(read.view.colourBy == ColourBy::Density);
    CHECK(read.colours.empty());
}

TEST_CASE("A megabyte of nonsense costs one short line and little time") {
    std::string text = "{";
    for (int k = 0; text.size() < 1'000'000; ++k) text += fmt::format("\"k{}\":{},", k, k);
    text.back() = '}';
    std::string line;
    CHECK(loadText(text, line) == Preferences{});
    CHECK_THAT(line, Catch::Contains("more"));
    CHECK(line.size() < 2000);
    CHECK(line.find('\n') == std::string::npos);

    std::string panels = R"({"openPanels": {)";
    for (int k = 0; k < 5000; ++k) panels += fmt::format("{}\"p{}\":true", k == 0 ? "" : ",", k);
    CHECK(loadText(panels + "}}", line).openPanels.size() <= 200);
    CHECK_THAT(line, Catch::Contains("openPanels"));
}

TEST_CASE("What is not a regular file is not read") {
    const TemporaryFolder folder;
    std::string line;
    CHECK(loadPreferences(folder.path(), line) == Preferences{});
    CHECK_THAT(line, Catch::Contains("not a regular file"));
    // A pipe that nobody writes to would be waited for without end.
    REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
    CHECK(loadPreferences(folder.file("pipe"), line) == Preferences{});
    CHECK_THAT(line, Catch::Contains("not a regular file"));
    CHECK(loadPreferences("/dev/zero", line) == Preferences{});
    CHECK_THAT(line, Catch::Contains("not a regular file"));
}

TEST_CASE("Preferences that cannot be written cost a line, and the old ones stay") {
    std::string line;
    const TemporaryFolder folder;
    writeText(folder.file("blocker"), "a file where a folder should be");
    CHECK_FALSE(savePreferences(folder.path() / "blocker" / "preferences.json", {}, line));
    CHECK_THAT(line, Catch::Contains("blocker"));
    CHECK_FALSE(savePreferences("/proc/meniscus/preferences.json", {}, line));
    CHECK_THAT(line, Catch::Contains("/proc/meniscus"));
    CHECK_FALSE(savePreferences("", {}, line));
    CHECK_THAT(line, Catch::Contains("HOME"));
    CHECK_FALSE(savePreferences(folder.path(), {}, line));
    CHECK_FALSE(line.empty());
    CHECK(readText(folder.file("blocker")) == "a file where a folder should be");
    CHECK(folder.fileCount() == 1);
}

TEST_CASE("The preferences lie in the user's config folder") {
    {
        const Environment config("XDG_CONFIG_HOME", "/somewhere/config");
        CHECK(preferencesPath() == "/somewhere/config/meniscus/preferences.json");
    }
    const Environment home("HOME", "/home/me");
    {
        const Environment config("XDG_CONFIG_HOME", nullptr);
        CHECK(preferencesPath() == "/home/me/.config/meniscus/preferences.json");
    }
    {
        const Environment config("XDG_CONFIG_HOME", "relative/ones/are/ignored");
        CHECK(preferencesPath() == "/home/me/.config/meniscus/preferences.json");
    }
    const Environment config("XDG_CONFIG_HOME", nullptr), homeless("HOME", nullptr);
    CHECK(preferencesPath().empty());
}
