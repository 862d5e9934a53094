#include "app/window/input/key_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cctype>
#include <string_view>

namespace meniscus {

namespace {

// Letters and brackets are where the user's keyboard has them, and where an American one would have them.
bool isKey(const KeyPress& press, int wanted, std::string_view name) {
    if (press.key == wanted) return true;
    const char* shown = glfwGetKeyName(press.key, press.scancode);
    return shown != nullptr && name == shown;
}

// The key that bears this sign, where the keyboard has Latin ones; else the one at its American place.
bool bears(const KeyPress& press, int wanted, char sign) {
    const char* shown = glfwGetKeyName(press.key, press.scancode);
    const bool isAscii = shown != nullptr && shown[0] > 0 && shown[1] == '\0';
    return isAscii ? std::tolower(shown[0]) == sign : press.key == wanted;
}

}  // namespace

void KeyInput::handle(const KeyPress& press) {
    if (state_.files.isModal()) return;
    if (handleTimeline(press) || press.isRepeated) return;
    if (press.modifiers.isControl) return handleControl(press);
    if (press.modifiers.isAlt) return;
    if (handleLetter(press) || handleFunctionKey(press.key)) return;
    for (const ViewInfo& view : registeredViews()) {
        const bool isIts = press.key == GLFW_KEY_0 + view.order || press.key == GLFW_KEY_KP_0 + view.order;
        if (isIts) actions_.picture.setView(view.name);
    }
}

// These may be held down.
bool KeyInput::handleTimeline(const KeyPress& press) {
    const Modifiers& with = press.modifiers;
    const auto is = [&](int wanted, char sign) { return bears(press, wanted, sign); };
    TimeActions& time = actions_.time;
    if (with.isControl && !with.isAlt && (is(GLFW_KEY_Z, 'z') || is(GLFW_KEY_Y, 'y'))) {
        if (is(GLFW_KEY_Z, 'z') && !with.isShift) {
            time.undo();
        } else {
            time.redo();
        }
        return true;
    }
    if (with.isControl || with.isAlt) return false;
    if (press.key == GLFW_KEY_LEFT || is(GLFW_KEY_COMMA, ',')) {
        time.stepBack();
    } else if (press.key == GLFW_KEY_RIGHT || is(GLFW_KEY_PERIOD, '.') || is(GLFW_KEY_O, 'o')) {
        time.stepOnce();
    } else if (press.key == GLFW_KEY_END) {
        time.seekTime(state_.timeline.lastClock + 1.0);
    } else if (press.key == GLFW_KEY_HOME && with.isShift) {
        time.seekTime(0.0);
    } else if (is(GLFW_KEY_B, 'b') && !press.isRepeated) {
        if (state_.playback.isBackwards) {
            time.setPaused(true);
        } else {
            time.playBackwards();
        }
    } else {
        return false;
    }
    return true;
}

void KeyInput::handleControl(const KeyPress& press) {
    FileActions& files = actions_.files;
    if (isKey(press, GLFW_KEY_Q, "q")) return window_.close();
    if (isKey(press, GLFW_KEY_O, "o")) return files.showOpenDialog();
    if (isKey(press, GLFW_KEY_S, "s")) return press.modifiers.isShift ? files.showSaveDialog() : files.save();
}

bool KeyInput::handleLetter(const KeyPress& press) {
    const auto is = [&](int wanted, std::string_view name) { return isKey(press, wanted, name); };
    if (press.key == GLFW_KEY_SPACE || is(GLFW_KEY_P, "p")) {
        actions_.time.setPaused(!state_.playback.isPaused);
    } else if (is(GLFW_KEY_R, "r")) {
        actions_.fluid.resetScene();
    } else if (is(GLFW_KEY_X, "x")) {
        CutSettings& cut = state_.preferences.view.cut;
        cut.isOn = !cut.isOn;
        state_.isPictureOld = true;
    } else if (is(GLFW_KEY_LEFT_BRACKET, "[")) {
        actions_.files.openNeighbourScene(-1);
    } else if (is(GLFW_KEY_RIGHT_BRACKET, "]")) {
        actions_.files.openNeighbourScene(+1);
    } else if (press.key == GLFW_KEY_F1 || is(GLFW_KEY_H, "h")) {
        state_.isHelpOpen = !state_.isHelpOpen;
    } else {
        return false;
    }
    return true;
}

bool KeyInput::handleFunctionKey(int key) {
    switch (key) {
        case GLFW_KEY_F2:
            actions_.files.takeScreenshot();
            return true;
        case GLFW_KEY_F3:
            actions_.files.shareMoment();
            return true;
        case GLFW_KEY_F4:
            actions_.recording.toggleRecording();
            return true;
        case GLFW_KEY_F11:
            actions_.picture.toggleFullScreen();
            return true;
        case GLFW_KEY_HOME:
            actions_.picture.resetCamera();
            return true;
        case GLFW_KEY_TAB:
            state_.preferences.showPanels = !state_.preferences.showPanels;
            return true;
        case GLFW_KEY_ESCAPE:
            leave();
            return true;
        default:
            return false;
    }
}

void KeyInput::leave() {
    if (state_.isHelpOpen) {
        state_.isHelpOpen = false;
    } else if (window_.isFullScreen()) {
        actions_.picture.toggleFullScreen();
    }
}

}  // namespace meniscus
