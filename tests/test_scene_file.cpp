// Scene files: what is written comes back, and what cannot be is refused with its place.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "call_program.h"
#include "meniscus/core/error.h"
#include "meniscus/scene/any_file.h"
#include "meniscus/scene/scene_file.h"
#include "temporary_folder.h"
#include "worlds.h"

using namespace meniscus;
using Catch::Contains;
using nlohmann::json;

namespace {

// As much of everything as a small scene can have.
constexpr const char* kFull = R"({
  "$schema": "scene.schema.json", "format": "meniscus-scene", "version": 1,
  "name": "full", "title": "Everything", "description": "All keys.", "seed": 7,
  "particles": 300, "particlesAtStart": 250,
  "room": {"lower": [-0.3, 0, -0.2], "upper": [0.3, 0.6, 0.2], "periodic": [], "look": "tray"},
  "solids": [
    {"shape": "box", "lower": [-0.3, 0, -0.2], "upper": [-0.2, 0.05, 0.2], "container": false},
    {"shape": "cylinder", "base": [0.2, 0, 0], "radius": 0.03, "height": 0.1, "container": false},
    {"shape": "sphere", "centre": [0, 0.3, 0], "radius": 2, "container": true},
    {"shape": "plane", "point": [0, 0.01, 0], "normal": [0, 1, 0.1]},
    {"shape": "glass", "base": [0, 0.4, 0], "innerRadius": 0.05, "height": 0.1, "wallThickness": 0.01,
     "baseThickness": 0.02}
  ],
  "fluids": [
    {"name": "water", "vapour": "steam", "boilingPoint": 100},
    {"name": "oil", "gas": false, "flame": false, "restDensity": 850, "stiffness": 100, "viscosity": 5,
     "polarity": 0.5, "temperature": 20, "heatDiffusion": 0.001, "expansion": 0, "boilingPoint": 5000, "buoyancy": 0,
     "lift": 0, "cooling": 0, "red": 0.9, "green": 0.6, "blue": 0.1, "opacity": 0.3},
    {"name": "steam", "gas": true, "restDensity": 100}
  ],
  "air": "steam",
  "fill": [
    {"shape": "box", "lower": [-0.3, 0, -0.2], "upper": [0.3, 0.2, 0.2], "shift": [0, 0.01, 0],
     "velocity": [0.1, 0, 0], "spin": [0, 1, 0], "shaken": true,
     "layers": [{"fluid": "oil", "share": 0.3, "temperature": 50, "dye": 0.5}, {"fluid": "water"}]},
    {"shape": "cylinder", "base": [-0.1, 0.3, 0], "radius": 0.06, "height": 0.1},
    {"shape": "ball", "centre": [0.2, 0.4, 0], "radius": 0.08}
  ],
  "emitters": [
    {"shape": "square", "centre": [0, 0.55, 0], "direction": [0, -1, 0], "radius": 0.04, "speed": 1, "rate": 0.001,
     "startTime": 0, "endTime": 5, "particleLimit": 50, "fluid": "oil", "dye": 0.5, "avoidsFluid": true}
  ],
  "fields": [
    {"kind": "swirl", "centre": [0, 0, 0], "radius": 0.2, "strength": 5, "direction": [0, 1, 0], "endTime": 9}
  ],
  "heaters": [
    {"lower": [-0.3, 0, -0.2], "upper": [0.3, 0.05, 0.2], "temperature": 90, "rate": 1, "power": 100, "period": 10,
     "onTime": 5, "capacity": 1}
  ],
  "cavitationSites": [[0, 0.02, 0], [0.1, 0.02, 0]],
  "capacity": 500,
  "settings": {"gravity": 9.81, "viscosity": 3, "stiffness": 100, "timeStep": 0.003, "kernelPair": "mcg03",
               "trappedAir": true},
  "camera": {"target": [0, 0.2, 0], "distance": 1.5, "yaw": 0.4, "pitch": 0.2},
  "view": {"view": "surface", "colour": "fluid", "background": "studio"}
})";

constexpr const char* kSmall = R"({
  "format": "meniscus-scene", "version": 1,
  "particles": 500,
  "room": {"lower": [0, 0, 0], "upper": [0.4, 0.4, 0.4]},
  "fill": [{"shape": "box", "lower": [0, 0, 0], "upper": [0.4, 0.2, 0.4]}]
})";

// Small ones, so that thousands can be tried.
constexpr SceneLimits kLimits{.particles = 2000, .capacity = 5000, .bins = 100'000};

uint64_t hashAfter(const Scene& scene, int threads, int steps) {
    World world(worldSetup(scene, false), threads);
    for (int step = 0; step < steps; ++step) world.step();
    return world.stateHash();
}

// The message with which the text is refused; empty when it is not.
std::string refusal(const std::string& text) {
    try {
        (void)parseScene(text, "nasty.json", kLimits);
        return "";
    } catch (const InputError& error) {
        return error.what();
    }
}

std::string smallWith(const char* pointer, const json& value) {
    json scene = json::parse(kSmall);
    scene[json::json_pointer(pointer)] = value;
    return scene.dump();
}

bool isOneShortLine(const std::string& message) {
    return message.find('\n') == std::string::npos && message.size() < 500;
}

// Refused with its place, or a world that takes a step.
void checkSafe(const std::string& text) {
    Scene scene;
    try {
        scene = parseScene(text, "nasty.json", kLimits).scene;
    } catch (const InputError& error) {
        const std::string message = error.what();
        const bool hasPlace = message.starts_with("nasty.json: $") || message.starts_with("nasty.json: line ");
        if (!hasPlace || !isOneShortLine(message)) FAIL_CHECK(message);
        return;
    }
    World world(worldSetup(scene, false), 1);
    world.step();
    for (size_t i = 0; i < world.particleCount(); ++i) {
        const ParticleView p = world.particle(i);
        if (!isFinite(p.x) || !isFinite(p.v) || !std::isfinite(p.temperature)) FAIL_CHECK("not finite");
    }
}

// Every place of a JSON value, those of whole objects and arrays too.
void gatherPlaces(const json& value, const json::json_pointer& at, std::vector<json::json_pointer>& places) {
    if (!at.empty()) places.push_back(at);
    if (value.is_object()) {
        for (const auto& [key, item] : value.items()) gatherPlaces(item, at / key, places);
    } else if (value.is_array()) {
        for (size_t k = 0; k < value.size(); ++k) gatherPlaces(value[k], at / k, places);
    }
}

// As they stand in the text, because some are not JSON.
std::vector<std::string> nastyValues() {
    std::vector<std::string> values{"null",
                                    "true",
                                    "false",
                                    "\"\"",
                                    "\"x\"",
                                    "[]",
                                    "{}",
                                    "-1",
                                    "0",
                                    "-0.0",
                                    "1",
                                    "0.5",
                                    "3",
                                    "1e30",
                                    "-1e30",
                                    "1e-30",
                                    "1e-320",
                                    "1e38",
                                    "3.5e38",
                                    "1e308",
                                    "-1e308",
                                    "1e999",
                                    "-1e999",
                                    "NaN",
                                    "Infinity",
                                    "\"NaN\"",
                                    "\"water\"",
                                    "\"box\"",
                                    "9007199254740992",
                                    "9007199254740993",
                                    "18446744073709551615",
                                    "18446744073709551616",
                                    "-9223372036854775808",
                                    "-9223372036854775809",
                                    "[1, 2, 3]",
                                    "[0, 0, 0]",
                                    "[1e30, 0, 0]",
                                    "[null]",
                                    "[{}]",
                                    "[[[[1]]]]",
                                    R"({"a": 1, "a": 2})",
                                    R"({"unknown": 1})",
                                    "\"\\ud800\"",
                                    "\"\\u0000\"",
                                    "\"\xff\"",
                                    "0x10",
                                    "01",
                                    "'x'",
                                    ""};
    values.push_back("\"" + std::string(10'000, 'x') + "\"");
    values.push_back(std::string(100, '[') + std::string(100, ']'));
    std::string many = "[0";
    for (int k = 0; k < 3000; ++k) many += ", 0";
    values.push_back(many + "]");
    return values;
}

}  // namespace

TEST_CASE("A scene that was written out runs to the same hash from its file", "[scenefile][parallel]") {
    for (const SceneInfo& info : builtInScenes()) {
        INFO(info.name);
        const Scene scene = describeScene(info, {.particles = 600, .seed = 3});
        const SceneReading reading = parseScene(sceneText(scene), "file.json");
        const Scene& read = reading.scene;
        CHECK(reading.warnings.empty());
        CHECK(read.name == info.name);
        CHECK(read.title == info.title);
        CHECK(read.particles == 600);
        CHECK(read.setup.spacing == scene.setup.spacing);
        CHECK(read.setup.settings == scene.setup.settings);
        CHECK(read.setup.fields == scene.setup.fields);
        CHECK(read.look.target == scene.look.target);
        CHECK(read.look.room == scene.look.room);
        CHECK(sceneText(read) == sceneText(scene));
        CHECK(hashAfter(read, 2, 60) == hashAfter(scene, 1, 60));
    }
}

TEST_CASE("All that a scene file can say comes back", "[scenefile]") {
    const SceneReading reading = parseScene(kFull, "full.json");
    CHECK(reading.warnings.empty());
    const std::string text = sceneText(reading.scene);
    const SceneReading again = parseScene(text, "full.json");
    CHECK(sceneText(again.scene) == text);
    CHECK(hashAfter(reading.scene, 1, 10) == hashAfter(again.scene, 1, 10));
    CHECK(again.scene.setup.fluids == reading.scene.setup.fluids);
    CHECK(again.scene.setup.fluids[0].vapour == 2);
    CHECK(again.scene.setup.air == 2);
    CHECK(again.scene.fill[0].layers[0].temperature == 50.0f);
    CHECK(again.scene.setup.emitters[0].particleLimit == 50);
    CHECK(again.scene.setup.heaters[0].onTime == 5.0f);
    CHECK(again.scene.view.view == "surface");
    // Nothing of the full scene is left out of what is written, but for the schema and what stands for itself.
    const json written = json::parse(text), full = json::parse(kFull);
    for (const auto& [key, value] : full.items()) {
        if (key != "$schema") CHECK(written.contains(key));
    }
}

TEST_CASE("Any float comes back bit for bit", "[scenefile]") {
    Scene scene = parseScene(kSmall, "small.json").scene;
    for (const float value : {0.1f, 1.0f / 3.0f, 16777216.0f / 1e6f, 1.17549435e-38f, 1e-45f, 9.9999994f, 2.1171353f}) {
        scene.setup.settings.gravity = value;
        const Scene read = parseScene(sceneText(scene), "small.json").scene;
        CHECK(read.setup.settings.gravity == value);
    }
    scene.look.yaw = -0.0f;
    CHECK(std::signbit(parseScene(sceneText(scene), "small.json").scene.look.yaw));
}

TEST_CASE("A short file is enough: the rest follows from it", "[scenefile]") {
    const SceneReading reading = parseScene(kSmall, "folder/small.json");
    CHECK(reading.warnings.empty());
    CHECK(reading.scene.name == "small");
    World world(worldSetup(reading.scene, false), 1);
    CHECK(world.particleCount() == 500);
    for (int step = 0; step < 300; ++step) world.step();
    // Stiff and thick enough for its depth and spacing: it stays together and comes to rest.
    CHECK(world.measure().maxSpeed < 0.5);
    CHECK(world.measure().meanDensityRatio > 0.9);
    CHECK(world.measure().maxDensityRatio < 1.2);
}

TEST_CASE("A small tank of a file that says nothing of settings rests", "[scenefile]") {
    const Scene scene = parseScene(R"({"format": "meniscus-scene", "version": 1, "particles": 1500,
        "room": {"lower": [0, 0, 0], "upper": [0.05, 0.05, 0.05]},
        "fill": [{"shape": "box", "lower": [0, 0, 0], "upper": [0.05, 0.02, 0.05]}]})",
                                   "small.json")
                            .scene;
    World world(worldSetup(scene, false), 1);
    runSeconds(world, 2.0);
    CHECK(world.measure().meanSpeed < 0.01 * std::sqrt(9.81 * 0.02));
}

TEST_CASE("Known fluids bring their own properties, also the first one", "[scenefile]") {
    const auto sceneOf = [](const json& fluids, const json& settings) {
        json scene = json::parse(kSmall);
        scene["fluids"] = fluids;
        scene["settings"] = settings;
        return parseScene(scene.dump(), "fluids.json").scene;
    };
    const json honey = json::array({{{"name", "honey"}}, {{"name", "oil"}}});
    CHECK(sceneOf(honey, json::object()).setup.fluids[0].viscosity == findKnownFluid("honey").viscosity);
    FluidKind oil = sceneOf(honey, json::object()).setup.fluids[1];
    oil.stiffness = findKnownFluid("oil").stiffness;  // that follows from the depth
    CHECK(oil == findKnownFluid("oil"));
    CHECK(sceneOf(honey, {{"viscosity", 7}}).setup.fluids[0].viscosity == 7.0f);
    const json thick = json::array({{{"name", "thick"}, {"viscosity", 30}}});
    CHECK(sceneOf(thick, json::object()).setup.fluids[0].viscosity == 30.0f);
}

TEST_CASE("What a file does not say follows from depth, spacing, gravity and density", "[scenefile]") {
    const auto sceneOf = [](float depth, const json& settings, const json& fluids = json::array()) {
        json scene = json::parse(R"({"format": "meniscus-scene", "version": 1, "particles": 2000,
                                     "room": {"lower": [0, 0, 0], "upper": [0.5, 0.8, 0.5]}})");
        scene["fill"] = {{{"shape", "box"}, {"lower", {0, 0, 0}}, {"upper", {0.5, depth, 0.5}}}};
        scene["settings"] = settings;
        if (!fluids.empty()) scene["fluids"] = fluids;
        return parseScene(scene.dump(), "depth.json").scene;
    };
    const WorldSetup shallow = sceneOf(0.1f, json::object()).setup, deep = sceneOf(0.55f, json::object()).setup;
    // Compressed by g H / k at the foot.
    for (const auto& [setup, depth] : {std::pair(shallow, 0.1f), std::pair(deep, 0.55f)}) {
        CHECK(9.81f * depth / setup.fluids[0].stiffness == Approx(0.04f));
        CHECK(setup.fluids[0].viscosity == 0.001f);
        CHECK(setup.settings.stabiliser);
        // As long as it is stable without substeps.
        const float h = 1.97f * setup.spacing;
        CHECK(setup.settings.timeStep * std::sqrt(setup.fluids[0].stiffness) / h == Approx(0.7f).epsilon(0.02));
    }
    // With the kernels as printed: compressed by twice that, as eq. 10 gives half the pressure gradient, and a syrup.
    const WorldSetup printed = sceneOf(0.55f, {{"kernelPair", "mcg03"}}).setup;
    CHECK(2.0f * 9.81f * 0.55f / printed.fluids[0].stiffness == Approx(0.04f));
    CHECK(printed.fluids[0].viscosity > 1.0f);
    CHECK_FALSE(printed.settings.stabiliser);
    const WorldSetup heavy = sceneOf(0.1f, {{"gravity", 20}}).setup;
    CHECK(20.0f * 0.1f / heavy.fluids[0].stiffness == Approx(0.04f));
    // What is given stays, and the rest follows from it.
    const WorldSetup given = sceneOf(0.55f, {{"stiffness", 900}, {"restDensity", 500}}).setup;
    CHECK(given.fluids[0].stiffness == 900.0f);
    CHECK(given.fluids[0].restDensity == 500.0f);
    CHECK(given.fluids[0].viscosity == 0.001f);
    CHECK(given.settings.timeStep == Approx(11.614f / 30.0f * deep.settings.timeStep).epsilon(0.01));
    const WorldSetup all = sceneOf(0.55f, {{"stiffness", 33}, {"viscosity", 2}, {"timeStep", 0.003}}).setup;
    CHECK(all.fluids[0].stiffness == 33.0f);
    CHECK(all.fluids[0].viscosity == 2.0f);
    CHECK(all.settings.timeStep == 0.003f);
    // All liquids are as hard to compress as the first, whatever they weigh.
    const json three = {{{"name", "honey"}}, {{"name", "oil"}}, {{"name", "other"}, {"stiffness", 77}}};
    const std::vector<FluidKind> fluids = sceneOf(0.55f, json::object(), three).setup.fluids;
    CHECK(fluids[0].stiffness == printed.fluids[0].stiffness);
    CHECK(fluids[0].viscosity == findKnownFluid("honey").viscosity);
    CHECK(fluids[1].stiffness * fluids[1].restDensity == Approx(fluids[0].stiffness * fluids[0].restDensity));
    CHECK(fluids[2].stiffness == 77.0f);
    CHECK(fluids[2].viscosity == fluids[0].viscosity);
}

TEST_CASE("Heat and dye need no table of fluids in the file", "[scenefile]") {
    json scene = json::parse(kSmall);
    CHECK_FALSE(parseScene(scene.dump(), "plain.json").scene.setup.isMixed);
    scene["heaters"] = {{{"lower", {0, 0, 0}}, {"upper", {0.4, 0.1, 0.4}}, {"temperature", 80}}};
    World world(worldSetup(parseScene(scene.dump(), "hot.json").scene, false), 1);
    for (int step = 0; step < 20; ++step) world.step();
    float hottest = 0.0f;
    for (const ParticleView& p : particlesById(world)) hottest = std::max(hottest, p.temperature);
    CHECK(hottest > kRoomTemperature + 1.0f);
}

TEST_CASE("Fluid is not put into walls", "[scenefile]") {
    json scene = json::parse(kSmall);
    scene["solids"] = {{{"shape", "sphere"}, {"centre", {0.2, 0.1, 0.2}}, {"radius", 0.08}}};
    scene["fill"].push_back({{"shape", "ball"}, {"centre", {0.4, 0.3, 0.4}}, {"radius", 0.08}});  // half outside
    const Scene read = parseScene(scene.dump(), "walls.json").scene;
    World world(worldSetup(read, false), 1);
    CHECK(world.particleCount() < 500);
    CHECK(world.particleCount() > 400);
    for (const ParticleView& p : particlesById(world)) CHECK(length(p.x - Vec3{0.2f, 0.1f, 0.2f}) > 0.08f);
    world.step();
    world.submit(Reset{});
    world.step();
    CHECK(world.particleCount() > 400);
}

TEST_CASE("Unknown keys warn with what was meant", "[scenefile]") {
    json scene = json::parse(kSmall);
    scene["partikles"] = 3;
    scene["settings"] = {{"viscosty", 3}};
    scene["fill"][0]["qqq"] = 1;
    const std::vector<std::string> warnings = parseScene(scene.dump(), "typos.json").warnings;
    REQUIRE(warnings.size() == 3);
    CHECK(warnings[0] == "typos.json: $.fill[0]: key \"qqq\" is unknown");
    CHECK(warnings[1] == "typos.json: $.settings: key \"viscosty\" is unknown; did you mean 'viscosity'?");
    CHECK(warnings[2] == "typos.json: $: key \"partikles\" is unknown; did you mean 'particles'?");
}

TEST_CASE("What is wrong is named with its place, value and range", "[scenefile]") {
    struct Case {
        const char* pointer;
        json value;
        const char* message;
    };
    const std::vector<Case> cases{
        {"/version", 2, "$.version: 2 is not allowed; allowed: 1"},
        {"/format", "meniscus-log", "$.format: \"meniscus-log\" is not allowed; allowed: \"meniscus-scene\""},
        {"/settings/viscosity", -3, "$.settings.viscosity: -3 is not allowed; allowed: 0 to 100 Pa s"},
        {"/settings/kernelPair", "wendlnd", "mcg03, wendland; did you mean 'wendland'?"},
        {"/settings/gravityOn", 1, "$.settings.gravityOn: 1 is not allowed; allowed: true, false"},
        {"/room/upper/1", "high", "$.room.upper[1]: \"high\" is not allowed; allowed: -100 to 100 m"},
        {"/room/upper/1", -1, "$.room: -1 m from lower to upper along y is not allowed; allowed: 0.001 to 100 m"},
        {"/particles", 1e6, "$.particles: 1000000.0 is not allowed; allowed: whole numbers from 1 to 2000"},
        {"/particles", 3000, "$.particles: 3000 is not allowed"},
        {"/fill/0/shape", "cube", "$.fill[0].shape: \"cube\" is not allowed; allowed: box, cylinder, ball"},
        {"/fill/0/layers", {{{"fluid", "oil"}}}, "$.fill[0].layers[0].fluid: \"oil\" is not allowed; allowed: water"},
        {"/solids",
         {{{"shape", "glass"}, {"base", {0, 0, 0}}, {"innerRadius", 0.1}}},
         "$.solids[0].height: is missing"},
        {"/solids",
         {{{"shape", "plane"}, {"point", {0, 0, 0}}, {"normal", {0, 0, 0}}}},
         "$.solids[0]: plane normal is"},
        {"/fluids", {{{"name", "a b"}}}, "$.fluids[0]: fluid name 'a b' is not allowed"},
        {"/fluids", {{{"name", "a"}}, {{"name", "a"}}}, "$.fluids[1].name: \"a\" is there twice"},
        {"/air", "water", "$.air: is not a gas"},
        {"/emitters", {{{"centre", {0, 0, 0}}, {"radius", 50}}}, "$.emitters[0].radius: 50 m is not allowed"},
        {"/fields",
         {{{"kind", "push"}, {"centre", {0, 0, 0}}, {"strength", 1e9}}},
         "$.fields[0].strength: 1000000000.0"},
        {"/room/upper", {90, 90, 90}, "bins of its grid at a spacing of"},
        {"/view", {{"view", "surfce"}}, "$.view.view: \"surfce\" is not allowed; allowed: particles, splats, surface"},
        {"/view", {{"view", "surfce"}}, "did you mean 'surface'?"},
        {"/view", {{"colour", "sped"}}, "$.view.colour: \"sped\" is not allowed; allowed: plain, speed"},
        {"/view", {{"background", "sky"}}, "$.view.background: \"sky\" is not allowed; allowed: studio, daylight"},
        {"/emitters",
         {{{"centre", {0.2, 0.3, 0.2}}, {"startTime", 2.5}, {"endTime", 1}}},
         "$.emitters[0].endTime: 1 s is not allowed; allowed: 2.5 s, its startTime, or later"},
        {"/fluids",
         {{{"name", "oil"}}, {{"name", "water"}, {"vapour", "water"}}},
         "$.fluids[1].vapour: \"water\" is the fluid itself; allowed: oil"},
        {"/fluids", {{{"name", "a"}, {"vapour", "a"}}}, "$.fluids[0].vapour: \"a\" is the fluid itself"},
        {"/capacity", 499, "$.capacity: 499 is not allowed; allowed: 500, which the fill has, to 5000"},
    };
    for (const Case& c : cases) {
        INFO(c.pointer << " " << c.value.dump());
        const std::string message = refusal(smallWith(c.pointer, c.value));
        CHECK_THAT(message, Contains(c.message));
        CHECK(isOneShortLine(message));
    }
}

TEST_CASE("Shares of layers come to one region at most and leave something for the last", "[scenefile]") {
    const auto refusalOf = [](const char* layers) { return refusal(smallWith("/fill/0/layers", json::parse(layers))); };
    for (const char* good :
         {"[{}]", R"([{"share": 0.4}])", R"([{"share": 0.3}, {}])", R"([{"share": 0.3}, {"share": 0.5}])",
          R"([{"share": 0.333}, {"share": 0.333}, {"share": 0.334}])", R"([{"share": 1}, {"share": 0}])",
          R"([{"share": 0.1}, {"share": 0.2}, {"share": 0.7}])"}) {
        INFO(good);
        CHECK(refusalOf(good).empty());
        const std::string text = smallWith("/fill/0/layers", json::parse(good));
        CHECK(refusal(sceneText(parseScene(text, "small.json").scene)).empty());
    }
    CHECK_THAT(refusalOf(R"([{"share": 0.6}, {"share": 0.6}])"),
               Contains("$.fill[0].layers[1].share: 0.6 is not allowed; allowed: 0 to 0.4, which the layers before"));
    CHECK_THAT(refusalOf(R"([{"share": 0.6}, {"share": 0.7}, {}])"), Contains("$.fill[0].layers[1].share: 0.7"));
    CHECK_THAT(refusalOf(R"([{"share": 0.5}, {"share": 0.5}, {}])"),
               Contains("$.fill[0].layers[2]: the layers before it leave nothing; allowed: shares of less than 1"));
    CHECK_THAT(refusalOf("[{}, {}]"), Contains("$.fill[0].layers[1]: the layers before it leave nothing"));
}

TEST_CASE("What is not JSON is refused with its line", "[scenefile]") {
    using namespace std::string_literals;
    const std::vector<std::pair<std::string, const char*>> cases{
        {"", "nasty.json: is empty"},
        {" \n\t ", "nasty.json: holds nothing but blanks"},
        {"{\n\"a\": 1,\n\"a\": 2}", "line 3: key \"a\" is there twice"},
        {"{\n\"a\": 1e999}", "line 2: number 1e999 is too large"},
        {"{\n\"a\": [1, 2}", "line 2: syntax error"},
        {"{}\n\n{}", "line 3: syntax error"},
        {"{\"a\": NaN}", "line 1: syntax error"},
        {"{\"a\":\n \"\xff\"}", "line 2: byte 0xff is not UTF-8"},
        {"{\"a\":\n \"\xc0\xaf\"}", "line 2: byte 0xc0 is not UTF-8"},
        {"\xff\xfe{\0}\0"s, "is UTF-16 or UTF-32; allowed: UTF-8"},
        {"\xfe\xff\0{\0}"s, "is UTF-16 or UTF-32; allowed: UTF-8"},
        {"{\0\"\0}\0"s, "is UTF-16 or UTF-32; allowed: UTF-8"},
        {"\0\0\0{\0\0\0}"s, "is UTF-16 or UTF-32; allowed: UTF-8"},
        {std::string(17, '[') + std::string(17, ']'), "line 1: nested deeper than 16"},
        {std::string(500'000, '['), "line 1: nested deeper than 16"},
        {"[]", "$.format: null is not allowed"},
        {"12", "$.format: null is not allowed"},
    };
    for (const auto& [text, message] : cases) {
        const std::string said = refusal(text);
        CHECK_THAT(said, Contains(message));
        CHECK(isOneShortLine(said));
    }
    CHECK(refusal("\xef\xbb\xbf"s + kSmall).empty());  // the mark that some editors put before UTF-8
}

TEST_CASE("Nasty values in every field are refused, or make a scene that runs", "[scenefile][slow]") {
    const json full = json::parse(kFull);
    checkSafe(full.dump());
    std::vector<json::json_pointer> places;
    gatherPlaces(full, json::json_pointer(), places);
    const std::vector<std::string> values = nastyValues();
    REQUIRE(values.size() >= 30);
    REQUIRE(places.size() >= 150);
    for (const json::json_pointer& place : places) {
        json changed = full;
        changed[place] = "@nasty@";
        const std::string text = changed.dump();
        const size_t hole = text.find("\"@nasty@\"");
        for (const std::string& value : values) {
            INFO(place.to_string() << " = " << value.substr(0, 50));
            checkSafe(text.substr(0, hole) + value + text.substr(hole + 9));
        }
        if (!full[place].is_object()) continue;
        INFO("more keys in " << place.to_string());
        changed = full;
        changed[place]["another"] = 1;
        checkSafe(changed.dump());
        changed[place].clear();
        checkSafe(changed.dump());
    }
}

TEST_CASE("Scenes without any one of their keys are refused, or run", "[scenefile]") {
    const json full = json::parse(kFull);
    std::vector<json::json_pointer> places;
    gatherPlaces(full, json::json_pointer(), places);
    for (const json::json_pointer& place : places) {
        INFO("without " << place.to_string());
        json changed = full;
        json& parent = changed[place.parent_pointer()];
        if (parent.is_object()) {
            parent.erase(place.back());
        } else {
            parent.erase(std::stoul(place.back()));
        }
        checkSafe(changed.dump());
    }
}

TEST_CASE("A scene of a file can be had finer or coarser", "[scenefile]") {
    for (const char* name : {"splash", "pour", "dye", "lava-lamp"}) {
        INFO(name);
        const Scene scene = parseScene(sceneText(describeScene(findScene(name), {.particles = 1000})), "x.json").scene;
        const Scene fine = withParticles(scene, 8000);
        const Scene built = describeScene(findScene(name), {.particles = 8000});
        CHECK(fine.particles == 8000);
        CHECK(fine.particlesAtStart == built.particlesAtStart);
        CHECK(fine.setup.spacing == Approx(built.setup.spacing));
        CHECK(fine.setup.capacity == built.setup.capacity);
        CHECK(fine.setup.fluids[0].viscosity == Approx(built.setup.fluids[0].viscosity));
        CHECK(fine.setup.settings.timeStep == Approx(built.setup.settings.timeStep));
        World world(worldSetup(fine, false), 1);
        world.step();
        CHECK(world.particleCount() >= fine.particlesAtStart);
    }
}

TEST_CASE("A scene file is known as one behind any number of blank lines", "[scenefile]") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder.file("blank.json");
    for (const size_t lines : {0, 1, 5000, 1'000'000}) {
        INFO(lines);
        std::ofstream(path) << std::string(lines, '\n') << kSmall;
        CHECK(readAnyFile(path).scene().particles == 500);
    }
    std::ofstream(path) << std::string(5000, ' ') << "{]";
    CHECK_THROWS_WITH(readAnyFile(path), Contains("blank.json: line 1: syntax error"));
    std::ofstream(path) << std::string(10'000, '\n') << "a text";
    CHECK_THROWS_WITH(readAnyFile(path), Contains("neither a scene"));
    std::ofstream(path) << std::string(10'000, '\n');
    CHECK_THROWS_WITH(readAnyFile(path), Contains("neither a scene"));
    std::ofstream(path) << "\xef\xbb\xbf" << std::string(5000, '\n') << kSmall;
    CHECK(readAnyFile(path).scene().particles == 500);
}

TEST_CASE("Scenes are written by the command line and read from files", "[scenefile][cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("my-splash.json").string();
    const Outcome written = call({"write", "splash", "--particles", "700", "--seed", "5", "-o", file});
    CHECK(written.exitCode == 0);
    CHECK(written.out.empty());
    const Outcome printed = call({"write", "splash", "--particles", "700", "--seed", "5"});
    CHECK(printed.out == readText(file));
    const Scene scene = readScene(file).scene;
    CHECK(scene.particles == 700);
    CHECK(scene.setup.seed == 5);
    const Outcome unknown = call({"write", "splsh"});
    CHECK(unknown.exitCode == 2);
    CHECK(isOneErrorLine(unknown.err));
    const Outcome tooMany = call({"write", "splash", "--particles", "600000"});
    CHECK(tooMany.exitCode == 2);
    CHECK_THAT(tooMany.err, Contains("$.particles") && Contains("500000"));
    CHECK_THROWS_AS(readScene(folder.path()), InputError);
    CHECK_THROWS_AS(readScene(folder.file("missing.json")), InputError);
    CHECK_THROWS_AS(readScene("/dev/zero"), InputError);
    CHECK(json::parse(call({"schema"}).out)["required"] == json::array({"format", "version", "room"}));
}
