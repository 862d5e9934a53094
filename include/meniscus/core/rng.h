// A small seeded generator (SplitMix64, Steele, Lea and Flood 2014), the same on every machine.
#pragma once

#include <cstdint>

namespace meniscus {

class Rng {
  public:
    explicit constexpr Rng(uint64_t seed) : state_(seed) {}

    constexpr uint64_t next() {
        state_ += 0x9e3779b97f4a7c15ull;
        uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

    // Uniform in [0, 1), in steps of 2^-24, so that a float holds it exactly.
    constexpr float uniform() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

    // Uniform in [-1, 1).
    constexpr float signedUniform() { return 2.0f * uniform() - 1.0f; }

    [[nodiscard]] constexpr uint64_t state() const { return state_; }

  private:
    uint64_t state_;
};

}  // namespace meniscus
