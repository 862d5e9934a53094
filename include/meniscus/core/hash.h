// The 64-bit state hash (XXH64): the same bits give the same hash in every build and on every machine of one
// endianness.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

namespace meniscus {

class StateHash {
  public:
    StateHash();
    ~StateHash();

    void addBytes(const void* data, size_t size);

    template <typename T>
    void add(const T& value) {
        static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>,
                      "padding bytes would make the hash random");
        addBytes(&value, sizeof value);
    }

    template <typename T>
    void addSpan(std::span<const T> values) {
        addBytes(values.data(), values.size_bytes());
    }

    [[nodiscard]] uint64_t value() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace meniscus
