// Ctrl-C as a question instead of an end.
#pragma once

#include <csignal>

namespace meniscus {

// While one of these lives, the first Ctrl-C only asks to stop; a second one ends the program as usual. Where SIGINT is
// ignored (background jobs of scripts), it stays ignored.
class InterruptWatch {
  public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    [[nodiscard]] bool isRequested() const;

  private:
    struct sigaction before_ {};
};

}  // namespace meniscus
