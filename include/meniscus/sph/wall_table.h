// What a flat wall adds to the sums of a particle at distance d from it ([Harada07] 5.3): the wall is thought of as
// filled with fluid at rest, on planes that go on with the particles' spacing, and the sums over those planes are
// tabulated by distance once. Without it the fluid piles up at the glass to several times its density.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "meniscus/sph/fluid.h"

namespace meniscus {

struct alignas(32) WallTerms {
    float kernelSum = 0.0f;         // sum of W, 1/m^3
    float pressureGradient = 0.0f;  // sum of V |gradW| along the normal, 1/m: times p_i it is the wall's push
    float viscosity = 0.0f;         // sum of V lapW for a wall at rest in between, 1/m^2
    float colourGradient = 0.0f;    // sum of V |gradW| of the colour field, 1/m, pointing into the wall
    float colourLaplacian = 0.0f;   // sum of V lapW of the colour field, 1/m^2
    float cohesion = 0.0f;          // sum of the cohesion's shape along the normal, towards the wall
    float colour = 0.0f;            // sum of V W of the colour field
    // Sum of (1 - r / h)^3 x x: by how much that across the wall is larger than that along it, m^2
    float aroundAcross = 0.0f;
};

class WallTable {
  public:
    WallTable(KernelPair pair, float h, float spacing);

    // Zero from the support radius on. Distances below a quarter of the spacing count as that.
    [[nodiscard]] WallTerms at(float distance) const {
        if (!(distance < h_)) return {};
        const Place place = placeOf(distance);
        return mix(entries_[place.entry], entries_[place.entry + 1], place.share);
    }
    // That one term alone.
    [[nodiscard]] float kernelSumAt(float distance) const {
        if (!(distance < h_)) return 0.0f;
        const Place place = placeOf(distance);
        return blend(entries_[place.entry].kernelSum, entries_[place.entry + 1].kernelSum, place.share);
    }

  private:
    static constexpr int kEntries = 128;

    struct Place {
        int entry;
        float share;  // of the next entry
    };
    [[nodiscard]] Place placeOf(float distance) const {
        const float place = std::max(distance - minimum_, 0.0f) / (h_ - minimum_) * kEntries;
        const int entry = std::min(static_cast<int>(place), kEntries - 1);
        return {entry, place - static_cast<float>(entry)};
    }
    static float blend(float a, float b, float t) { return a + t * (b - a); }
    // As arrays of eight: the compiler then takes four at a time.
    static WallTerms mix(const WallTerms& a, const WallTerms& b, float t) {
        using Floats = std::array<float, 8>;
        static_assert(sizeof(WallTerms) == sizeof(Floats));
        const auto from = std::bit_cast<Floats>(a), to = std::bit_cast<Floats>(b);
        Floats mixed;
        for (size_t k = 0; k < 8; ++k) mixed[k] = blend(from[k], to[k], t);
        return std::bit_cast<WallTerms>(mixed);
    }

    float h_;
    float minimum_;
    std::array<WallTerms, kEntries + 1> entries_;
};

}  // namespace meniscus
