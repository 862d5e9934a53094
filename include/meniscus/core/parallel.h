// Parallel loops over fixed chunks. Chunk borders depend on the problem alone, never on the number of threads, so that
// whatever is computed per chunk and combined in chunk order is bitwise the same for every thread count.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <memory>

namespace meniscus {

[[nodiscard]] constexpr size_t chunkCount(size_t count, size_t chunkSize) {
    return (count + chunkSize - 1) / chunkSize;
}

inline constexpr int kMostThreads = 256;

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
        arena_->execute([&] { oneapi::tbb::parallel_for(size_t{0}, chunks, runChunk); });
    }

  private:
    int count_;
    std::unique_ptr<oneapi::tbb::task_arena> arena_;
};

}  // namespace meniscus
