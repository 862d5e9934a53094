// Parallel loops over fixed chunks. Chunk borders depend on the problem alone, never on the number of threads, so that
// whatever is computed per chunk and combined in chunk order is bitwise the same for every thread count.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>

namespace meniscus {

[[nodiscard]] constexpr size_t chunkCount(size_t count, size_t chunkSize) {
    return (count + chunkSize - 1) / chunkSize;
}

inline constexpr int kMaxThreads = 256;

class Threads {
  public:
    explicit Threads(int count);  // 0: as many as the machine has cores

    [[nodiscard]] int count() const { return count_; }

    // Calls body(begin, end, chunk) for every chunk of [0, count).
    template <typename Body>
    void forChunks(size_t count, size_t chunkSize, const Body& body) {
        const size_t chunks = chunkCount(count, chunkSize);
        const auto runChunk = [&](size_t chunk) {
            const size_t begin = chunk * chunkSize;
            body(begin, std::min(count, begin + chunkSize), chunk);
        };
        if (count_ == 1 || chunks <= 1) {
            for (size_t chunk = 0; chunk < chunks; ++chunk) runChunk(chunk);
            return;
        }
        // oneTBB orders all this by itself, but out of sight of the thread sanitizer, as Debian's library is not built
        // for it. The two atomics say the same in plain C++: chunks come after what was before the loop, and what is
        // after the loop comes after the chunks. Chunks stay unordered among themselves, so a race between two still
        // shows.
        std::atomic<size_t> begun{0};
        std::atomic<size_t> done{0};
        begun.store(1, std::memory_order_release);
        arena_->execute([&] {
            oneapi::tbb::parallel_for(size_t{0}, chunks, [&](size_t chunk) {
                (void)begun.load(std::memory_order_acquire);
                runChunk(chunk);
                done.fetch_add(1, std::memory_order_release);
            });
        });
        (void)done.load(std::memory_order_acquire);
    }

  private:
    int count_;
    std::unique_ptr<oneapi::tbb::task_arena> arena_;
};

}  // namespace meniscus
