#include "app/window/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <X11/Xlib.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

constexpr const char* kWithoutWindow = "'meniscus shot' and 'meniscus run' need no display";

struct GlfwError {
    int code = 0;
    std::string text;
};
GlfwError lastError;

void noteError(int code, const char* text) {
    lastError = {code, text};
}

// Xlib ends the program when the connection breaks, which cannot be prevented; at least a message is printed.
int onDisplayLost(Display*) {
    std::fputs("meniscus: the display was lost (the connection to the X server broke); start meniscus again\n", stderr);
    std::fflush(stderr);
    std::_Exit(1);
}

[[noreturn]] void explainNoDisplay() {
    const char* display = std::getenv("DISPLAY");
    if (display == nullptr || *display == '\0') {
        throw WorkError(
            fmt::format("no display: DISPLAY is not set; set it or log in to a desktop; {}", kWithoutWindow));
    }
    throw WorkError(
        fmt::format("no display: the X server '{}' does not answer ({}); {}", display, lastError.text, kWithoutWindow));
}

// The version that the driver does have, for the message.
std::string foundVersion() {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow* probe = glfwCreateWindow(16, 16, "", nullptr, nullptr);
    if (probe == nullptr) return "none";
    const std::string version = fmt::format("{}.{}", glfwGetWindowAttrib(probe, GLFW_CONTEXT_VERSION_MAJOR),
                                            glfwGetWindowAttrib(probe, GLFW_CONTEXT_VERSION_MINOR));
    glfwDestroyWindow(probe);
    return version;
}

[[noreturn]] void explainNoWindow() {
    const GlfwError reason = lastError;
    if (reason.code == GLFW_API_UNAVAILABLE) {
        throw WorkError(
            fmt::format("no OpenGL on this display ({}); use a display with GLX, or install its driver "
                        "(Debian: libgl1-mesa-dri); {}",
                        reason.text, kWithoutWindow));
    }
    const std::string version = foundVersion();
    throw WorkError(
        fmt::format("OpenGL 3.3 is needed, found {} ({}); update the graphics driver, or set "
                    "LIBGL_ALWAYS_SOFTWARE=1 to draw without it",
                    version, reason.text));
}

Modifiers modifiersOf(int mods) {
    return {(mods & GLFW_MOD_SHIFT) != 0, (mods & GLFW_MOD_CONTROL) != 0, (mods & GLFW_MOD_ALT) != 0};
}

Modifiers heldModifiers(GLFWwindow* window) {
    const auto isHeld = [window](int left, int right) {
        return glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS;
    };
    return {isHeld(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT), isHeld(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL),
            isHeld(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT)};
}

MouseButton buttonOf(int button) {
    switch (button) {
        case GLFW_MOUSE_BUTTON_LEFT:
            return MouseButton::Left;
        case GLFW_MOUSE_BUTTON_RIGHT:
            return MouseButton::Right;
        case GLFW_MOUSE_BUTTON_MIDDLE:
            return MouseButton::Middle;
        default:
            return MouseButton::Other;
    }
}

// The screen that shows most of the window.
GLFWmonitor* monitorUnder(GLFWwindow* window) {
    int x, y, width, height;
    glfwGetWindowPos(window, &x, &y);
    glfwGetWindowSize(window, &width, &height);
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    int bestArea = 0;
    for (int k = 0; k < count; ++k) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[k]);
        if (mode == nullptr) continue;
        int left, top;
        glfwGetMonitorPos(monitors[k], &left, &top);
        const int across = std::min(x + width, left + mode->width) - std::max(x, left);
        const int down = std::min(y + height, top + mode->height) - std::max(y, top);
        const int area = std::max(across, 0) * std::max(down, 0);
        if (area > bestArea) bestArea = area, best = monitors[k];
    }
    return best;
}

}  // namespace

Window::Window(PictureSize size, const std::string& title, bool hasDebugContext) {
    lastError = {};
    glfwSetErrorCallback(noteError);
    if (glfwInit() == GLFW_FALSE) explainNoDisplay();
    XSetIOErrorHandler(onDisplayLost);
    try {
        create(size, title, hasDebugContext);
        graphics_ = loadOpenGl(glfwGetProcAddress);
    } catch (...) {
        glfwTerminate();
        throw;
    }
    glfwSwapInterval(1);
    installCallbacks();
}

Window::~Window() {
    glfwDestroyWindow(window_);
    glfwTerminate();
}

void Window::create(PictureSize size, const std::string& title, bool hasDebugContext) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, hasDebugContext ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);  // depth is in the renderer's own buffers
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "meniscus");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "meniscus");
    window_ = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, nullptr);
    if (window_ == nullptr) explainNoWindow();
    glfwMakeContextCurrent(window_);
}

void Window::readState() {
    glfwGetWindowSize(window_, &size_.width, &size_.height);
    glfwGetFramebufferSize(window_, &framebuffer_.width, &framebuffer_.height);
    float scaleX = 1.0f, scaleY = 1.0f;
    glfwGetWindowContentScale(window_, &scaleX, &scaleY);
    contentScale_ = std::max(scaleX, 0.5f);
    isIconified_ = glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE;
    isHovered_ = glfwGetWindowAttrib(window_, GLFW_HOVERED) == GLFW_TRUE;
}

void Window::noteChange() {
    readState();
    if (listener_ != nullptr) listener_->onChange();
}

void Window::installCallbacks() {
    glfwSetWindowUserPointer(window_, this);
    static const auto windowOf = [](GLFWwindow* window) {
        return static_cast<Window*>(glfwGetWindowUserPointer(window));
    };
    static const auto of = [](GLFWwindow* window) { return windowOf(window)->listener_; };
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int mods) {
        if (of(window)) of(window)->onMouseButton(buttonOf(button), action == GLFW_PRESS, modifiersOf(mods));
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
        if (of(window)) of(window)->onMouseMove(x, y);
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double y) {
        if (of(window)) of(window)->onWheel(y, heldModifiers(window));
    });
    glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int mods) {
        if (of(window) && action != GLFW_RELEASE) {
            of(window)->onKey(key, scancode, modifiersOf(mods), action == GLFW_REPEAT);
        }
    });
    glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
        if (of(window)) of(window)->onDrop({paths, paths + count});
    });
    glfwSetWindowSizeCallback(window_, [](GLFWwindow* window, int, int) { windowOf(window)->noteChange(); });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { windowOf(window)->noteChange(); });
    glfwSetWindowContentScaleCallback(window_,
                                      [](GLFWwindow* window, float, float) { windowOf(window)->noteChange(); });
    glfwSetWindowIconifyCallback(window_, [](GLFWwindow* window, int) { windowOf(window)->noteChange(); });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) { windowOf(window)->noteChange(); });
    glfwSetCursorEnterCallback(
        window_, [](GLFWwindow* window, int entered) { windowOf(window)->isHovered_ = entered == GLFW_TRUE; });
    readState();
}

void Window::waitEvents(double seconds) {
    if (seconds > 0.0) {
        glfwWaitEventsTimeout(seconds);
    } else {
        glfwPollEvents();
    }
}

void Window::swapBuffers() {
    glfwSwapBuffers(window_);
}

void Window::setTitle(const std::string& title) {
    glfwSetWindowTitle(window_, title.c_str());
}

void Window::toggleFullScreen() {
    if (isFullScreen()) {
        glfwSetWindowMonitor(window_, nullptr, savedX_, savedY_, savedWidth_, savedHeight_, GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* monitor = monitorUnder(window_);
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (mode == nullptr) throw WorkError("no screen to fill");
    glfwGetWindowPos(window_, &savedX_, &savedY_);
    glfwGetWindowSize(window_, &savedWidth_, &savedHeight_);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::close() {
    glfwSetWindowShouldClose(window_, GLFW_TRUE);
}

void Window::stayOpen() {
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
}

double Window::now() {
    return glfwGetTime();
}

void Window::wake() {
    glfwPostEmptyEvent();
}

bool Window::shouldClose() const {
    return glfwWindowShouldClose(window_) == GLFW_TRUE;
}

bool Window::isFullScreen() const {
    return glfwGetWindowMonitor(window_) != nullptr;
}

}  // namespace meniscus
