#include "app/cli/interrupt.h"

#include <sys/time.h>
#include <unistd.h>

#include <string_view>

namespace meniscus {
namespace {

volatile std::sig_atomic_t interruptRequested = 0;

// From the request on; a user waits for a second at most.
constexpr suseconds_t kPatience = 700'000;  // us

void startTimer(suseconds_t microseconds) {
    const itimerval timer{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = microseconds}};
    ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void request(int) {
    interruptRequested = 1;
    startTimer(kPatience);
}

// Only what is allowed in a handler: nothing is flushed and nothing is freed.
void say(std::string_view text) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}
void endAtOnce(int) {
    say("\nmeniscus: interrupted in the middle of its work; nothing was to be saved\n");
    ::_exit(1);
}
void tell(int) {
    say("\nmeniscus: ends after this step; interrupt again to end at once, without saving\n");
}

}  // namespace

InterruptWatch::InterruptWatch(WhenBusy whenBusy) : whenBusy_(whenBusy) {
    interruptRequested = 0;
    struct sigaction alarm {};
    alarm.sa_handler = whenBusy == WhenBusy::End ? endAtOnce : whenBusy == WhenBusy::Tell ? tell : SIG_IGN;
    alarm.sa_flags = SA_RESTART;
    ::sigaction(SIGALRM, &alarm, &beforeAlarm_);
    for (size_t k = 0; k < kSignals.size(); ++k) {
        ::sigaction(kSignals[k], nullptr, &before_[k]);
        if (before_[k].sa_handler == SIG_IGN) continue;
        struct sigaction watch {};
        watch.sa_handler = request;
        watch.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(kSignals[k], &watch, nullptr);
    }
}

InterruptWatch::~InterruptWatch() {
    for (size_t k = 0; k < kSignals.size(); ++k) ::sigaction(kSignals[k], &before_[k], nullptr);
    if (isRequested() && whenBusy_ == WhenBusy::End) return;  // what is left to do must not take longer either
    startTimer(0);
    ::sigaction(SIGALRM, &beforeAlarm_, nullptr);
}

bool InterruptWatch::isRequested() const {
    if (interruptRequested == 0) return false;
    if (whenBusy_ != WhenBusy::End) startTimer(0);
    return true;
}

}  // namespace meniscus
