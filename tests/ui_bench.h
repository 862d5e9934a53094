// A window, a simulation and a user for tests of the interface: laid out, clicked and typed into by events, without a
// display. Asserts of ImGui are on.
#pragma once

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "meniscus/scene/scene.h"
#include "meniscus/ui/input_queue.h"
#include "meniscus/ui/interface.h"

namespace meniscus {

// All in this thread.
class Bench : public FileActions,
              public TimeActions,
              public FluidActions,
              public PictureActions,
              public RecordingActions {
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
            if (!state.playback.isPaused) ++frame.totals.steps;
            interface.build(state, hasFrame ? &frame : nullptr, UiActions{*this, *this, *this, *this, *this}, scale_);
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

    [[nodiscard]] float valueOf(const SettingInfo& info) const {
        return meniscus::valueOf(info, frame.settings, frame.fluids[0]);
    }
    [[nodiscard]] float sceneValueOf(const SettingInfo& info) const {
        return meniscus::valueOf(info, state.sceneSettings, state.parts.fluids[0]);
    }

    void load(std::string_view name) {
        const WorldSetup setup = buildScene(findScene(name), {});
        state.scene = name;
        state.sceneSettings = setup.settings;
        ++state.sceneSerial;
        state.parts = partsOf(setup);
        state.chosenFluid.clear();
        frame = {};
        frame.settings = setup.settings;
        frame.fluids = state.parts.fluids;
        frame.resize(setup.particles.size(), setup.isMixed);
        if (frame.isMixed()) {
            for (size_t i = 0; i < frame.count(); ++i) frame.fluid[i] = setup.particles[i].fluid;
        }
        frame.capacity = setup.capacity;
    }

    void openScene(std::string_view name) override { log_.push_back(fmt::format("open {}", name)), load(name); }
    void openNeighbourScene(int by) override { log_.push_back(fmt::format("neighbour {}", by)); }
    void resetScene() override { log_.push_back("reset"); }
    void setPaused(bool isPaused) override {
        log_.push_back(isPaused ? "pause" : "go on");
        state.playback.isPaused = isPaused;
    }
    void stepOnce() override { log_.push_back("step"); }
    void stepBack() override { log_.push_back("step back"); }
    void playBackwards() override {
        log_.push_back("backwards");
        state.playback.isBackwards = true;
        state.playback.isPaused = false;
    }
    void seekTime(double clock) override {
        log_.push_back(fmt::format("seek {:.1f}", clock));
        state.timeline.presentClock = clock;
    }
    void holdTime(bool isHeld) override { log_.push_back(isHeld ? "hold" : "let go"); }
    void undo() override { log_.push_back("undo"); }
    void redo() override { log_.push_back("redo"); }
    void setTimelineMegabytes(int megabytes) override {
        log_.push_back(fmt::format("timeline {}", megabytes)), state.preferences.timelineMegabytes = megabytes;
    }
    void setSpeed(double speed) override {
        log_.push_back(fmt::format("speed {}", speed)), state.playback.speed = speed;
    }
    void setSetting(std::string_view key, float value) override {
        log_.push_back(fmt::format("{}={}", key, value));
        Settings checked = frame.settings;
        FluidKind first = frame.fluids[0];
        setValue(findSetting(key), value, checked, first);  // throws what is out of range
        if (!appliesSettings) return;
        frame.settings = checked;
        frame.fluids[0] = first;
    }
    void setMethod(std::string_view name) override {
        log_.push_back(fmt::format("method {}", name));
        frame.method = findMethod(name).name;
    }
    void setFluid(std::string_view name, std::string_view key, float value) override {
        log_.push_back(fmt::format("{}.{}={}", name, key, value));
        for (FluidKind& kind : frame.fluids) {
            FluidKind checked = kind;
            if (kind.name != name) continue;
            setValue(checked, findFluidProperty(key), value);  // throws what is out of range
            if (appliesSettings) kind = checked;
        }
    }
    void addFluid(const FluidKind& kind) override {
        log_.push_back(fmt::format("add {}", kind.name));
        frame.fluids.push_back(kind);
        frame.resize(frame.count(), true);
    }
    void submit(Command command) override { log_.push_back(describe({0, std::move(command), 0.0})); }
    void setView(std::string_view name) override {
        log_.push_back(fmt::format("view {}", name)), showView(state.preferences, name);
    }
    void resetCamera() override { log_.push_back("camera"); }
    void takeScreenshot() override { log_.push_back("screenshot"); }
    void toggleRecording() override { log_.push_back("record"); }
    void toggleFullScreen() override { log_.push_back("full screen"); }

    void showOpenDialog() override { log_.push_back("open dialog"); }
    void save() override { log_.push_back("save"); }
    void showSaveDialog() override { log_.push_back("save dialog"); }
    void shareMoment() override { log_.push_back("share"); }
    void openFile(const std::filesystem::path& path) override { log_.push_back(fmt::format("file {}", path.string())); }
    void saveFile(const std::filesystem::path& path, FileKind kind) override {
        log_.push_back(fmt::format("save {} {}", fileKindInfo(kind).name, path.string()));
    }
    void closeDialog() override {
        log_.push_back("close dialog");
        state.files.dialog.reset();
    }
    void answerQuestion(Question::Answer answer) override {
        log_.push_back(fmt::format("answer {}", static_cast<int>(answer)));
        state.files.question.reset();
    }
    void answerRecovery(Recovery answer) override {
        log_.push_back(fmt::format("recovery {}", static_cast<int>(answer)));
        state.files.recovery.reset();
    }

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

inline bool isWithin(const ControlPlace& place, float width, float height) {
    return place.x >= 0.0f && place.y >= 0.0f && place.x + place.width <= width && place.y + place.height <= height;
}

}  // namespace meniscus
