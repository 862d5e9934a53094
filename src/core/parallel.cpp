#include "meniscus/core/parallel.h"

#include <oneapi/tbb/global_control.h>

#include <thread>

namespace meniscus {

Threads::Threads(int count)
    : count_(count > 0 ? count : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {
    if (count_ == 1) return;
    // Without it oneTBB would not start more threads than there are cores, which the determinism tests need. One for
    // the whole process: of several, the smallest would hold for all worlds.
    using oneapi::tbb::global_control;
    static const global_control allowance(global_control::max_allowed_parallelism, kMaxThreads);
    arena_ = std::make_unique<oneapi::tbb::task_arena>(count_);
}

}  // namespace meniscus
