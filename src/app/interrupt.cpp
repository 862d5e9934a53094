#include "app/interrupt.h"

namespace meniscus {
namespace {

volatile std::sig_atomic_t interruptRequested = 0;

}  // namespace

InterruptWatch::InterruptWatch() {
    interruptRequested = 0;
    ::sigaction(SIGINT, nullptr, &before_);
    if (before_.sa_handler == SIG_IGN) return;
    struct sigaction watch {};
    watch.sa_handler = [](int) { interruptRequested = 1; };
    watch.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(SIGINT, &watch, nullptr);
}

InterruptWatch::~InterruptWatch() {
    ::sigaction(SIGINT, &before_, nullptr);
}

bool InterruptWatch::isRequested() const {
    return interruptRequested != 0;
}

}  // namespace meniscus
