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

// Adds up the kernels around one particle with what the stabiliser and the skin need besides: how velocity differs, how
// the neighbours lie around (with the consistent kernels), where the fluid ends.
template <KernelPair kPair, bool kHasStrain, bool kHasSurface>
class FlowSummer {
  public:
    HWY_INLINE explicit FlowSummer(const PassInput& input)
        : motions_(input.motions), inverseH2_(1.0f / (input.fluid.h * input.fluid.h)) {}

    HWY_INLINE void start(size_t i) {
        self_ = motions_ + i;
        kernel_ = hn::Zero(Wide());
        xx_ = yy_ = zz_ = xy_ = yz_ = zx_ = spread_ = kernel_;
        aroundXx_ = aroundYy_ = aroundZz_ = aroundXy_ = aroundYz_ = aroundZx_ = kernel_;
        colour_ = towardsX_ = towardsY_ = towardsZ_ = kernel_;
    }

    [[nodiscard]] HWY_INLINE const NeighborRecord& self() const { return *self_; }

    // As in the force pass: kNoRecord, far away, fills the last vector.
    HWY_INLINE void add(const uint32_t* places, size_t count) {
        const Wide d;
        const auto one = hn::Set(d, 1.0f);
        const auto zero = hn::Zero(d);
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, unused] = loadFields(motions_, places + k, 0);
            const auto dx = hn::Sub(hn::Set(d, self_->x), xj);
            const auto dy = hn::Sub(hn::Set(d, self_->y), yj);
            const auto dz = hn::Sub(hn::Set(d, self_->z), zj);
            const auto r2 = hn::MulAdd(dz, dz, hn::MulAdd(dy, dy, hn::Mul(dx, dx)));
            const auto near = hn::Max(hn::NegMulAdd(r2, hn::Set(d, inverseH2_), one), zero);
            kernel_ = hn::Add(kernel_, densityWeight<kPair>(near));
            const auto weight = hn::Mul(near, near);
            const auto wx = hn::Mul(weight, dx), wy = hn::Mul(weight, dy), wz = hn::Mul(weight, dz);
            if constexpr (kHasSurface) {
                colour_ = hn::MulAdd(weight, near, colour_);
                towardsX_ = hn::Add(towardsX_, wx);
                towardsY_ = hn::Add(towardsY_, wy);
                towardsZ_ = hn::Add(towardsZ_, wz);
            }
            if constexpr (kHasStrain) {
                addStrain(places + k, wx, wy, wz);
                spread_ = hn::Add(spread_, hn::NegMulAdd(weight, near, weight));
                if constexpr (kPair == KernelPair::Wendland) addAround(near, dx, dy, dz);
            }
        }
    }

    // Without the scale of the kernel.
    [[nodiscard]] HWY_INLINE float kernelSum() const { return hn::GetLane(hn::SumOfLanes(Wide(), kernel_)); }

    [[nodiscard]] HWY_INLINE StrainSums strainSums() const {
        alignas(16) float totals[8];
        sumFour(xx_, yy_, zz_, xy_, totals);
        sumFour(yz_, zx_, spread_, aroundZx_, totals + 4);
        StrainSums sums{totals[0], totals[1], totals[2], totals[3], totals[4], totals[5], totals[6]};
        if constexpr (kPair == KernelPair::Wendland) {
            sums.aroundZx = totals[7];
            sumFour(aroundXx_, aroundYy_, aroundZz_, aroundXy_, totals);
            sums.aroundXx = totals[0], sums.aroundYy = totals[1], sums.aroundZz = totals[2], sums.aroundXy = totals[3];
            sums.aroundYz = hn::GetLane(hn::SumOfLanes(Wide(), aroundYz_));
        }
        return sums;
    }

    [[nodiscard]] HWY_INLINE SurfaceSums surfaceSums() const {
        alignas(16) float totals[4];
        sumFour(colour_, towardsX_, towardsY_, towardsZ_, totals);
        return {totals[0], {totals[1], totals[2], totals[3]}};
    }

  private:
    HWY_INLINE void addStrain(const uint32_t* places, Floats wx, Floats wy, Floats wz) {
        const Wide d;
        const auto [uj, vj, wj, unused] = loadFields(motions_, places, 1);
        const auto u = hn::Sub(hn::Set(d, self_->vx), uj);
        const auto v = hn::Sub(hn::Set(d, self_->vy), vj);
        const auto w = hn::Sub(hn::Set(d, self_->vz), wj);
        xx_ = hn::MulAdd(u, wx, xx_);
        yy_ = hn::MulAdd(v, wy, yy_);
        zz_ = hn::MulAdd(w, wz, zz_);
        xy_ = hn::MulAdd(u, wy, hn::MulAdd(v, wx, xy_));
        yz_ = hn::MulAdd(v, wz, hn::MulAdd(w, wy, yz_));
        zx_ = hn::MulAdd(w, wx, hn::MulAdd(u, wz, zx_));
    }

    // With the weight of the pressure's gradient; nothing where near is zero.
    HWY_INLINE void addAround(Floats near, Floats dx, Floats dy, Floats dz) {
        const Wide d;
        const auto one = hn::Set(d, 1.0f);
        const auto left = hn::Sub(one, hn::Sqrt(hn::Max(hn::Sub(one, near), hn::Zero(d))));
        const auto pull = hn::Mul(hn::Mul(left, left), left);
        const auto x = hn::Mul(pull, dx), y = hn::Mul(pull, dy), z = hn::Mul(pull, dz);
        aroundXx_ = hn::MulAdd(x, dx, aroundXx_);
        aroundYy_ = hn::MulAdd(y, dy, aroundYy_);
        aroundZz_ = hn::MulAdd(z, dz, aroundZz_);
        aroundXy_ = hn::MulAdd(x, dy, aroundXy_);
        aroundYz_ = hn::MulAdd(y, dz, aroundYz_);
        aroundZx_ = hn::MulAdd(z, dx, aroundZx_);
    }

    const NeighborRecord* motions_;
    float inverseH2_;
    const NeighborRecord* self_ = nullptr;
    Floats kernel_;
    Floats xx_, yy_, zz_, xy_, yz_, zx_, spread_;
    Floats aroundXx_, aroundYy_, aroundZz_, aroundXy_, aroundYz_, aroundZx_;
    Floats colour_, towardsX_, towardsY_, towardsZ_;
};

// The weights are in units of h, so poly6 comes with h^6 less in its scale. Double, as pressure is a small difference
// of densities and a rounded scale would shift all of them.
template <KernelPair kPair>
double densityScale(float h) {
    const Kernels<double> exact(h);
    return kPair == KernelPair::Mcg03 ? exact.poly6Scale * exact.power(exact.h, 6) : exact.wendlandScale;
}

// Notes the neighbours of each particle and calls start(), visit(closeness of neighbours, 0 for others) and
// finish(particle) for it.
template <typename Start, typename Visit, typename Finish>
HWY_INLINE void noteNeighbors(const PassInput& input, size_t begin, size_t end, const Start& start, const Visit& visit,
                              const Finish& finish) {
    const Wide d;
    const WideInt di;
    const WideShort ds;
    const Positions p(*input.particles);
    const GridView grid = input.grid;
    NeighborCounts* const allCounts = input.notes->counts.data();
    const auto inverseH2 = hn::Set(d, 1.0f / (input.fluid.h * input.fluid.h));
    const auto iota = hn::Iota(di, 0);
    uint16_t* note = input.notes->offsets.data() + (begin / kPassChunk) * kPassChunk * kNotesPerParticle;
    const uint16_t* noteEnd = note + kPassChunk * kNotesPerParticle;
    Rows rows;
    for (size_t i = begin; i < end; ++i) {
        findRows(grid, GridPoint(grid, p.x[i], p.y[i], p.z[i]), rows);
        const auto xi = hn::Set(d, p.x[i]);
        const auto yi = hn::Set(d, p.y[i]);
        const auto zi = hn::Set(d, p.z[i]);
        start();
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
                                          visit(hn::IfThenElseZero(isNeighbor, closeness));
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
                                  [&](auto isNeighbor, Floats closeness, int32_t)
                                      HWY_ATTR { visit(hn::IfThenElseZero(isNeighbor, closeness)); });
            }
        }
        finish(i);
    }
}

// Kernels alone: summed over the candidates as they lie in rows, while they are noted.
template <KernelPair kPair>
void sumKernelsOf(const PassInput& input, size_t begin, size_t end, float* kernelSums) {
    const double scale = densityScale<kPair>(input.fluid.h);
    Floats sum;
    noteNeighbors(
        input, begin, end, [&]() HWY_ATTR { sum = hn::Zero(Wide()); },
        [&](Floats near) HWY_ATTR { sum = hn::Add(sum, densityWeight<kPair>(near)); },
        [&](size_t i)
            HWY_ATTR { kernelSums[i - begin] = static_cast<float>(scale * hn::GetLane(hn::SumOfLanes(Wide(), sum))); });
}

// With what the stabiliser and the skin need: of four candidates in a row one is a neighbour, so that so many sums are
// cheaper over the notes, although records have to be fetched and transposed.
template <KernelPair kPair, bool kHasStrain, bool kHasSurface>
void sumFlowOf(const PassInput& input, size_t begin, size_t end, float* kernelSums, StrainSums* strains,
               SurfaceSums* surfaces) {
    noteNeighbors(
        input, begin, end, []() HWY_ATTR {}, [](Floats) HWY_ATTR {}, [](size_t) HWY_ATTR {});
    const double scale = densityScale<kPair>(input.fluid.h);
    FlowSummer<kPair, kHasStrain, kHasSurface> summer(input);
    forParticles(input, begin, end, summer, [&](size_t i, uint32_t) HWY_ATTR {
        kernelSums[i - begin] = static_cast<float>(scale * summer.kernelSum());
        if constexpr (kHasStrain) strains[i - begin] = summer.strainSums();
        if constexpr (kHasSurface) surfaces[i - begin] = summer.surfaceSums();
    });
}

template <KernelPair kPair>
void sumKernelsOfPair(const PassInput& input, size_t begin, size_t end, float* kernelSums, StrainSums* strains,
                      SurfaceSums* surfaces) {
    if (strains == nullptr && surfaces == nullptr) {
        sumKernelsOf<kPair>(input, begin, end, kernelSums);
    } else if (surfaces == nullptr) {
        sumFlowOf<kPair, true, false>(input, begin, end, kernelSums, strains, surfaces);
    } else if (strains == nullptr) {
        sumFlowOf<kPair, false, true>(input, begin, end, kernelSums, strains, surfaces);
    } else {
        sumFlowOf<kPair, true, true>(input, begin, end, kernelSums, strains, surfaces);
    }
}

void sumKernelsWide(const PassInput& input, size_t begin, size_t end, float* kernelSums, StrainSums* strains,
                    SurfaceSums* surfaces) {
    const bool printed = input.fluid.pair == KernelPair::Mcg03;
    (printed ? sumKernelsOfPair<KernelPair::Mcg03>
             : sumKernelsOfPair<KernelPair::Wendland>)(input, begin, end, kernelSums, strains, surfaces);
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

void sumKernels(const PassInput& input, size_t begin, size_t end, float* kernelSums, StrainSums* strains,
                SurfaceSums* surfaces) {
    HWY_DYNAMIC_DISPATCH(sumKernelsWide)(input, begin, end, kernelSums, strains, surfaces);
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
