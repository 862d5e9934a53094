// Ctrl-C, and the polite ways of ending a program, as a question instead of an end.
#pragma once

#include <array>
#include <csignal>

namespace meniscus {

// While one of these lives, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP only asks to stop; a second one ends the
// program as usual. What is ignored (SIGINT in background jobs of scripts) stays ignored.
class InterruptWatch {
  public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    [[nodiscard]] bool isRequested() const;

  private:
    static constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, 3> before_{};
};

}  // namespace meniscus
