#include "meniscus/session/frame_exchange.h"

#include <utility>

namespace meniscus {

void FrameExchange::publish(int ticks) {
    const std::lock_guard lock(mutex_);
    std::swap(back_, ready_);
    isReadyNew_ = true;
    readyTicks_ += ticks;  // one that nobody took yet is of the same moment
}

void FrameExchange::drop() {
    const std::lock_guard lock(mutex_);
    isReadyNew_ = false;
    readyTicks_ = 0;
}

const Frame* FrameExchange::take() {
    const std::lock_guard lock(mutex_);
    if (!isReadyNew_) return nullptr;
    std::swap(front_, ready_);
    isReadyNew_ = false;
    frontTicks_ = std::exchange(readyTicks_, 0);
    return front_.get();
}

void FrameExchange::forgetTicks() {
    const std::lock_guard lock(mutex_);
    readyTicks_ = 0;
}

}  // namespace meniscus
