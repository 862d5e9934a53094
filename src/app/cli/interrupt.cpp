#include "app/cli/interrupt.h"

namespace meniscus {
namespace {

volatile std::sig_atomic_t interruptRequested = 0;

}  // namespace

InterruptWatch::InterruptWatch() {
    interruptRequested = 0;
    for (size_t k = 0; k < kSignals.size(); ++k) {
        ::sigaction(kSignals[k], nullptr, &before_[k]);
        if (before_[k].sa_handler == SIG_IGN) continue;
        struct sigaction watch {};
        watch.sa_handler = [](int) { interruptRequested = 1; };
        watch.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(kSignals[k], &watch, nullptr);
    }
}

InterruptWatch::~InterruptWatch() {
    for (size_t k = 0; k < kSignals.size(); ++k) ::sigaction(kSignals[k], &before_[k], nullptr);
}

bool InterruptWatch::isRequested() const {
    return interruptRequested != 0;
}

}  // namespace meniscus
