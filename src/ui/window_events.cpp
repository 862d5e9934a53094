#include "ui/window_events.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

namespace meniscus {

namespace {

// GLFW gives its callbacks only the window, whose one user pointer belongs to the app.
InputQueue* theQueue = nullptr;

struct Former {
    GLFWcursorposfun move;
    GLFWcursorenterfun enter;
    GLFWmousebuttonfun button;
    GLFWscrollfun wheel;
    GLFWkeyfun key;
    GLFWcharfun character;
    GLFWwindowfocusfun focus;
} former{};

// Whether the mouse moved since it came into the window, so that the queue knows its place.
bool isPlaceKnown = false;

// Only where no motion told it, as when the window just appeared under the mouse: GLFW says where the mouse is by now,
// and on a busy machine that is not where the button was pressed.
void askForPlace(GLFWwindow* window) {
    if (isPlaceKnown) return;
    double x = 0.0, y = 0.0;
    glfwGetCursorPos(window, &x, &y);
    theQueue->moveMouse(static_cast<float>(x), static_cast<float>(y));
}

void onMove(GLFWwindow* window, double x, double y) {
    isPlaceKnown = true;
    theQueue->moveMouse(static_cast<float>(x), static_cast<float>(y));
    if (former.move != nullptr) former.move(window, x, y);
}

void onEnter(GLFWwindow* window, int entered) {
    isPlaceKnown = false;  // GLFW tells no motion when the mouse comes in where it left
    if (entered == 0) theQueue->leaveWindow();
    if (former.enter != nullptr) former.enter(window, entered);
}

void onButton(GLFWwindow* window, int button, int action, int modifiers) {
    askForPlace(window);
    theQueue->changeButton(button, action != GLFW_RELEASE);
    if (former.button != nullptr) former.button(window, button, action, modifiers);
}

void onWheel(GLFWwindow* window, double x, double y) {
    askForPlace(window);
    theQueue->turnWheel(static_cast<float>(x), static_cast<float>(y));
    if (former.wheel != nullptr) former.wheel(window, x, y);
}

void onKey(GLFWwindow* window, int key, int code, int action, int modifiers) {
    if (action != GLFW_REPEAT) theQueue->changeKey(key, action == GLFW_PRESS);  // ImGui repeats by itself
    if (former.key != nullptr) former.key(window, key, code, action, modifiers);
}

void onCharacter(GLFWwindow* window, unsigned character) {
    theQueue->typeCharacter(character);
    if (former.character != nullptr) former.character(window, character);
}

void onFocus(GLFWwindow* window, int focused) {
    ImGui::GetIO().AddFocusEvent(focused != 0);
    if (focused == 0) theQueue->loseFocus();
    if (former.focus != nullptr) former.focus(window, focused);
}

}  // namespace

WindowEvents::WindowEvents(GLFWwindow* window, InputQueue& queue) : window_(window) {
    theQueue = &queue;
    former.move = glfwSetCursorPosCallback(window, onMove);
    former.enter = glfwSetCursorEnterCallback(window, onEnter);
    former.button = glfwSetMouseButtonCallback(window, onButton);
    former.wheel = glfwSetScrollCallback(window, onWheel);
    former.key = glfwSetKeyCallback(window, onKey);
    former.character = glfwSetCharCallback(window, onCharacter);
    former.focus = glfwSetWindowFocusCallback(window, onFocus);
    isPlaceKnown = false;
    askForPlace(window);
}

WindowEvents::~WindowEvents() {
    glfwSetCursorPosCallback(window_, former.move);
    glfwSetCursorEnterCallback(window_, former.enter);
    glfwSetMouseButtonCallback(window_, former.button);
    glfwSetScrollCallback(window_, former.wheel);
    glfwSetKeyCallback(window_, former.key);
    glfwSetCharCallback(window_, former.character);
    glfwSetWindowFocusCallback(window_, former.focus);
    theQueue = nullptr;
}

}  // namespace meniscus
