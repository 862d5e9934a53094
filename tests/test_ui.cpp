// The interface without a window: laid out, clicked and typed into by events, at every size. Asserts of ImGui are on.
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "meniscus/scene/scene.h"
#include "meniscus/ui/input_queue.h"
#include "meniscus/ui/interface.h"
#include "meniscus/ui/keys.h"
#include "ui/fluid_presets.h"
#include "ui/layout.h"
#include "ui/panel.h"
#include "ui/setting_edits.h"
#include "ui/transport.h"
#include "ui/value_scale.h"

using namespace meniscus;

namespace {

// A window, a simulation and a user, all in this thread.
class Bench : public UiActions {
  public:
    explicit Bench(float width = 1280.0f, float height = 720.0f, float scale = 1.0f) : scale_(scale) {
        ImGui::GetIO().DisplaySize = {width, height};
        state.time = 1.0;
        load("glass-swirl");
        show(3);
    }

    void show(int frames = 1) {
        for (int k = 0; k < frames; ++k) {
            state.time += 0.1;
            if (!state.isPaused) ++frame.totals.steps;
            interface.build(state, hasFrame ? &frame : nullptr, *this, scale_);
        }
    }
    void resize(float width, float height, float scale) {
        ImGui::GetIO().DisplaySize = {width, height};
        scale_ = scale;
        show(3);
    }

    [[nodiscard]] bool has(const std::string& name) const { return interface.controls().contains(name); }
    [[nodiscard]] const ControlPlace& at(const std::string& name) const {
        const auto found = interface.controls().find(name);
        if (found == interface.controls().end()) throw std::runtime_error("no control '" + name + "'");
        return found->second;
    }
    void moveTo(const std::string& name, float share = 0.5f) {
        const ControlPlace& place = at(name);
        interface.input().moveMouse(place.x + share * place.width, place.y + 0.5f * place.height);
    }
    // Press and release at once, as fast fingers and slow frames do.
    void click(const std::string& name, float share = 0.5f) {
        moveTo(name, share);
        interface.input().changeButton(0, true);
        interface.input().changeButton(0, false);
        show(4);
    }
    void press(int key) {
        interface.input().changeKey(key, true);
        interface.input().changeKey(key, false);
    }
    void type(std::string_view text) {
        for (const char c : text) interface.input().typeCharacter(static_cast<unsigned char>(c));
    }
    // Ctrl+click on a slider, text, Enter.
    void typeInto(const std::string& name, std::string_view text) {
        interface.input().changeKey(GLFW_KEY_LEFT_CONTROL, true);
        click(name);
        interface.input().changeKey(GLFW_KEY_LEFT_CONTROL, false);
        show(2);
        type(text);
        press(GLFW_KEY_ENTER);
        show(4);
    }
    // What was asked for since the last call.
    std::vector<std::string> asked() { return std::exchange(log_, {}); }

    void load(std::string_view name) {
        const WorldSetup setup = buildScene(findScene(name), {});
        state.scene = name;
        state.sceneSettings = setup.settings;
        ++state.sceneSerial;
        frame = {};
        frame.settings = setup.settings;
        frame.x.resize(setup.particles.size());
        frame.capacity = setup.capacity;
    }

    void openScene(std::string_view name) override { log_.push_back(fmt::format("open {}", name)), load(name); }
    void openNeighbourScene(int by) override { log_.push_back(fmt::format("neighbour {}", by)); }
    void resetScene() override { log_.push_back("reset"); }
    void setPaused(bool isPaused) override {
        log_.push_back(isPaused ? "pause" : "go on");
        state.isPaused = isPaused;
    }
    void stepOnce() override { log_.push_back("step"); }
    void setSpeed(double speed) override {
        log_.push_back(fmt::format("speed {}", speed)), state.preferences.speed = speed;
    }
    void setSetting(std::string_view key, float value) override {
        log_.push_back(fmt::format("{}={}", key, value));
        Settings checked = frame.settings;
        setValue(checked, findSetting(key), value);  // throws what is out of range
        if (appliesSettings) frame.settings = checked;
    }
    void setView(std::string_view name) override {
        log_.push_back(fmt::format("view {}", name)), state.preferences.view.view = name;
    }
    void resetCamera() override { log_.push_back("camera"); }
    void takeScreenshot() override { log_.push_back("screenshot"); }
    void toggleFullScreen() override { log_.push_back("full screen"); }

    UiState state;
    Frame frame;
    bool hasFrame = true;
    bool appliesSettings = true;
    Interface interface { nullptr };

  private:
    float scale_;
    std::vector<std::string> log_;
};

using Asked = std::vector<std::string>;

bool isWithin(const ControlPlace& place, float width, float height) {
    return place.x >= 0.0f && place.y >= 0.0f && place.x + place.width <= width && place.y + place.height <= height;
}

}  // namespace

TEST_CASE("Scenes, transport, speed, view and camera ask the window for what they say") {
    Bench bench;
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
    CHECK(bench.state.preferences.tools.radius == kLargestBrush);
}

TEST_CASE("Every setting has a control, and its ends can be reached") {
    Bench bench(1280.0f, 2000.0f);
    for (const std::string group : {"world", "forces", "solver"}) bench.click("fluid/group/" + group);
    for (const SettingInfo& info : settingTable()) {
        const std::string name = fmt::format("fluid/{}", info.key);
        CAPTURE(name);
        bench.asked();
        if (info.kind == SettingKind::Number) {
            bench.click(name, 0.0f);
            CHECK(bench.frame.settings.*info.value == info.minimum);
            bench.click(name, 0.999f);
            CHECK(bench.frame.settings.*info.value == info.maximum);
        } else if (info.kind == SettingKind::Toggle) {
            const float before = bench.frame.settings.*info.value;
            bench.click(name);
            CHECK(bench.frame.settings.*info.value == 1.0f - before);
        } else {
            for (size_t k = info.choices.size(); k-- > 0;) {
                bench.click(fmt::format("{}/{}", name, info.choices[k]));
                CHECK(bench.frame.settings.*info.value == static_cast<float>(k));
            }
        }
        if (bench.frame.settings.*info.value != bench.state.sceneSettings.*info.value) {
            CHECK(bench.at(name + "/reset").isEnabled);
            bench.click(name + "/reset");
        }
        CHECK(bench.frame.settings.*info.value == bench.state.sceneSettings.*info.value);
        CHECK_FALSE(bench.at(name + "/reset").isEnabled);
    }
    bench.click("fluid/gravity", 0.1f);
    bench.click("fluid/viscosity", 0.1f);
    CHECK(bench.frame.settings != bench.state.sceneSettings);
    bench.click("fluid/reset-all");
    CHECK(bench.frame.settings == bench.state.sceneSettings);
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

TEST_CASE("A slider shows the user's value until the simulation has it") {
    Bench bench;
    bench.appliesSettings = false;  // it lags behind
    bench.state.isPaused = true;
    bench.click("fluid/viscosity", 0.9f);
    const std::string shown = bench.at("fluid/viscosity").value;
    CHECK(bench.asked().size() == 1);
    bench.show(20);
    CHECK(bench.at("fluid/viscosity").value == shown);
    CHECK(bench.asked().empty());
    bench.state.isPaused = false;
    bench.show(10);  // steps went by without it: it was not taken
    CHECK(bench.at("fluid/viscosity").value != shown);

    bench.state.isPaused = true;
    bench.click("fluid/viscosity", 0.9f);
    CHECK(bench.at("fluid/viscosity").value == shown);
    ++bench.state.sceneSerial;  // a reset
    bench.show(2);
    CHECK(bench.at("fluid/viscosity").value != shown);
}

TEST_CASE("Presets stay within the ranges of every scene, and Water takes every other one back") {
    for (const SceneInfo& scene : builtInScenes()) {
        const Settings own = buildScene(scene, {}).settings;
        for (const FluidPreset& preset : fluidPresets()) {
            CAPTURE(scene.name, preset.id);
            Settings settings = own;
            for (const PresetValue& v : presetValues(preset, own)) CHECK_NOTHROW(setValue(settings, *v.info, v.value));
            if (preset.id == "honey" || preset.id == "syrup") CHECK(settings.viscosity > own.viscosity);
            for (const PresetValue& v : presetValues(fluidPresets().front(), own)) setValue(settings, *v.info, v.value);
            CHECK(settings == own);
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

TEST_CASE("Columns can be dragged wider, within limits") {
    Bench bench;
    for (const auto& [name, direction] : {std::pair{"column/left", 1.0f}, {"column/right", -1.0f}}) {
        CAPTURE(name);
        float& width =
            std::string(name) == "column/left" ? bench.state.preferences.leftWidth : bench.state.preferences.rightWidth;
        const ControlPlace edge = bench.at(name);
        InputQueue& input = bench.interface.input();
        const float x = edge.x + 0.5f * edge.width, y = edge.y + 0.5f * edge.height;
        input.moveMouse(x, y);
        input.changeButton(0, true);
        bench.show(2);
        CHECK(bench.interface.wantsMouse());
        input.moveMouse(x + 60.0f * direction, y);
        bench.show(2);
        CHECK(width == Approx(360.0f));
        input.moveMouse(x + 5000.0f * direction, y);
        bench.show(2);
        CHECK(width == Approx(0.36f * 1280.0f).margin(20.0f));
        input.changeButton(0, false);
        bench.show(2);
        const float before = width;
        input.moveMouse(x, y);
        bench.show(2);
        CHECK(width == before);
    }
}

TEST_CASE("The mouse belongs to the panels only where they are") {
    Bench bench;
    InputQueue& input = bench.interface.input();
    input.moveMouse(640.0f, 300.0f);
    CHECK_FALSE(bench.interface.wantsMouse());
    bench.moveTo("fluid/viscosity");
    CHECK(bench.interface.wantsMouse());  // at once, before the next frame
    input.moveMouse(100.0f, 705.0f);      // below the last panel of the left column
    CHECK_FALSE(bench.interface.wantsMouse());
    // A drag belongs to where it began.
    input.moveMouse(640.0f, 300.0f);
    input.changeButton(0, true);
    bench.moveTo("fluid/viscosity");
    CHECK_FALSE(bench.interface.wantsMouse());
    bench.show(2);
    CHECK_FALSE(bench.interface.wantsMouse());
    input.changeButton(0, false);
    bench.show(2);
    CHECK(bench.asked().empty());
    input.changeButton(0, true);
    input.moveMouse(640.0f, 300.0f);
    CHECK(bench.interface.wantsMouse());
    input.changeButton(0, false);
    CHECK(bench.interface.wantsMouse());  // the release still belongs to the drag
    bench.show();
    CHECK_FALSE(bench.interface.wantsMouse());
}

TEST_CASE("A press counts where it was made, wherever the mouse went before the next frame") {
    Bench bench(1280.0f, 1600.0f);
    InputQueue& input = bench.interface.input();
    bench.moveTo("scenes/drop");
    input.changeButton(0, true);
    input.changeButton(0, false);
    bench.moveTo("scenes/pour");
    bench.show(4);
    CHECK(bench.asked() == Asked{"open drop"});
    bench.moveTo("tools/radius", 0.999f);
    input.changeButton(0, true);
    input.changeButton(0, false);
    input.moveMouse(640.0f, 300.0f);
    bench.show(4);
    CHECK(bench.state.preferences.tools.radius == kLargestBrush);
}

TEST_CASE("Quick keys hold up neither the mouse nor each other") {
    Bench bench;
    InputQueue& input = bench.interface.input();
    for (int k = 0; k < 80; ++k) {
        bench.press(GLFW_KEY_R);
        bench.press(GLFW_KEY_ENTER);
        bench.type("r");
        if (k % 8 == 0) bench.show();
    }
    bench.moveTo("scenes/drop");
    input.changeButton(0, true);
    input.changeButton(0, false);
    bench.show(2);
    CHECK(bench.asked() == Asked{"open drop"});
    CHECK(input.isEmpty());
    // Of a tap within one frame ImGui still sees the press.
    bench.state.isHelpOpen = true;
    bench.show(2);
    bench.press(GLFW_KEY_ESCAPE);
    bench.show();
    CHECK_FALSE(bench.state.isHelpOpen);
}

TEST_CASE("What is typed right behind the click that opens a field gets there") {
    Bench bench;
    InputQueue& input = bench.interface.input();
    bench.moveTo("fluid/gravity");
    input.changeKey(GLFW_KEY_LEFT_CONTROL, true);
    input.changeButton(0, true);
    input.changeButton(0, false);
    input.changeKey(GLFW_KEY_LEFT_CONTROL, false);
    bench.show(4);
    CHECK(bench.interface.wantsKeys());
    for (const char c : std::string_view("-3.25")) {
        input.changeKey(c, true);
        bench.type({&c, 1});
        input.changeKey(c, false);
    }
    bench.press(GLFW_KEY_ENTER);
    bench.show(4);
    CHECK(bench.asked() == Asked{"gravity=-3.25"});
    CHECK(input.isEmpty());
}

TEST_CASE("While text is typed a flood of keys ends soon") {
    Bench bench;
    bench.interface.input().changeKey(GLFW_KEY_LEFT_CONTROL, true);
    bench.click("fluid/gravity");
    bench.interface.input().changeKey(GLFW_KEY_LEFT_CONTROL, false);
    bench.show(2);
    for (int k = 0; k < 1000; ++k) bench.press(GLFW_KEY_BACKSPACE);
    bench.show(2 * InputQueue::kMostWaiting);
    CHECK(bench.interface.input().isEmpty());
    CHECK(bench.at("fluid/gravity").value.empty());
}

TEST_CASE("A panel that is opened below the fold scrolls into view") {
    Bench bench;
    bench.click("panel/numbers");
    bench.show(3);
    CHECK(bench.has("panel/numbers"));
    CHECK(bench.has("numbers/fps"));
    CHECK(bench.has("numbers/stages"));
}

TEST_CASE("What lies below the legend stays where it is, whatever colours mean") {
    Bench bench(1280.0f, 1600.0f);
    const float before = bench.at("view/screenshot").y;
    for (const ColourInfo& colour : colourTable()) {
        bench.click(fmt::format("view/colour/{}", colour.name));
        CHECK(bench.at("view/screenshot").y == Approx(before).margin(0.5));
    }
    bench.click("view/colour/speed");
    bench.click("view/hidden");
    CHECK_FALSE(bench.at("view/range/fixed").isEnabled);
    CHECK_FALSE(bench.at("view/legend").isEnabled);
}

TEST_CASE("The free area lies between columns, below the title and above the transport bar") {
    Bench bench;
    Preferences preferences;
    const UiRect free = bench.interface.freeArea(1280.0f, 720.0f, 1.0f, preferences);
    CHECK(free.x > 300.0f);
    CHECK(free.right() < 980.0f);
    CHECK(free.y >= bench.at("title").y + bench.at("title").height);
    CHECK(free.bottom() <= bench.at("transport/pause").y);
    preferences.showPanels = false;
    CHECK(bench.interface.freeArea(1280.0f, 720.0f, 1.0f, preferences).width == 1280.0f);
    CHECK(bench.interface.freeArea(1280.0f, 720.0f, 1.0f, preferences).height == 720.0f);
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
    CHECK(actions.size() == 13);
    CHECK(firstKeyOf(KeyAction::TogglePause) == "Space");
}

TEST_CASE("Hidden panels leave messages and the reason of a stop") {
    Bench bench;
    bench.state.preferences.showPanels = false;
    bench.state.stopReason = "runaway speed";
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

TEST_CASE("The rate is told as it is") {
    UiState state;
    CHECK(rateText(state) == "– real time");
    state.rates.realTimeFactor = 0.97;
    CHECK(rateText(state) == "0.97× real time");
    state.rates.realTimeFactor = 0.42;
    CHECK(rateText(state) == "0.42×: the fluid is slower than real time");
    state.preferences.speed = 0.25;
    CHECK(rateText(state) == "0.42× real time");
    state.preferences.speed = 2.0;
    CHECK(rateText(state) == "0.42×: the fluid is slower than 2×");
    state.isPaused = true;
    CHECK(rateText(state) == "paused");
    state.stopReason = "it blew up";
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

TEST_CASE("The layout never overlaps and never leaves the window") {
    for (float width = 0.0f; width < 4000.0f; width += 37.0f) {
        for (const float height : {0.0f, 1.0f, 90.0f, 200.0f, 360.0f, 480.0f, 720.0f, 2160.0f}) {
            for (const float scale : {0.5f, 1.0f, 1.5f, 2.0f, 4.0f}) {
                for (const float wanted : {kLeastColumn, 300.0f, kLargestColumn}) {
                    CAPTURE(width, height, scale, wanted);
                    const Layout layout = computeLayout({width, height, scale, wanted, wanted});
                    const UiRect window{0.0f, 0.0f, width + 0.5f, height + 0.5f};
                    const auto isInside = [&](const UiRect& r) {
                        return r.x >= 0.0f && r.y >= 0.0f && r.right() <= window.width && r.bottom() <= window.height;
                    };
                    const auto isApart = [](const UiRect& a, const UiRect& b) {
                        return a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
                    };
                    bool isRight = true;
                    if (layout.hasColumns) {
                        isRight &=
                            isInside(layout.left) && isInside(layout.right) && isApart(layout.left, layout.right);
                        isRight &= layout.left.width >= std::floor(kLeastColumn * scale);
                    }
                    if (layout.hasTransport) isRight &= isInside(layout.transport);
                    if (layout.hasColumns && layout.hasTransport) {
                        isRight &= isApart(layout.left, layout.transport) && isApart(layout.right, layout.transport);
                    }
                    if (!isRight) FAIL("overlaps or leaves the window");
                }
            }
        }
    }
    CHECK(computeLayout({1280.0f, 720.0f, 1.0f, 300.0f, 300.0f}).left.width == 300.0f);
    CHECK(computeLayout({640.0f, 480.0f, 1.0f, 300.0f, 300.0f}).hasColumns);
    CHECK_FALSE(computeLayout({400.0f, 480.0f, 1.0f, 300.0f, 300.0f}).hasColumns);
}

TEST_CASE("Controls lie within a window of any size, before and after the first frame") {
    Bench bench;
    bench.state.messages.push_back({Message::Kind::Note, std::string(400, 'w'), 1e9});
    bench.state.stopReason = "a reason that is long enough to be wrapped in a narrow window, and then some more of it";
    for (const auto& [width, height, scale] : std::vector<std::array<float, 3>>{{0, 0, 1},
                                                                                {1, 1, 1},
                                                                                {64, 64, 1},
                                                                                {320, 200, 2},
                                                                                {640, 480, 1},
                                                                                {900, 300, 1.25f},
                                                                                {1280, 720, 2},
                                                                                {3840, 2160, 1},
                                                                                {3840, 2160, 2},
                                                                                {3840, 2160, 4},
                                                                                {1280, 720, std::nanf("")},
                                                                                {200, 2000, 1}}) {
        for (const bool isHelpOpen : {false, true}) {
            for (const bool hasFrame : {true, false}) {
                CAPTURE(width, height, scale, isHelpOpen, hasFrame);
                bench.state.isHelpOpen = isHelpOpen;
                bench.hasFrame = hasFrame;
                bench.resize(width, height, scale);
                for (const auto& [name, place] : bench.interface.controls()) {
                    if (name.starts_with("message") || name.starts_with("stopped")) continue;  // may be cut when tiny
                    CAPTURE(name);
                    CHECK(isWithin(place, width + 0.5f, height + 0.5f));
                }
            }
        }
    }
}

TEST_CASE("A monkey at mouse and keyboard breaks nothing") {
    Bench bench;
    std::mt19937 random(11);
    const auto pick = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    InputQueue& input = bench.interface.input();
    for (int round = 0; round < 3000; ++round) {
        const ImVec2 size = ImGui::GetIO().DisplaySize;
        switch (pick(12)) {
            case 0:
                input.changeButton(pick(7) - 1, true);
                break;
            case 1:
                input.changeButton(pick(7) - 1, false);
                break;
            case 2:
                input.turnWheel(0.0f, static_cast<float>(pick(7) - 3));
                break;
            case 3:
                input.changeKey(pick(600) - 10, pick(2) == 0);
                break;
            case 4:
                input.typeCharacter(static_cast<unsigned>(pick(70000)));
                break;
            case 5:
                input.changeKey(GLFW_KEY_LEFT_CONTROL, pick(2) == 0);
                break;
            case 6:
                input.leaveWindow();
                break;
            case 7:
                if (pick(20) == 0) input.loseFocus();
                break;
            case 8:
                if (pick(10) == 0) bench.state.isHelpOpen = !bench.state.isHelpOpen;
                break;
            case 9:
                if (pick(40) == 0) bench.resize(static_cast<float>(pick(2000)), static_cast<float>(pick(1500)), 1.0f);
                break;
            default:
                input.moveMouse(static_cast<float>(pick(static_cast<int>(size.x) + 20) - 10),
                                static_cast<float>(pick(static_cast<int>(size.y) + 20) - 10));
                break;
        }
        if (pick(3) == 0) bench.show();
    }
    bench.show(50);
    CHECK(bench.interface.input().isEmpty());
    for (const SettingInfo& info : settingTable()) {
        Settings settings;
        CHECK_NOTHROW(setValue(settings, info, bench.frame.settings.*info.value));
    }
}

TEST_CASE("Slider scales go through their ends and come back") {
    for (const SettingInfo& info : settingTable()) {
        if (info.kind != SettingKind::Number) continue;
        CAPTURE(info.key);
        const ValueScale scale(info.minimum, info.maximum);
        CHECK(scale.valueAt(0.0f) == info.minimum);
        CHECK(scale.valueAt(1.0f) == info.maximum);
        CHECK(scale.valueAt(std::nanf("")) == info.minimum);
        float before = -1e9f;
        for (int k = 0; k <= 100; ++k) {
            const float share = 0.01f * static_cast<float>(k), value = scale.valueAt(share);
            CHECK(value >= before);
            CHECK(scale.shareOf(value) == Approx(share).margin(0.02));
            before = value;
        }
    }
    CHECK(ValueScale(-20.0f, 20.0f).valueAt(0.5f) == 0.0f);
}

TEST_CASE("Values are written short, with their unit") {
    CHECK(shortNumber(1000.0, "kg/m^3") == "1000 kg/m³");
    CHECK(shortNumber(3.5, "Pa s") == "3.5 Pa·s");
    CHECK(shortNumber(2.0, "1/h") == "2 /h");
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
    CHECK(ids == std::set<std::string_view>{"scenes", "fluid", "tools", "view", "numbers"});
}
