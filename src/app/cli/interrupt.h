// Ctrl-C, and the polite ways of ending a program, as a question instead of an end.
#pragma once

#include <array>
#include <csignal>

namespace meniscus {

// What happens 0.7 s after the request to a program that still works: in a huge step, where nobody has looked whether
// it is asked to stop, or on its last report.
enum class WhenBusy {
    Wait,
    Tell,  // that it ends after the step
    End    // at once, also when the watch is gone: for work that leaves nothing behind
};

// While one of these lives, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP only asks to stop; a second one ends the
// program as usual. What is ignored (SIGINT in background jobs of scripts) stays ignored.
class InterruptWatch {
  public:
    explicit InterruptWatch(WhenBusy whenBusy);
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    [[nodiscard]] bool isRequested() const;

  private:
    static constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, 3> before_{};
    struct sigaction beforeAlarm_ {};
    WhenBusy whenBusy_;
};

}  // namespace meniscus
