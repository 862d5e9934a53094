// What the controls of the panels do and show.
#include <catch2/catch.hpp>
#include <set>

#include "meniscus/ui/keys.h"
#include "ui/controls/fluid_presets.h"
#include "ui/controls/setting_edits.h"
#include "ui/controls/slider_range.h"
#include "ui/overlays/transport.h"
#include "ui/panel.h"
#include "ui/widgets/value_scale.h"
#include "ui_bench.h"

using namespace meniscus;

TEST_CASE("Scenes, transport, speed, view and camera ask the window for what they say") {
    Bench bench(1280.0f, 1200.0f);
    for (const auto& [name, asked] :
         std::vector<std::pair<std::string, std::string>>{{"scenes/dam-break", "open dam-break"},
                                                          {"transport/previous", "neighbour -1"},
                                                          {"transport/next", "neighbour 1"},
                                                          {"transport/reset", "reset"},
                                                          {"transport/step", "step"},
                                                          {"transport/pause", "pause"},
                                                          {"transport/pause", "go on"},
                                                          {"transport/speed/0.125", "speed 0.125"},
                                                          {"transport/speed/2", "speed 2"},
                                                          {"view/hidden", "view hidden"}}) {
        CAPTURE(name);
        bench.click(name);
        CHECK(bench.asked() == Asked{asked});
    }
    CHECK_FALSE(bench.at("view/colour/density").isEnabled);  // there is no fluid to colour
    CHECK(bench.at("scenes/dam-break").value == "chosen");
    CHECK(bench.at("transport/pause").value == "playing");
    bench.click("panel/fluid");
    for (const auto& [name, asked] : std::vector<std::pair<std::string, std::string>>{
             {"view/camera-reset", "camera"}, {"view/screenshot", "screenshot"}, {"view/full-screen", "full screen"}}) {
        CAPTURE(name);
        bench.click(name);
        CHECK(bench.asked() == Asked{asked});
    }
}

TEST_CASE("Every tool, colour, background and resolution is one click away") {
    Bench bench(1280.0f, 1600.0f);
    for (const ToolInfo& tool : toolTable()) {
        bench.click(fmt::format("tools/{}", tool.name));
        CHECK(bench.state.preferences.tools.tool == tool.tool);
        CHECK(bench.at("tools/strength").isEnabled == tool.hasStrength);
    }
    bench.state.isMixed = true;
    for (const ColourInfo& colour : colourTable()) {
        bench.click(fmt::format("view/colour/{}", colour.name));
        CHECK(bench.state.preferences.view.colourBy == colour.by);
        CHECK(bench.has("view/legend") == colour.hasScale);
    }
    for (const BackgroundInfo& background : backgroundTable()) {
        bench.click(fmt::format("view/background/{}", background.name));
        CHECK(bench.state.preferences.view.background == background.background);
    }
    for (const std::string_view resolution : kResolutions) {
        bench.click(fmt::format("view/resolution/{}", resolution));
        CHECK(bench.state.preferences.resolution == resolution);
    }
    for (const std::string name : {"vectors", "container", "shadow"}) {
        const std::string before = bench.at("view/" + name).value;
        bench.click("view/" + name);
        CHECK(bench.at("view/" + name).value != before);
        CHECK(bench.at("view/vector-scale").isEnabled == bench.state.preferences.view.showVectors);
    }
    bench.click("tools/radius", 0.99f);
    CHECK(bench.state.preferences.tools.radius == kMaxBrush);
}

TEST_CASE("Every setting has a control, and its ends can be reached") {
    Bench bench(1280.0f, 3000.0f);
    bench.load("two-fluids");
    // A scene in which every setting has an effect.
    bench.state.parts.hasFields = bench.state.parts.hasHeaters = bench.state.parts.hasAir = true;
    bench.state.parts.hasCavitationSites = true;
    bench.state.parts.hasSolids = true;
    bench.frame.fluids.push_back(findKnownFluid("air"));
    bench.frame.fluids[0].vapour = 2;
    bench.frame.settings.trappedAir = bench.state.sceneSettings.trappedAir = 1.0f;
    bench.frame.settings.stabiliser = bench.state.sceneSettings.stabiliser = true;
    bench.frame.settings.tensionModel = bench.state.sceneSettings.tensionModel = TensionModel::Stress;
    bench.show(3);
    bench.click("panel/fluids");
    for (const std::string group : {"world", "angles", "interface", "heat", "air", "forces", "solver"}) {
        bench.click("fluid/group/" + group);
    }
    for (const SettingInfo& info : settingTable()) {
        const std::string name = fmt::format("fluid/{}", info.key);
        CAPTURE(name);
        // No method has both springs and iterations.
        bench.frame.method = info.key.ends_with("Iterations") ? "dfsph" : kDefaultMethod;
        bench.show(3);
        bench.asked();
        if (info.kind == SettingKind::Number) {
            bench.click(name, 0.0f);
            CHECK(bench.valueOf(info) == info.minimum);
            bench.click(name, 0.999f);
            CHECK(bench.valueOf(info) == info.maximum);
        } else if (info.kind == SettingKind::Toggle) {
            const float before = bench.valueOf(info);
            bench.click(name);
            CHECK(bench.valueOf(info) == 1.0f - before);
        } else {
            for (size_t k = info.choices.size(); k-- > 0;) {
                bench.click(fmt::format("{}/{}", name, info.choices[k]));
                CHECK(bench.valueOf(info) == static_cast<float>(k));
            }
        }
        if (bench.valueOf(info) != bench.sceneValueOf(info)) {
            CHECK(bench.at(name + "/reset").isEnabled);
            bench.click(name + "/reset");
        }
        CHECK(bench.valueOf(info) == bench.sceneValueOf(info));
        CHECK_FALSE(bench.at(name + "/reset").isEnabled);
    }
    bench.click("fluid/gravity", 0.1f);
    bench.click("fluid/viscosity", 0.1f);
    CHECK(bench.frame.settings != bench.state.sceneSettings);
    bench.click("fluid/reset-all");
    CHECK(bench.frame.settings == bench.state.sceneSettings);
}

TEST_CASE("The middle of an angle's slider is the middle of its range, also of a single wall") {
    Bench bench(1280.0f, 2000.0f);
    bench.frame.settings.tensionModel = bench.state.sceneSettings.tensionModel = TensionModel::Stress;
    bench.click("fluid/group/angles");
    bench.click("fluid/contactAngleFloor", 0.5f);
    CHECK(bench.valueOf(findSetting("contactAngleFloor")) == Approx(90.0f).margin(3.0));
}

TEST_CASE("A value whose force is switched off cannot be changed") {
    Bench bench(1280.0f, 2000.0f);
    bench.click("fluid/group/forces");
    bench.click("fluid/viscosityOn");
    CHECK_FALSE(bench.at("fluid/viscosity").isEnabled);
    bench.asked();
    bench.click("fluid/viscosity", 0.9f);
    CHECK(bench.asked().empty());
}

TEST_CASE("Typed values count only within the range") {
    Bench bench;
    bench.typeInto("fluid/gravity", "-3.25");
    CHECK(bench.asked() == Asked{"gravity=-3.25"});
    for (const std::string_view bad : {"nan", "inf", "-inf", "1e999", "100", "-20.001", "9.8.1", "abc", " ", "0x10"}) {
        CAPTURE(bad);
        bench.typeInto("fluid/gravity", bad);
        CHECK(bench.asked().empty());
        CHECK(bench.interface.wantsKeys());  // it stays open, and says what is allowed
        bench.press(GLFW_KEY_ESCAPE);
        bench.show(4);
        CHECK_FALSE(bench.interface.wantsKeys());
        CHECK(bench.asked().empty());
        CHECK(bench.frame.settings.gravity == -3.25f);
    }
    bench.typeInto("fluid/gravity", "20");
    CHECK(bench.asked() == Asked{"gravity=20"});
}

TEST_CASE("Sliders cover what makes a difference in the scene") {
    const SceneScale glass{.size = 0.1f, .gravity = 9.81f, .restDensity = 1000.0f};
    const SceneScale tank{.size = 0.5f, .gravity = 9.81f, .restDensity = 1000.0f};
    const auto rangeIn = [](const SceneScale& scene, std::string_view key, float value) {
        const SettingInfo& info = findSetting(key);
        return sliderRange(key, {info.minimum, info.maximum}, scene, value);
    };
    // rho g L^2 / 10 is 9.81 N/m; the tank's is beyond the table.
    CHECK(rangeIn(glass, "surfaceTension", 0.07f).maximum == Approx(10.0f));
    CHECK(rangeIn(tank, "surfaceTension", 0.07f).maximum == 20.0f);
    // rho L^2 / 0.05 s is 200 Pa s, and 2 Pa s where all is ten times smaller.
    CHECK(rangeIn({.size = 0.01f, .gravity = 9.81f, .restDensity = 1000.0f}, "viscosity", 0.001f).maximum ==
          Approx(2.0f));
    CHECK(rangeIn(glass, "viscosity", 0.001f).maximum == 100.0f);
    // From 5 g L to 500 g L: 4.9 to 490.
    CHECK(rangeIn(glass, "stiffness", 50.0f).minimum == Approx(2.0f));
    CHECK(rangeIn(glass, "stiffness", 50.0f).maximum == Approx(500.0f));
    for (const SettingInfo& info : settingTable()) {
        CAPTURE(info.key);
        for (const float size : {0.0f, 1e-6f, 0.01f, 0.3f, 50.0f, 1e9f}) {
            for (const float gravity : {0.0f, 0.5f, 20.0f}) {
                for (const float value : {info.minimum, defaultOf(info), info.maximum}) {
                    const PropertyRange range =
                        sliderRange(info.key, {info.minimum, info.maximum}, {size, size, gravity, 1000.0f}, value);
                    CHECK((range.minimum <= value && value <= range.maximum));
                    CHECK((range.minimum >= info.minimum && range.maximum <= info.maximum));
                    CHECK(range.minimum < range.maximum);
                    if (size == 0.0f) CHECK((range.minimum == info.minimum && range.maximum == info.maximum));
                }
            }
        }
    }
}

TEST_CASE("Values beyond a slider are typed, and the slider then covers them") {
    Bench bench(1280.0f, 2000.0f);
    bench.state.room = {{0.0f, 0.0f, 0.0f}, {0.1f, 0.1f, 0.1f}};
    bench.frame.method = kDefaultMethod;
    bench.frame.capacity = 100000;  // more than the room holds
    bench.frame.spacing = 0.005f;
    bench.show(3);
    bench.click("fluid/surfaceTension", 0.999f);
    CHECK(bench.frame.settings.surfaceTension == Approx(10.0f));
    bench.typeInto("fluid/surfaceTension", "18");
    CHECK(bench.frame.settings.surfaceTension == 18.0f);
    bench.click("fluid/surfaceTension", 0.999f);
    CHECK(bench.frame.settings.surfaceTension == 18.0f);
    bench.click("fluid/surfaceTension", 0.0f);
    CHECK(bench.frame.settings.surfaceTension == 0.0f);
    bench.click("fluid/surfaceTension", 0.999f);  // it has come back
    CHECK(bench.frame.settings.surfaceTension == Approx(10.0f));
    bench.asked();
    bench.typeInto("fluid/surfaceTension", "20.1");
    CHECK(bench.asked().empty());
}

TEST_CASE("A slider tells what the value under the mouse costs, also while it is held") {
    Bench bench(1280.0f, 2000.0f);
    bench.frame.spacing = 0.01f;
    bench.frame.supportRadius = 0.0197f;
    bench.frame.method = kDefaultMethod;
    bench.show(3);
    CHECK_FALSE(bench.has("fluid/stiffness/note"));
    bench.moveTo("fluid/stiffness", 0.99f);
    bench.show(2);
    const std::string dear = bench.at("fluid/stiffness/note").value;
    CHECK_THAT(dear, Catch::Contains(" instead of ") && Catch::Contains("times slower"));
    bench.interface.input().changeButton(0, true);
    bench.show(4);
    CHECK(bench.frame.fluids[0].stiffness > 1000.0f);
    CHECK(bench.at("fluid/stiffness/note").value == dear);  // compared with what it was before
    bench.interface.input().changeButton(0, false);
    bench.show(3);
    CHECK_THAT(bench.at("fluid/stiffness/note").value, !Catch::Contains("slower"));
    bench.moveTo("fluid/gravity", 0.99f);
    bench.show(3);
    CHECK_FALSE(bench.has("fluid/stiffness/note"));
}

TEST_CASE("A slider shows the user's value until the simulation has it") {
    Bench bench;
    bench.appliesSettings = false;  // it lags behind
    bench.state.playback.isPaused = true;
    bench.click("fluid/viscosity", 0.9f);
    const std::string shown = bench.at("fluid/viscosity").value;
    CHECK(bench.asked().size() == 1);
    bench.show(20);
    CHECK(bench.at("fluid/viscosity").value == shown);
    CHECK(bench.asked().empty());
    bench.state.playback.isPaused = false;
    bench.show(10);  // steps went by without it: it was not taken
    CHECK(bench.at("fluid/viscosity").value != shown);

    bench.state.playback.isPaused = true;
    bench.click("fluid/viscosity", 0.9f);
    CHECK(bench.at("fluid/viscosity").value == shown);
    ++bench.state.sceneSerial;  // a reset
    bench.show(2);
    CHECK(bench.at("fluid/viscosity").value != shown);
}

TEST_CASE("Presets stay within the ranges of every scene, and Water takes every other one back") {
    for (const SceneInfo& scene : builtInScenes()) {
        const WorldSetup setup = buildScene(scene, {});
        const Settings& own = setup.settings;
        const FluidKind& ownFluid = setup.fluids[0];
        for (const FluidPreset& preset : fluidPresets()) {
            CAPTURE(scene.name, preset.id);
            Settings settings = own;
            FluidKind fluid = ownFluid;
            for (const PresetValue& v : presetValues(preset, own, ownFluid)) {
                CHECK_NOTHROW(setValue(*v.info, v.value, settings, fluid));
            }
            if (preset.id == "honey" || preset.id == "syrup") CHECK(fluid.viscosity > ownFluid.viscosity);
            for (const PresetValue& v : presetValues(fluidPresets().front(), own, ownFluid)) {
                setValue(*v.info, v.value, settings, fluid);
            }
            CHECK(settings == own);
            CHECK(fluid == ownFluid);
        }
    }
    Bench bench;
    for (const FluidPreset& preset : fluidPresets()) {
        bench.click(fmt::format("fluid/preset/{}", preset.id));
        CHECK(bench.at(fmt::format("fluid/preset/{}", preset.id)).value == "chosen");
    }
}

TEST_CASE("Panels fold and unfold, and remember it") {
    Bench bench;
    CHECK(bench.has("tools/drag"));
    bench.click("panel/tools");
    CHECK_FALSE(bench.has("tools/drag"));
    CHECK(bench.state.preferences.openPanels.at("tools") == false);
    bench.click("panel/tools");
    CHECK(bench.has("tools/drag"));
    CHECK(bench.state.preferences.openPanels.at("tools") == true);
}

TEST_CASE("The help lists every key, gesture and tool, and covers the rest") {
    Bench bench;
    bench.state.isHelpOpen = true;
    bench.show(3);
    CHECK(bench.has("help/close"));
    CHECK_FALSE(bench.has("transport/pause"));
    bench.interface.input().moveMouse(640.0f, 20.0f);
    CHECK(bench.interface.wantsMouse());
    bench.click("help/close");
    CHECK_FALSE(bench.state.isHelpOpen);
    CHECK(bench.has("transport/pause"));
    bench.state.isHelpOpen = true;
    bench.show(2);
    bench.press(GLFW_KEY_ESCAPE);
    bench.show(3);
    CHECK_FALSE(bench.state.isHelpOpen);

    std::set<KeyAction> actions;
    for (const KeyBinding& key : keyTable()) {
        CHECK_FALSE(key.keys.empty());
        CHECK(actions.insert(key.action).second);
        CHECK(keysOf(key.action) == key.keys);
    }
    CHECK(actions.size() == static_cast<size_t>(KeyAction::Quit) + 1);  // which is the last one
    CHECK(firstKeyOf(KeyAction::TogglePause) == "Space");
}

TEST_CASE("Hidden panels leave messages and the reason of a stop") {
    Bench bench;
    bench.state.preferences.showPanels = false;
    bench.state.playback.stopReason = "runaway speed";
    bench.state.messages.push_back({Message::Kind::Error, "no such file", bench.state.time + 5.0});
    bench.show(3);
    std::set<std::string> names;
    for (const auto& [name, place] : bench.interface.controls()) names.insert(name);
    CHECK(names == std::set<std::string>{"message/0", "stopped", "stopped/reset"});
    bench.click("stopped/reset");
    CHECK(bench.asked() == Asked{"reset"});
    bench.show(60);  // messages fade
    CHECK_FALSE(bench.has("message/0"));
}

TEST_CASE("The interface shows the true rate") {
    UiState state;
    CHECK(rateText(state) == "– real time");
    state.rates.realTimeFactor = 0.97;
    CHECK(rateText(state) == "0.97× real time");
    state.rates.realTimeFactor = 0.42;
    CHECK(rateText(state) == "0.42×: the fluid is slower than real time");
    state.playback.speed = 0.25;
    CHECK(rateText(state) == "0.42× real time");
    state.playback.speed = 2.0;
    CHECK(rateText(state) == "0.42×: the fluid is slower than 2×");
    state.playback.isPaused = true;
    CHECK(rateText(state) == "paused");
    state.playback.stopReason = "it blew up";
    CHECK(rateText(state) == "stopped");
}

TEST_CASE("Numbers that are not known are not shown as zero") {
    Bench bench(1280.0f, 2000.0f);
    bench.click("panel/numbers");
    for (const std::string name : {"fps", "steps-per-second", "real-time", "neighbours", "density-mean", "density-max",
                                   "volume", "kinetic", "momentum", "escaped", "graphics", "stages"}) {
        CAPTURE(name);
        CHECK(bench.at("numbers/" + name).value == "–");
    }
    bench.frame.measure.particles = bench.frame.count();
    bench.frame.measure.meanDensityRatio = 1.02;
    bench.frame.measure.maxDensityRatio = 1.1;
    bench.frame.measure.escaped = 3;
    bench.show(2);
    CHECK(bench.at("numbers/density-mean").value == "2.00 %");
    CHECK(bench.at("numbers/density-max").value == "10.00 %");
    CHECK(bench.at("numbers/volume").value == "-1.96 %");
    CHECK(bench.at("numbers/escaped").value == "3");
}

TEST_CASE("Numbers tell of steps that are cut short, and of nothing while none are") {
    Bench bench(1280.0f, 2000.0f);
    bench.click("panel/numbers");
    CHECK_FALSE(bench.has("numbers/budget"));
    bench.frame.totals.isCut = true;
    bench.frame.totals.lastSeconds = 6.8e-6;
    bench.frame.budgetNote = "viscosity 100 needs substeps of 2.7e-08 s";
    bench.show(3);
    CHECK(bench.at("numbers/budget").value == "6.8e-06 s");
}

TEST_CASE("Slider scales go through their ends and come back") {
    struct Range {
        std::string_view key;
        float minimum, maximum, usual;
    };
    std::vector<Range> ranges;
    for (const SettingInfo& info : settingTable()) {
        if (info.kind != SettingKind::Number) continue;
        ranges.push_back({info.key, info.minimum, info.maximum, defaultOf(info)});
    }
    for (const FluidProperty& property : fluidPropertyTable()) {
        ranges.push_back({property.key, property.minimum, property.maximum, FluidKind{}.*property.value});
    }
    for (const Range& range : ranges) {
        CAPTURE(range.key);
        const ValueScale scale(range.minimum, range.maximum, range.usual);
        CHECK(scale.valueAt(0.0f) == range.minimum);
        CHECK(scale.valueAt(1.0f) == range.maximum);
        CHECK(scale.valueAt(std::nanf("")) == range.minimum);
        float before = -1e9f;
        for (int k = 0; k <= 100; ++k) {
            const float share = 0.01f * static_cast<float>(k), value = scale.valueAt(share);
            CHECK(value >= before);
            CHECK(scale.shareOf(value) == Approx(share).margin(0.02));
            before = value;
        }
    }
    CHECK(ValueScale(-20.0f, 20.0f).valueAt(0.5f) == 0.0f);
    // Where water is, a degree is not less than a pixel, though the range is that of flames.
    const ValueScale temperature(-50.0f, 2000.0f);
    CHECK(temperature.shareOf(100.0f) - temperature.shareOf(0.0f) > 0.2f);
    const ValueScale boilingPoint(-50.0f, 5000.0f, 5000.0f);  // never, as long as nothing is set
    CHECK(boilingPoint.shareOf(100.0f) - boilingPoint.shareOf(0.0f) > 0.2f);
    CHECK(ValueScale(0.0f, 0.1f, 0.001f).shareOf(0.001f) > 0.3f);
}

TEST_CASE("Values are written short, with their unit") {
    CHECK(shortNumber(1000.0, "kg/m^3") == "1000 kg/m³");
    CHECK(shortNumber(3.5, "Pa s") == "3.5 Pa·s");
    CHECK(shortNumber(2.0, "1/h") == "2 /h");
    CHECK(shortNumber(20.0, "C") == "20 °C");
    CHECK(shortNumber(-0.0) == "0");
    CHECK(shortNumber(std::nan("")) == "–");
    CHECK(groupedCount(0) == "0");
    CHECK(groupedCount(999) == "999");
    CHECK(groupedCount(1000) == "1,000");
    CHECK(groupedCount(1234567) == "1,234,567");
}

TEST_CASE("Panels have names of their own") {
    std::set<std::string_view> ids;
    for (const PanelInfo& panel : registeredPanels()) CHECK(ids.insert(panel.id).second);
    for (const std::string_view promised : {"scenes", "fluid", "fluids", "tools", "view", "numbers", "recording"}) {
        CAPTURE(promised);
        CHECK(ids.contains(promised));
    }
}
