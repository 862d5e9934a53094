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

// Adds up how velocity differs around one particle. In this pass rather than in one of its own: the candidates lie in
// rows here, where the notes would have to be gathered.
class StrainSummer {
  public:
    HWY_INLINE explicit StrainSummer(const ParticleArrays& p) : u_(p.vx.data()), v_(p.vy.data()), w_(p.vz.data()) {}

    HWY_INLINE void start(size_t i) {
        const Wide d;
        ui_ = hn::Set(d, u_[i]), vi_ = hn::Set(d, v_[i]), wi_ = hn::Set(d, w_[i]);
        xx_ = yy_ = zz_ = xy_ = yz_ = zx_ = spread_ = hn::Zero(d);
    }

    template <typename Mask>
    HWY_INLINE void add(Mask isNeighbor, Floats near, int32_t j, const Offsets& r) {
        const Wide d;
        const auto weight = hn::Mul(near, near);
        // Masked, as what lies behind the last particle may be anything.
        const auto away = [&](Floats own, const float* of) HWY_ATTR {
            return hn::Mul(weight, hn::IfThenElseZero(isNeighbor, hn::Sub(own, hn::LoadU(d, of + j))));
        };
        const auto u = away(ui_, u_), v = away(vi_, v_), w = away(wi_, w_);
        xx_ = hn::MulAdd(u, r.x, xx_);
        yy_ = hn::MulAdd(v, r.y, yy_);
        zz_ = hn::MulAdd(w, r.z, zz_);
        xy_ = hn::MulAdd(u, r.y, hn::MulAdd(v, r.x, xy_));
        yz_ = hn::MulAdd(v, r.z, hn::MulAdd(w, r.y, yz_));
        zx_ = hn::MulAdd(w, r.x, hn::MulAdd(u, r.z, zx_));
        spread_ = hn::Add(spread_, hn::NegMulAdd(weight, near, weight));
    }

    [[nodiscard]] HWY_INLINE StrainSums finish() const {
        alignas(16) float totals[8];
        sumFour(xx_, yy_, zz_, xy_, totals);
        sumFour(yz_, zx_, spread_, spread_, totals + 4);
        return {totals[0], totals[1], totals[2], totals[3], totals[4], totals[5], totals[6]};
    }

  private:
    const float *HWY_RESTRICT u_, *HWY_RESTRICT v_, *HWY_RESTRICT w_;
    Floats ui_, vi_, wi_;
    Floats xx_, yy_, zz_, xy_, yz_, zx_, spread_;
};

template <KernelPair kPair, bool kHasStrain>
void sumKernelsOf(const PassInput& input, size_t begin, size_t end, float* kernelSums, StrainSums* strains) {
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
    StrainSummer strain(*input.particles);
    for (size_t i = begin; i < end; ++i) {
        if constexpr (kHasStrain) strain.start(i);
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
                                      [&](auto isNeighbor, Floats closeness, int32_t j, const Offsets& offsets)
                                          HWY_ATTR {
                                              const auto near = hn::IfThenElseZero(isNeighbor, closeness);
                                              sum = hn::Add(sum, densityWeight<kPair>(near));
                                              if constexpr (kHasStrain) strain.add(isNeighbor, near, j, offsets);
                                              const auto offset = hn::Add(iota, hn::Set(di, j - base));
                                              const auto packed = hn::Compress(offset, hn::RebindMask(di, isNeighbor));
                                              hn::StoreU(hn::DemoteTo(ds, packed), ds, note);
                                              note += hn::CountTrue(d, isNeighbor);
                                          });
                }
                counts.inPlane[plane] = static_cast<uint8_t>(note - planeBegin);
            }
        } else {
            counts.isCrowded = cutRows(i, grid.maxPerRow, rows);
            for (int k = 0; k < kRows; ++k) {
                forNeighborsInRow(p, xi, yi, zi, inverseH2, rows.begin[k], rows.end[k],
                                  [&](auto isNeighbor, Floats closeness, int32_t j, const Offsets& offsets) HWY_ATTR {
                                      const auto near = hn::IfThenElseZero(isNeighbor, closeness);
                                      sum = hn::Add(sum, densityWeight<kPair>(near));
                                      if constexpr (kHasStrain) strain.add(isNeighbor, near, j, offsets);
                                  });
            }
        }
        kernelSums[i - begin] = static_cast<float>(scale * hn::GetLane(hn::SumOfLanes(d, sum)));
        if constexpr (kHasStrain) strains[i - begin] = strain.finish();
    }
}

template <KernelPair kPair>
void sumKernelsOfPair(const PassInput& input, size_t begin, size_t end, float* kernelSums, StrainSums* strains) {
    (strains != nullptr ? sumKernelsOf<kPair, true> : sumKernelsOf<kPair, false>)(input, begin, end, kernelSums,
                                                                                  strains);
}

void sumKernelsWide(const PassInput& input, size_t begin, size_t end, float* kernelSums, StrainSums* strains) {
    const bool printed = input.fluid.pair == KernelPair::Mcg03;
    (printed ? sumKernelsOfPair<KernelPair::Mcg03> : sumKernelsOfPair<KernelPair::Wendland>)(input, begin, end,
                                                                                             kernelSums, strains);
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

void sumKernels(const PassInput& input, size_t begin, size_t end, float* kernelSums, StrainSums* strains) {
    HWY_DYNAMIC_DISPATCH(sumKernelsWide)(input, begin, end, kernelSums, strains);
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
