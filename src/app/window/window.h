// The desktop window with its OpenGL context. GLFW is hidden in here.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "meniscus/render/gl_context.h"

struct GLFWwindow;

namespace meniscus {

enum class MouseButton { Left, Right, Middle, Other };

struct Modifiers {
    bool isShift = false;
    bool isControl = false;
    bool isAlt = false;
};

// What the user does; called while the window waits for events.
class WindowListener {
  public:
    virtual ~WindowListener() = default;
    virtual void onMouseButton(MouseButton button, bool isDown, Modifiers modifiers) = 0;
    virtual void onMouseMove(double x, double y) = 0;  // in window coordinates, from the top left
    virtual void onWheel(double by, Modifiers modifiers) = 0;
    virtual void onKey(int key, int scancode, Modifiers modifiers, bool isRepeated) = 0;  // GLFW's numbers
    virtual void onDrop(std::vector<std::filesystem::path> paths) = 0;                    // files from another program
    virtual void onChange() = 0;  // size, focus, exposure: draw again
};

class Window {
  public:
    // Throws WorkError that says in one line what is missing and what to do: no display, no GLX, OpenGL too old.
    Window(PictureSize size, const std::string& title, bool hasDebugContext);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    void setListener(WindowListener* listener) { listener_ = listener; }
    [[nodiscard]] GLFWwindow* handle() const { return window_; }
    [[nodiscard]] const GlReport& graphics() const { return graphics_; }

    void waitEvents(double seconds);
    void swapBuffers();
    void setTitle(const std::string& title);
    void toggleFullScreen();
    void close();
    void stayOpen();                    // cancels the request to close
    static void wake();                 // from any thread: ends waitEvents
    [[nodiscard]] static double now();  // s, the window's clock

    [[nodiscard]] bool shouldClose() const;
    [[nodiscard]] bool isIconified() const { return isIconified_; }
    [[nodiscard]] bool isFullScreen() const;
    // In window coordinates, which the mouse has too.
    [[nodiscard]] PictureSize size() const { return size_; }
    // In pixels; zero while there is nothing to draw on.
    [[nodiscard]] PictureSize framebufferSize() const { return isIconified_ ? PictureSize{} : framebuffer_; }
    [[nodiscard]] float contentScale() const { return contentScale_; }  // of the screen's pixels, 2 on many laptops
    [[nodiscard]] bool isHovered() const { return isHovered_; }

  private:
    void create(PictureSize size, const std::string& title, bool hasDebugContext);
    void readState();
    void installCallbacks();
    void noteChange();

    GLFWwindow* window_ = nullptr;
    WindowListener* listener_ = nullptr;
    GlReport graphics_;
    // Kept by callbacks: asking GLFW means asking the X server and waiting for it, which a frame loop cannot afford.
    PictureSize size_;
    PictureSize framebuffer_;
    float contentScale_ = 1.0f;
    bool isIconified_ = false;
    bool isHovered_ = false;
    int savedX_ = 0, savedY_ = 0, savedWidth_ = 0, savedHeight_ = 0;  // before full screen
};

}  // namespace meniscus
