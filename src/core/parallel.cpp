#include "meniscus/core/parallel.h"

#include <thread>

namespace meniscus {

Threads::Threads(int count)
    : count_(count > 0 ? count : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {
    if (count_ == 1) return;
    using oneapi::tbb::global_control;
    allowance_ = std::make_unique<global_control>(global_control::max_allowed_parallelism, static_cast<size_t>(count_));
    arena_ = std::make_unique<oneapi::tbb::task_arena>(count_);
}

}  // namespace meniscus
