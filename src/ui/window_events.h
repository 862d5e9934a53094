// Takes events of a GLFW window into the queue and hands them on to the callbacks that were there before.
#pragma once

#include "meniscus/ui/input_queue.h"

struct GLFWwindow;

namespace meniscus {

class WindowEvents {
  public:
    WindowEvents(GLFWwindow* window, InputQueue& queue);
    ~WindowEvents();  // puts the former callbacks back
    WindowEvents(const WindowEvents&) = delete;
    WindowEvents& operator=(const WindowEvents&) = delete;

  private:
    GLFWwindow* window_;
};

}  // namespace meniscus
