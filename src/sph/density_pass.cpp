// The first hot loop: finds the neighbours of every particle, notes them and sums their kernels.
//
// Highway compiles everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE once per instruction set.
// Results differ between instruction sets in the last bits (the order of summation follows the width), never between
// thread counts or builds: fused multiply-adds are written out, square root and division are the exact ones.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sph/density_pass.cpp"
#include <hwy/foreach_target.h>

#include "sph/wide_neighbors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace meniscus {
namespace HWY_NAMESPACE {

// Whether the notes of these rows fit into 16-bit offsets, 8-bit counts and the room that is left.
HWY_INLINE bool fitsNotes(const Rows& rows, ptrdiff_t room) {
    const int32_t span = std::max({rows.end[2] - rows.base[0], rows.end[5] - rows.base[1], rows.end[8] - rows.base[2]});
    return rows.candidates <= 255 && span <= 65535 && rows.candidates + static_cast<ptrdiff_t>(kLanes) <= room;
}

// Kernel weight for density without its scale, from 1 - r^2 / h^2; nothing where that is zero.
template <KernelPair kPair>
HWY_INLINE Floats densityWeight(Floats closeness) {
    const Wide d;
    if constexpr (kPair == KernelPair::Mcg03) {
        return hn::Mul(hn::Mul(closeness, closeness), closeness);  // [MCG03] eq. 20
    } else {
        const auto one = hn::Set(d, 1.0f);
        const auto q = hn::Sqrt(hn::Max(hn::Sub(one, closeness), hn::Zero(d)));
        const auto left = hn::Sub(one, q);
        const auto left2 = hn::Mul(left, left);
        return hn::Mul(hn::Mul(left2, left2), hn::MulAdd(hn::Set(d, 4.0f), q, one));
    }
}

template <KernelPair kPair>
void sumKernelsOf(const PassInput& input, size_t begin, size_t end, float* kernelSums) {
    const Wide d;
    const WideInt di;
    const WideShort ds;
    const Positions p(*input.particles);
    const GridView grid = input.grid;
    NeighborCounts* const allCounts = input.notes->counts.data();
    const Kernels<float> kernels(input.fluid.h);
    // The weights are in units of h, so poly6 comes with h^6 less in its scale. Double, as pressure is a small
    // difference of densities and a rounded scale would shift all of them.
    const Kernels<double> exact(input.fluid.h);
    const double scale = kPair == KernelPair::Mcg03 ? exact.poly6Scale * exact.power(exact.h, 6) : exact.wendlandScale;
    const auto inverseH2 = hn::Set(d, 1.0f / kernels.h2);
    const auto iota = hn::Iota(di, 0);
    uint16_t* note = input.notes->offsets.data() + (begin / kPassChunk) * kPassChunk * kNotesPerParticle;
    const uint16_t* noteEnd = note + kPassChunk * kNotesPerParticle;
    Rows rows;
    for (size_t i = begin; i < end; ++i) {
        findRows(grid, GridPoint(grid, p.x[i], p.y[i], p.z[i]), rows);
        const auto xi = hn::Set(d, p.x[i]);
        const auto yi = hn::Set(d, p.y[i]);
        const auto zi = hn::Set(d, p.z[i]);
        auto sum = hn::Zero(d);
        NeighborCounts& counts = allCounts[i];
        counts.hasNotes = fitsNotes(rows, noteEnd - note);
        if (HWY_LIKELY(counts.hasNotes)) {
            for (int plane = 0; plane < 3; ++plane) {
                uint16_t* const planeBegin = note;
                const int32_t base = rows.base[plane];
#pragma GCC unroll 3
                for (int k = 3 * plane; k < 3 * plane + 3; ++k) {
                    forNeighborsInRow(p, xi, yi, zi, inverseH2, rows.begin[k], rows.end[k],
                                      [&](auto isNeighbor, Floats closeness, int32_t j) HWY_ATTR {
                                          const auto near = hn::IfThenElseZero(isNeighbor, closeness);
                                          sum = hn::Add(sum, densityWeight<kPair>(near));
                                          const auto offset = hn::Add(iota, hn::Set(di, j - base));
                                          const auto packed = hn::Compress(offset, hn::RebindMask(di, isNeighbor));
                                          hn::StoreU(hn::DemoteTo(ds, packed), ds, note);
                                          note += hn::CountTrue(d, isNeighbor);
                                      });
                }
                counts.inPlane[plane] = static_cast<uint8_t>(note - planeBegin);
            }
        } else {
            for (int k = 0; k < kRows; ++k) {
                forNeighborsInRow(p, xi, yi, zi, inverseH2, rows.begin[k], rows.end[k],
                                  [&](auto isNeighbor, Floats closeness, int32_t) HWY_ATTR {
                                      const auto near = hn::IfThenElseZero(isNeighbor, closeness);
                                      sum = hn::Add(sum, densityWeight<kPair>(near));
                                  });
            }
        }
        kernelSums[i - begin] = static_cast<float>(scale * hn::GetLane(hn::SumOfLanes(d, sum)));
    }
}

void sumKernelsWide(const PassInput& input, size_t begin, size_t end, float* kernelSums) {
    const bool printed = input.fluid.pair == KernelPair::Mcg03;
    (printed ? sumKernelsOf<KernelPair::Mcg03> : sumKernelsOf<KernelPair::Wendland>)(input, begin, end, kernelSums);
}

const char* targetNameWide() {
    return hwy::TargetName(HWY_TARGET);
}

}  // namespace HWY_NAMESPACE
}  // namespace meniscus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace meniscus {

HWY_EXPORT(sumKernelsWide);
HWY_EXPORT(targetNameWide);

void sumKernels(const PassInput& input, size_t begin, size_t end, float* kernelSums) {
    HWY_DYNAMIC_DISPATCH(sumKernelsWide)(input, begin, end, kernelSums);
}

std::string_view simdTargetName() {
    return HWY_DYNAMIC_DISPATCH(targetNameWide)();
}

void NeighborNotes::reserve(size_t capacity) {
    offsets.resize(chunkCount(capacity, kPassChunk) * kPassChunk * kNotesPerParticle + kWidePadding);
    counts.resize(capacity);
}

size_t NeighborNotes::bytes() const {
    return offsets.size() * sizeof(uint16_t) + counts.size() * sizeof(NeighborCounts);
}

std::span<uint32_t> NeighborNotes::asScratchWords() {
    return {reinterpret_cast<uint32_t*>(offsets.data()), offsets.size() / 2};
}

}  // namespace meniscus
#endif  // HWY_ONCE
