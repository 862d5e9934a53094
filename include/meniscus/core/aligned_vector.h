// Arrays for wide loops: aligned to a cache line, which is also the widest vector register.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace meniscus {

inline constexpr size_t kCacheLine = 64;

template <typename T>
struct CacheLineAllocator {
    using value_type = T;

    CacheLineAllocator() = default;
    template <typename U>
    explicit CacheLineAllocator(const CacheLineAllocator<U>&) {}

    T* allocate(size_t count) {
        return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kCacheLine}));
    }
    void deallocate(T* pointer, size_t) { ::operator delete (pointer, std::align_val_t{kCacheLine}); }

    friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) { return true; }
};

template <typename T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace meniscus
