// What all wide passes share: finding and noting neighbours, loading their records, summing lanes. Highway includes it
// once for each instruction set that a pass is compiled for, so it has a toggle instead of "#pragma once".
#if defined(MENISCUS_SPH_WIDE_NEIGHBORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MENISCUS_SPH_WIDE_NEIGHBORS_INL_H
#undef MENISCUS_SPH_WIDE_NEIGHBORS_INL_H
#else
#define MENISCUS_SPH_WIDE_NEIGHBORS_INL_H
#endif

#include <hwy/highway.h>

#include "meniscus/sph/wide_passes.h"

HWY_BEFORE_NAMESPACE();
namespace meniscus {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::ScalableTag<float>;
using WideInt = hn::RebindToSigned<Wide>;
using WideUint = hn::RebindToUnsigned<Wide>;
using WideShort = hn::Rebind<uint16_t, WideInt>;
using Floats = hn::Vec<Wide>;
static_assert(hn::MaxLanes(Wide()) >= 4, "build for at least SSSE3 or NEON: a record is loaded as two blocks of four");

constexpr size_t kLanes = hn::MaxLanes(Wide());
constexpr int kRows = 9;

// The candidates of one particle: nine rows of bins, three in each plane. base is a particle index that no candidate of
// the plane lies before; notes are offsets from it.
struct Rows {
    alignas(64) int32_t begin[16];
    alignas(64) int32_t end[16];
    int32_t base[3];
    int32_t candidates;
};

// Position in the grid, in cells.
struct GridPoint {
    HWY_INLINE GridPoint(const GridView& grid, float x, float y, float z)
        : ux((x - grid.origin.x) * grid.inverseCell),
          uy((y - grid.origin.y) * grid.inverseCell),
          uz((z - grid.origin.z) * grid.inverseCell),
          cy(static_cast<int32_t>(uy)),
          cz(static_cast<int32_t>(uz)),
          rowBin((cz * grid.rowsPerPlane + cy) * grid.binsPerRow),
          firstBin(static_cast<int32_t>(std::max((ux - 1.0f) * kBinsPerCell, 0.0f))) {}

    float ux, uy, uz;
    int32_t cy, cz;
    int32_t rowBin;    // bin at the beginning of the particle's own row
    int32_t firstBin;  // within a row, the first bin in reach
};

HWY_INLINE void findBases(const GridView& grid, const GridPoint& at, int32_t* base) {
    // One bin of slack: findRows() rounds on its own and may begin a bin earlier where a position lies on a border.
    const uint32_t* corner = grid.binBegin + at.rowBin - grid.binsPerRow + std::max(at.firstBin - 1, 0);
    const int32_t plane = grid.binsPerPlane();
    base[0] = static_cast<int32_t>(corner[-plane]);
    base[1] = static_cast<int32_t>(corner[0]);
    base[2] = static_cast<int32_t>(corner[plane]);
}

// Row k lies dy, dz cells away. What is left of the support radius at the nearest edge of the row gives the half length
// of row that matters: sqrt(1 - ey^2 - ez^2) cells. Together this halves the candidates against nine full rows of three
// cells. The eight outer rows are one 8-lane computation; table reads stay scalar, as gathers are slow on many CPUs.
HWY_INLINE void findRows(const GridView& grid, const GridPoint& at, Rows& rows) {
    alignas(32) static constexpr float kDy[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
    alignas(32) static constexpr float kDz[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
    alignas(32) static constexpr int32_t kDyInt[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
    alignas(32) static constexpr int32_t kDzInt[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
    static constexpr int kRowOf[8] = {0, 1, 2, 3, 5, 6, 7, 8};
    const hn::CappedTag<float, 8> d;
    const hn::RebindToSigned<decltype(d)> di;
    const auto zero = hn::Zero(d);
    const float fy = at.uy - static_cast<float>(at.cy);
    const float fz = at.uz - static_cast<float>(at.cz);
    alignas(32) int32_t low[8];
    alignas(32) int32_t high[8];
    for (size_t k = 0; k < 8; k += hn::Lanes(d)) {
        const auto dy = hn::Load(d, kDy + k);
        const auto dz = hn::Load(d, kDz + k);
        const auto ey = hn::Max(hn::Max(hn::Sub(dy, hn::Set(d, fy)), hn::Sub(hn::Set(d, fy - 1.0f), dy)), zero);
        const auto ez = hn::Max(hn::Max(hn::Sub(dz, hn::Set(d, fz)), hn::Sub(hn::Set(d, fz - 1.0f), dz)), zero);
        const auto left = hn::NegMulAdd(ez, ez, hn::NegMulAdd(ey, ey, hn::Set(d, 1.0f)));
        const auto reach = hn::Mul(hn::Sqrt(hn::Max(left, zero)), hn::Set(d, static_cast<float>(kBinsPerCell)));
        // Rounded down and up to whole bins. Adding 2^23 leaves the integer in the low bits; a plain conversion would
        // add code for overflow that cannot happen here.
        const auto bin = hn::Set(d, at.ux * kBinsPerCell);
        const auto lowBin = hn::Max(hn::Sub(hn::Sub(bin, reach), hn::Set(d, 0.5f)), zero);
        const auto highBin =
            hn::Min(hn::Add(hn::Add(bin, reach), hn::Set(d, 0.5f)), hn::Set(d, static_cast<float>(grid.binsPerRow)));
        const auto magic = hn::Set(d, 8388608.0f);
        const auto row = hn::Add(hn::Add(hn::Mul(hn::Load(di, kDzInt + k), hn::Set(di, grid.binsPerPlane())),
                                         hn::Mul(hn::Load(di, kDyInt + k), hn::Set(di, grid.binsPerRow))),
                                 hn::Set(di, at.rowBin - 0x4b000000));
        const auto isEmpty = hn::RebindMask(di, hn::Le(left, zero));
        const auto begin = hn::Add(row, hn::BitCast(di, hn::Add(lowBin, magic)));
        const auto end = hn::Add(row, hn::BitCast(di, hn::Add(highBin, magic)));
        hn::Store(begin, di, low + k);
        hn::Store(hn::IfThenElse(isEmpty, begin, end), di, high + k);
    }
    // Keeps GCC from picking the lanes out of the registers one by one, which is slower than reading them back.
    asm volatile("" ::: "memory");
    rows.candidates = 0;
    for (int k = 0; k < 8; ++k) {
        const auto begin = static_cast<int32_t>(grid.binBegin[low[k]]);
        const auto end = static_cast<int32_t>(grid.binBegin[high[k]]);
        rows.begin[kRowOf[k]] = begin;
        rows.end[kRowOf[k]] = end;
        rows.candidates += end - begin;
    }
    const int32_t lastBin =
        static_cast<int32_t>(std::min((at.ux + 1.0f) * kBinsPerCell, static_cast<float>(grid.binsPerRow - 1)));
    rows.begin[4] = static_cast<int32_t>(grid.binBegin[at.rowBin + at.firstBin]);
    rows.end[4] = static_cast<int32_t>(grid.binBegin[at.rowBin + lastBin + 1]);
    rows.candidates += rows.end[4] - rows.begin[4];
    findBases(grid, at, rows.base);
}

// Cuts rows that are too long: the particle's own one around itself, so that it stays its own neighbour, the others in
// their middle. Returns whether any was. Only for particles without notes, as rows with notes are short.
[[maybe_unused]] static HWY_NOINLINE bool cutRows(size_t i, int32_t maxPerRow, Rows& rows) {
    bool isCut = false;
    for (int k = 0; k < kRows; ++k) {
        const int32_t extra = rows.end[k] - rows.begin[k] - maxPerRow;
        if (extra <= 0) continue;
        isCut = true;
        const int32_t before = static_cast<int32_t>(i) - maxPerRow / 2 - rows.begin[k];
        rows.begin[k] += k == kRows / 2 ? std::clamp(before, 0, extra) : extra / 2;
        rows.end[k] = rows.begin[k] + maxPerRow;
    }
    return isCut;
}

// Plain pointers, so that the compiler sees that writing notes does not move the arrays.
struct Positions {
    explicit Positions(const ParticleArrays& p) : x(p.x.data()), y(p.y.data()), z(p.z.data()) {}
    const float* HWY_RESTRICT x;
    const float* HWY_RESTRICT y;
    const float* HWY_RESTRICT z;
};

// Calls visit(mask, closeness, j) for each vector of candidates in a row; the mask holds true neighbours only.
template <typename Visit>
HWY_INLINE void forNeighborsInRow(const Positions p, Floats xi, Floats yi, Floats zi, Floats inverseH2, int32_t begin,
                                  int32_t end, const Visit& visit) {
    const Wide d;
    const WideInt di;
    // Most rows fit one vector: the first goes without a test, which spares the branch predictor.
    int32_t j = begin;
    do {
        const auto dx = hn::Sub(xi, hn::LoadU(d, p.x + j));
        const auto dy = hn::Sub(yi, hn::LoadU(d, p.y + j));
        const auto dz = hn::Sub(zi, hn::LoadU(d, p.z + j));
        const auto r2 = hn::MulAdd(dz, dz, hn::MulAdd(dy, dy, hn::Mul(dx, dx)));
        const auto closeness = hn::NegMulAdd(r2, inverseH2, hn::Set(d, 1.0f));
        const auto inRow = hn::RebindMask(d, hn::Lt(hn::Iota(di, 0), hn::Set(di, end - j)));
        visit(hn::And(inRow, hn::Gt(closeness, hn::Zero(d))), closeness, j);
        j += static_cast<int32_t>(kLanes);
    } while (HWY_UNLIKELY(j < end));
}

// A neighbour is noted by its index times this. Records have a multiple of it in bytes, so that its place is an address
// that the processor computes in the load itself: with plain indices the shifts took as long as the loads.
constexpr size_t kPlace = 8;

// Loads block (0: position and volume, 1: velocity and pressure) of kLanes / 4 records, four floats each.
template <typename D, typename Record>
HWY_INLINE hn::Vec<D> loadBlocks(D d, const Record* records, const uint32_t* places, int block) {
    if constexpr (hn::MaxLanes(D()) == 4) {
        static_assert(sizeof(Record) % kPlace == 0);
        const auto* const bytes = reinterpret_cast<const char*>(records) + places[0] * (sizeof(Record) / kPlace);
        return hn::LoadU(d, reinterpret_cast<const float*>(bytes) + 4 * block);
    } else {
        const hn::Half<D> half;
        constexpr size_t kHalf = hn::MaxLanes(D()) / 8;
        return hn::Combine(d, loadBlocks(half, records, places + kHalf, block),
                           loadBlocks(half, records, places, block));
    }
}

struct FourFields {
    Floats a, b, c, d;
};

// Four fields of kLanes records of eight, transposed from rows to columns. Lanes come out permuted, alike in all
// fields, which is all that a sum needs.
template <typename Record>
HWY_INLINE FourFields loadFields(const Record* records, const uint32_t* places, int block) {
    const Wide d;
    const hn::Repartition<double, Wide> dd;
    constexpr size_t kStride = kLanes / 4;
    const auto r0 = loadBlocks(d, records, places, block);
    const auto r1 = loadBlocks(d, records, places + kStride, block);
    const auto r2 = loadBlocks(d, records, places + 2 * kStride, block);
    const auto r3 = loadBlocks(d, records, places + 3 * kStride, block);
    const auto low01 = hn::BitCast(dd, hn::InterleaveLower(d, r0, r1));
    const auto high01 = hn::BitCast(dd, hn::InterleaveUpper(d, r0, r1));
    const auto low23 = hn::BitCast(dd, hn::InterleaveLower(d, r2, r3));
    const auto high23 = hn::BitCast(dd, hn::InterleaveUpper(d, r2, r3));
    return {hn::BitCast(d, hn::InterleaveLower(dd, low01, low23)),
            hn::BitCast(d, hn::InterleaveUpper(dd, low01, low23)),
            hn::BitCast(d, hn::InterleaveLower(dd, high01, high23)),
            hn::BitCast(d, hn::InterleaveUpper(dd, high01, high23))};
}

// Adds the upper half of a vector onto the lower until one block of four is left.
template <typename D>
HWY_INLINE void storeFolded(D d, hn::Vec<D> v, float* block) {
    if constexpr (hn::MaxLanes(D()) == 4) {
        hn::Store(v, d, block);
    } else {
        const hn::Half<D> half;
        storeFolded(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)), block);
    }
}

// The sums of the lanes of four vectors at once, in half the operations of four separate sums.
HWY_INLINE void sumFour(Floats a, Floats b, Floats c, Floats e, float* sums) {
    const Wide d;
    const hn::Repartition<double, Wide> dd;
    const auto ab = hn::BitCast(dd, hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b)));
    const auto ce = hn::BitCast(dd, hn::Add(hn::InterleaveLower(d, c, e), hn::InterleaveUpper(d, c, e)));
    storeFolded(
        d, hn::Add(hn::BitCast(d, hn::InterleaveLower(dd, ab, ce)), hn::BitCast(d, hn::InterleaveUpper(dd, ab, ce))),
        sums);
}

// Unpacks the notes of particle i into places; returns how many.
HWY_INLINE size_t readNotes(const GridView& grid, const NeighborRecord& self, const NeighborCounts& counts,
                            const uint16_t*& note, uint32_t* places) {
    const WideUint di;
    const WideShort ds;
    int32_t base[3];
    findBases(grid, GridPoint(grid, self.x, self.y, self.z), base);
    size_t count = 0;
    for (int plane = 0; plane < 3; ++plane) {
        const size_t inPlane = counts.inPlane[plane];
        const auto first = hn::Set(di, static_cast<uint32_t>(base[plane]));
        size_t k = 0;
        do {
            const auto index = hn::Add(first, hn::PromoteTo(di, hn::LoadU(ds, note + k)));
            hn::StoreU(hn::ShiftLeft<3>(index), di, places + count + k);
            k += kLanes;
        } while (HWY_UNLIKELY(k < inPlane));
        note += inPlane;
        count += inPlane;
    }
    return count;
}

// The way for particles whose notes did not fit: search again, add in portions.
template <typename Summer>
HWY_NOINLINE size_t addBySearch(const PassInput& input, size_t i, uint32_t* places, size_t capacity, Summer& summer) {
    const Wide d;
    const WideUint di;
    const auto iota = hn::Iota(di, 0);
    const auto padding = hn::Set(di, static_cast<uint32_t>(kPlace * input.particles->count));
    const NeighborRecord& self = summer.self();
    Rows rows;
    findRows(input.grid, GridPoint(input.grid, self.x, self.y, self.z), rows);
    cutRows(i, input.grid.maxPerRow, rows);
    size_t pending = 0;
    size_t total = 0;
    const auto flush = [&]() HWY_ATTR {
        hn::StoreU(padding, di, places + pending);
        summer.add(places, pending);
        total += pending;
        pending = 0;
    };
    for (int k = 0; k < kRows; ++k) {
        forNeighborsInRow(Positions(*input.particles), hn::Set(d, self.x), hn::Set(d, self.y), hn::Set(d, self.z),
                          hn::Set(d, 1.0f / (input.fluid.h * input.fluid.h)), rows.begin[k], rows.end[k],
                          [&](auto isNeighbor, Floats, int32_t j) HWY_ATTR {
                              const auto index = hn::Add(iota, hn::Set(di, static_cast<uint32_t>(j)));
                              const auto place = hn::ShiftLeft<3>(index);
                              hn::StoreU(hn::Compress(place, hn::RebindMask(di, isNeighbor)), di, places + pending);
                              pending += hn::CountTrue(d, isNeighbor);
                              if (pending + 2 * kLanes > capacity) flush();
                          });
    }
    flush();
    return total;
}

// Lets the summer add up the neighbours of each particle, then calls finish(i, neighbours with the particle itself).
template <typename Summer, typename Finish>
HWY_INLINE void forParticles(const PassInput& input, size_t begin, size_t end, Summer& summer, const Finish& finish) {
    constexpr size_t kCapacity = 3 * 256 + 4 * kLanes;
    const WideUint di;
    alignas(64) uint32_t places[kCapacity];
    const auto padding = hn::Set(di, static_cast<uint32_t>(kPlace * input.particles->count));
    const uint16_t* note = input.notes->offsets.data() + (begin / kPassChunk) * kPassChunk * kNotesPerParticle;
    for (size_t i = begin; i < end; ++i) {
        const NeighborCounts& counts = input.notes->counts[i];
        summer.start(i);
        size_t count = 0;
        if (HWY_LIKELY(counts.hasNotes)) {
            count = readNotes(input.grid, summer.self(), counts, note, places);
            hn::StoreU(padding, di, places + count);
            summer.add(places, count);
        } else {
            // A copy: what a call can reach would have to be in memory, also where there is no call.
            Summer crowded = summer;
            count = addBySearch(input, i, places, kCapacity, crowded);
            summer = crowded;
        }
        finish(i, static_cast<uint32_t>(count));
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace meniscus
HWY_AFTER_NAMESPACE();

#endif  // the toggle
