// Highway compiles everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE once per instruction set.
// Results differ between instruction sets in the last bits (the order of summation follows the width), never between
// thread counts or builds: fused multiply-adds are written out, square root and division are the exact ones.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sph/wide_passes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "meniscus/sph/wide_passes.h"

HWY_BEFORE_NAMESPACE();
namespace meniscus {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::ScalableTag<float>;
using WideInt = hn::RebindToSigned<Wide>;
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

// Loads block (0: position and volume, 1: velocity and pressure) of kLanes / 4 records, four floats each.
template <typename D, typename Record>
HWY_INLINE hn::Vec<D> loadBlocks(D d, const Record* records, const int32_t* index, int block) {
    if constexpr (hn::MaxLanes(D()) == 4) {
        return hn::LoadU(d, reinterpret_cast<const float*>(records + index[0]) + 4 * block);
    } else {
        const hn::Half<D> half;
        constexpr size_t kHalf = hn::MaxLanes(D()) / 8;
        return hn::Combine(d, loadBlocks(half, records, index + kHalf, block), loadBlocks(half, records, index, block));
    }
}

struct FourFields {
    Floats a, b, c, d;
};

// Four fields of kLanes records of eight, transposed from rows to columns. Lanes come out permuted, alike in all
// fields, which is all that a sum needs.
template <typename Record>
HWY_INLINE FourFields loadFields(const Record* records, const int32_t* index, int block) {
    const Wide d;
    const hn::Repartition<double, Wide> dd;
    constexpr size_t kStride = kLanes / 4;
    const auto r0 = loadBlocks(d, records, index, block);
    const auto r1 = loadBlocks(d, records, index + kStride, block);
    const auto r2 = loadBlocks(d, records, index + 2 * kStride, block);
    const auto r3 = loadBlocks(d, records, index + 3 * kStride, block);
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

// Adds up what mixed fluids need besides the forces.
class MixedSummer {
  public:
    HWY_INLINE MixedSummer(const Kernels<float>& kernels, const PassInput& input)
        : kernels_(kernels), contents_(input.contents), stresses_(input.stresses) {}

    HWY_INLINE void start(size_t i) {
        self_ = contents_ + i;
        stress_ = stresses_ + i;
        ix_ = iy_ = iz_ = sx_ = sy_ = sz_ = interface_ = surface_ = heat_ = dye_ = hn::Zero(Wide());
    }

    // The part of neighbours index[0, kLanes), with their offsets and kernels without scale; returns the mean viscosity
    // of each pair ([MSKG05] eq. 9).
    HWY_INLINE Floats add(const int32_t* index, Floats dx, Floats dy, Floats dz, Floats closeness, Floats gradient,
                          Floats laplacian, Floats diffusion) {
        const Wide d;
        const auto [viscosity, interface, surface, conductivity] = loadFields(contents_, index, 0);
        const auto [temperature, dye, unused1, unused2] = loadFields(contents_, index, 1);
        addStress(index, dx, dy, dz, hn::Mul(closeness, closeness));
        const auto step = hn::Sub(interface, hn::Set(d, self_->interfaceColour));
        interface_ = hn::MulAdd(step, laplacian, interface_);
        const auto surfaceGradient = hn::Mul(surface, gradient);
        sx_ = hn::MulAdd(surfaceGradient, dx, sx_);
        sy_ = hn::MulAdd(surfaceGradient, dy, sy_);
        sz_ = hn::MulAdd(surfaceGradient, dz, sz_);
        surface_ = hn::MulAdd(surface, laplacian, surface_);
        const auto half = hn::Set(d, 0.5f);
        const auto conduction = hn::Mul(half, hn::Add(conductivity, hn::Set(d, self_->conductivity)));
        const auto warmer = hn::Sub(temperature, hn::Set(d, self_->temperature));
        heat_ = hn::MulAdd(hn::Mul(conduction, warmer), diffusion, heat_);
        dye_ = hn::MulAdd(hn::Sub(dye, hn::Set(d, self_->dye)), diffusion, dye_);
        return hn::Mul(half, hn::Add(viscosity, hn::Set(d, self_->viscosity)));
    }

    HWY_INLINE MixedSums finish() const {
        const float n = kernels_.poly6GradientScale;
        const float flow = kernels_.viscosityLaplacianScale;
        alignas(16) float totals[12];
        sumFour(ix_, iy_, iz_, interface_, totals);
        sumFour(sx_, sy_, sz_, surface_, totals + 4);
        sumFour(heat_, dye_, dye_, dye_, totals + 8);
        return {Vec3{totals[0], totals[1], totals[2]} * n,
                Vec3{totals[4], totals[5], totals[6]} * n,
                totals[3] * n,
                totals[7] * n,
                totals[8] * flow,
                totals[9] * flow};
    }

  private:
    // (S_i + S_j) (r_i - r_j) w, with the volumes already in the stresses
    HWY_INLINE void addStress(const int32_t* index, Floats dx, Floats dy, Floats dz, Floats weight) {
        const Wide d;
        const auto [xx, yy, zz, xy] = loadFields(stresses_, index, 0);
        const auto [yz, zx, unused1, unused2] = loadFields(stresses_, index, 1);
        const auto sumXy = hn::Add(xy, hn::Set(d, stress_->xy));
        const auto sumYz = hn::Add(yz, hn::Set(d, stress_->yz));
        const auto sumZx = hn::Add(zx, hn::Set(d, stress_->zx));
        const auto wx = hn::Mul(weight, dx), wy = hn::Mul(weight, dy), wz = hn::Mul(weight, dz);
        const auto sumXx = hn::Add(xx, hn::Set(d, stress_->xx));
        const auto sumYy = hn::Add(yy, hn::Set(d, stress_->yy));
        const auto sumZz = hn::Add(zz, hn::Set(d, stress_->zz));
        ix_ = hn::MulAdd(sumXx, wx, hn::MulAdd(sumXy, wy, hn::MulAdd(sumZx, wz, ix_)));
        iy_ = hn::MulAdd(sumXy, wx, hn::MulAdd(sumYy, wy, hn::MulAdd(sumYz, wz, iy_)));
        iz_ = hn::MulAdd(sumZx, wx, hn::MulAdd(sumYz, wy, hn::MulAdd(sumZz, wz, iz_)));
    }

    const Kernels<float>& kernels_;
    const ContentRecord* contents_;
    const StressRecord* stresses_;
    const ContentRecord* self_ = nullptr;
    const StressRecord* stress_ = nullptr;
    Floats ix_, iy_, iz_, sx_, sy_, sz_, interface_, surface_, heat_, dye_;
};

// Adds up the forces of neighbours on one particle. In mixed fluids the volumes V = 1 / sum of W do not depend on what
// a neighbour weighs (density by number, Solenthaler and Pajarola 2008), so that all but viscosity is as in one fluid.
template <KernelPair kPair, TensionModel kTension, bool kIsMixed>
class ForceSummer {
  public:
    HWY_INLINE explicit ForceSummer(const PassInput& input)
        : fluid_(input.fluid), kernels_(input.fluid.h), records_(input.records), mixed_(kernels_, input) {}

    HWY_INLINE void start(size_t i) {
        const Wide d;
        self_ = records_ + i;
        fx_ = fy_ = fz_ = nx_ = ny_ = nz_ = laplacian_ = hn::Zero(d);
        if constexpr (kIsMixed) mixed_.start(i);
    }

    [[nodiscard]] HWY_INLINE const NeighborRecord& self() const { return *self_; }

    // index[0, count) are neighbours, the particle itself among them; up to the next full vector index must point at
    // kNoRecord.
    HWY_INLINE void add(const int32_t* index, size_t count) {
        const Wide d;
        const auto zero = hn::Zero(d);
        const auto h = hn::Set(d, kernels_.h);
        const auto h2 = hn::Set(d, kernels_.h2);
        const auto pressureI = hn::Set(d, self_->pressureTerm);
        const auto pressureScale = hn::Set(d, pressureScaleOf());
        const auto cohesionScale = hn::Set(d, fluid_.cohesion / self_->volume);
        const auto viscosityScale = hn::Set(d, (kIsMixed ? 1.0f : fluid_.viscosity) * kernels_.viscosityLaplacianScale);
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, volume] = loadFields(records_, index + k, 0);
            const auto [vxj, vyj, vzj, pressureJ] = loadFields(records_, index + k, 1);
            const auto dx = hn::Sub(hn::Set(d, self_->x), xj);
            const auto dy = hn::Sub(hn::Set(d, self_->y), yj);
            const auto dz = hn::Sub(hn::Set(d, self_->z), zj);
            const auto r2 = hn::MulAdd(dz, dz, hn::MulAdd(dy, dy, hn::Mul(dx, dx)));
            // The floor keeps the particle itself (r = 0) finite; its direction is zero, so it adds no force.
            const auto r = hn::Sqrt(hn::Max(r2, hn::Set(d, 1e-20f)));
            const auto reach = hn::Max(hn::Sub(h, r), zero);
            const auto volumeReach = hn::Mul(volume, reach);

            // [MCG03] eq. 15 to 17, gradient and Laplacian of the colour field by poly6; scales follow in finish().
            const auto closeness = hn::Max(hn::Sub(h2, r2), zero);
            const auto volumeCloseness = hn::Mul(volume, closeness);
            const auto gradient = hn::Mul(volumeCloseness, closeness);
            nx_ = hn::MulAdd(gradient, dx, nx_);
            ny_ = hn::MulAdd(gradient, dy, ny_);
            nz_ = hn::MulAdd(gradient, dz, nz_);
            const auto curvature = hn::NegMulAdd(hn::Set(d, 7.0f), r2, hn::Set(d, 3.0f * kernels_.h2));

            auto viscosity = hn::Mul(volumeReach, viscosityScale);
            if constexpr (kIsMixed) {
                const auto laplacian = hn::Mul(volumeCloseness, curvature);
                const auto mean = mixed_.add(index + k, dx, dy, dz, closeness, gradient, laplacian, volumeReach);
                viscosity = hn::Mul(viscosity, mean);
            } else {
                laplacian_ = hn::MulAdd(volumeCloseness, curvature, laplacian_);
            }

            const auto pressureSum = hn::Mul(hn::Add(pressureI, pressureJ), pressureScale);
            auto pressure = pressureFactor(pressureSum, volumeReach, reach, r);
            if constexpr (kTension == TensionModel::Cohesion) {
                pressure = hn::Sub(pressure, hn::Div(hn::Mul(cohesionShape(reach, r), cohesionScale), r));
            }
            // [MCG03] eq. 14: mu m_j / rho_j (v_j - v_i) 45 / (pi h^6) (h - r)
            fx_ = hn::MulAdd(pressure, dx, hn::MulAdd(viscosity, hn::Sub(vxj, hn::Set(d, self_->vx)), fx_));
            fy_ = hn::MulAdd(pressure, dy, hn::MulAdd(viscosity, hn::Sub(vyj, hn::Set(d, self_->vy)), fy_));
            fz_ = hn::MulAdd(pressure, dz, hn::MulAdd(viscosity, hn::Sub(vzj, hn::Set(d, self_->vz)), fz_));
        }
    }

    // The forces come per volume; the caller divides by the density.
    HWY_INLINE ForceSums finish(uint32_t count) const {
        const float n = kernels_.poly6GradientScale;
        alignas(16) float totals[8];
        sumFour(fx_, fy_, fz_, nx_, totals);
        sumFour(ny_, nz_, laplacian_, laplacian_, totals + 4);
        return {Vec3{totals[0], totals[1], totals[2]}, Vec3{totals[3], totals[4], totals[5]} * n, totals[6] * n,
                count - 1};
    }

    [[nodiscard]] HWY_INLINE MixedSums finishMixed() const { return mixed_.finish(); }

  private:
    [[nodiscard]] HWY_INLINE float pressureScaleOf() const {
        if constexpr (kPair == KernelPair::Mcg03) return -kernels_.spikyGradientScale;
        // Times 1 / V_i for a force per volume: m_i a_i = sum_j (p_i V_i^2 + p_j V_j^2) gradW
        return -kernels_.wendlandGradientScale / self_->volume;
    }

    // The factor of r_i - r_j in the pressure force.
    [[nodiscard]] HWY_INLINE Floats pressureFactor(Floats pressureSum, Floats volumeReach, Floats reach,
                                                   Floats r) const {
        if constexpr (kPair == KernelPair::Mcg03) {
            // [MCG03] eq. 10: m_j (p_i + p_j) / (2 rho_j) 45 / (pi h^6) (h - r)^2 / r; the record holds p / 2
            return hn::Div(hn::Mul(hn::Mul(volumeReach, reach), pressureSum), r);
        } else {
            const auto left = hn::Mul(reach, hn::Set(Wide(), 1.0f / kernels_.h));
            return hn::Mul(hn::Mul(left, left), hn::Mul(left, pressureSum));
        }
    }

    // Kernels::cohesion() for lanes.
    [[nodiscard]] HWY_INLINE Floats cohesionShape(Floats reach, Floats r) const {
        const Wide d;
        const auto q = hn::Mul(r, hn::Set(d, 1.0f / kernels_.h));
        const auto product = hn::Mul(hn::Mul(reach, hn::Set(d, 1.0f / kernels_.h)), q);
        const auto cube = hn::Mul(hn::Mul(hn::Set(d, 64.0f), product), hn::Mul(product, product));
        const auto inner = hn::Sub(hn::Add(cube, cube), hn::Set(d, 1.0f));
        return hn::IfThenElse(hn::Gt(q, hn::Set(d, 0.5f)), cube, inner);
    }

    const Fluid& fluid_;
    Kernels<float> kernels_;
    const NeighborRecord* records_;
    MixedSummer mixed_;
    const NeighborRecord* self_ = nullptr;
    Floats fx_, fy_, fz_, nx_, ny_, nz_, laplacian_;
};

// The gradient of c^i. Differences, where [MSKG05] eq. 3 has c_j alone: at a free surface there is then no interface,
// and the irregular part of the sum of W cancels.
class InterfaceSummer {
  public:
    HWY_INLINE explicit InterfaceSummer(const PassInput& input)
        : kernels_(input.fluid.h), records_(input.records), contents_(input.contents) {}

    HWY_INLINE void start(size_t i) {
        self_ = records_ + i;
        colour_ = contents_[i].interfaceColour;
        x_ = y_ = z_ = hn::Zero(Wide());
    }
    [[nodiscard]] HWY_INLINE const NeighborRecord& self() const { return *self_; }

    HWY_INLINE void add(const int32_t* index, size_t count) {
        const Wide d;
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, volume] = loadFields(records_, index + k, 0);
            const auto [viscosity, colour, surface, conductivity] = loadFields(contents_, index + k, 0);
            const auto dx = hn::Sub(hn::Set(d, self_->x), xj);
            const auto dy = hn::Sub(hn::Set(d, self_->y), yj);
            const auto dz = hn::Sub(hn::Set(d, self_->z), zj);
            const auto r2 = hn::MulAdd(dz, dz, hn::MulAdd(dy, dy, hn::Mul(dx, dx)));
            const auto closeness = hn::Max(hn::Sub(hn::Set(d, kernels_.h2), r2), hn::Zero(d));
            const auto step = hn::Mul(volume, hn::Sub(colour, hn::Set(d, colour_)));
            const auto weight = hn::Mul(step, hn::Mul(closeness, closeness));
            x_ = hn::MulAdd(weight, dx, x_);
            y_ = hn::MulAdd(weight, dy, y_);
            z_ = hn::MulAdd(weight, dz, z_);
        }
    }

    [[nodiscard]] HWY_INLINE Vec3 finish() const {
        alignas(16) float totals[4];
        sumFour(x_, y_, z_, z_, totals);
        return Vec3{totals[0], totals[1], totals[2]} * kernels_.poly6GradientScale;
    }

  private:
    Kernels<float> kernels_;
    const NeighborRecord* records_;
    const ContentRecord* contents_;
    const NeighborRecord* self_ = nullptr;
    float colour_ = 0.0f;
    Floats x_, y_, z_;
};

// Unpacks the notes of particle i into index; returns how many.
HWY_INLINE size_t readNotes(const GridView& grid, const NeighborRecord& self, const NeighborCounts& counts,
                            const uint16_t*& note, int32_t* index) {
    const WideInt di;
    const WideShort ds;
    int32_t base[3];
    findBases(grid, GridPoint(grid, self.x, self.y, self.z), base);
    size_t count = 0;
    for (int plane = 0; plane < 3; ++plane) {
        const size_t inPlane = counts.inPlane[plane];
        const auto first = hn::Set(di, base[plane]);
        size_t k = 0;
        do {
            hn::StoreU(hn::Add(first, hn::PromoteTo(di, hn::LoadU(ds, note + k))), di, index + count + k);
            k += kLanes;
        } while (HWY_UNLIKELY(k < inPlane));
        note += inPlane;
        count += inPlane;
    }
    return count;
}

// The way for particles whose notes did not fit: search again, add in portions.
template <typename Summer>
HWY_NOINLINE size_t addBySearch(const PassInput& input, int32_t* index, size_t capacity, Summer& summer) {
    const Wide d;
    const WideInt di;
    const auto iota = hn::Iota(di, 0);
    const auto padding = hn::Set(di, static_cast<int32_t>(input.particles->count));
    const NeighborRecord& self = summer.self();
    Rows rows;
    findRows(input.grid, GridPoint(input.grid, self.x, self.y, self.z), rows);
    size_t pending = 0;
    size_t total = 0;
    const auto flush = [&]() HWY_ATTR {
        hn::StoreU(padding, di, index + pending);
        summer.add(index, pending);
        total += pending;
        pending = 0;
    };
    for (int k = 0; k < kRows; ++k) {
        forNeighborsInRow(Positions(*input.particles), hn::Set(d, self.x), hn::Set(d, self.y), hn::Set(d, self.z),
                          hn::Set(d, 1.0f / (input.fluid.h * input.fluid.h)), rows.begin[k], rows.end[k],
                          [&](auto isNeighbor, Floats, int32_t j) HWY_ATTR {
                              const auto candidate = hn::Add(iota, hn::Set(di, j));
                              hn::StoreU(hn::Compress(candidate, hn::RebindMask(di, isNeighbor)), di, index + pending);
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
    const WideInt di;
    alignas(64) int32_t index[kCapacity];
    const auto padding = hn::Set(di, static_cast<int32_t>(input.particles->count));
    const uint16_t* note = input.notes->offsets.data() + (begin / kPassChunk) * kPassChunk * kNotesPerParticle;
    for (size_t i = begin; i < end; ++i) {
        const NeighborCounts& counts = input.notes->counts[i];
        summer.start(i);
        size_t count = 0;
        if (HWY_LIKELY(counts.hasNotes)) {
            count = readNotes(input.grid, summer.self(), counts, note, index);
            hn::StoreU(padding, di, index + count);
            summer.add(index, count);
        } else {
            count = addBySearch(input, index, kCapacity, summer);
        }
        finish(i, static_cast<uint32_t>(count));
    }
}

template <KernelPair kPair, TensionModel kTension, bool kIsMixed>
void sumForcesOf(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    ForceSummer<kPair, kTension, kIsMixed> summer(input);
    forParticles(input, begin, end, summer, [&](size_t i, uint32_t count) HWY_ATTR {
        sums[i - begin] = summer.finish(count);
        if constexpr (kIsMixed) mixed[i - begin] = summer.finishMixed();
    });
}

void sumInterfaceWide(const PassInput& input, size_t begin, size_t end, Vec3* gradients) {
    InterfaceSummer summer(input);
    forParticles(input, begin, end, summer,
                 [&](size_t i, uint32_t) HWY_ATTR { gradients[i - begin] = summer.finish(); });
}

void sumKernelsWide(const PassInput& input, size_t begin, size_t end, float* kernelSums) {
    const bool printed = input.fluid.pair == KernelPair::Mcg03;
    (printed ? sumKernelsOf<KernelPair::Mcg03> : sumKernelsOf<KernelPair::Wendland>)(input, begin, end, kernelSums);
}

template <KernelPair kPair, TensionModel kTension>
void sumForcesOfModel(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    const bool isMixed = input.contents != nullptr;
    (isMixed ? sumForcesOf<kPair, kTension, true> : sumForcesOf<kPair, kTension, false>)(input, begin, end, sums,
                                                                                         mixed);
}

template <KernelPair kPair>
void sumForcesOfPair(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    const bool printed = input.fluid.tension == TensionModel::ColourField;
    (printed ? sumForcesOfModel<kPair, TensionModel::ColourField>
             : sumForcesOfModel<kPair, TensionModel::Cohesion>)(input, begin, end, sums, mixed);
}

void sumForcesWide(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    const bool printed = input.fluid.pair == KernelPair::Mcg03;
    (printed ? sumForcesOfPair<KernelPair::Mcg03> : sumForcesOfPair<KernelPair::Wendland>)(input, begin, end, sums,
                                                                                           mixed);
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
HWY_EXPORT(sumInterfaceWide);
HWY_EXPORT(sumForcesWide);
HWY_EXPORT(targetNameWide);

void sumKernels(const PassInput& input, size_t begin, size_t end, float* kernelSums) {
    HWY_DYNAMIC_DISPATCH(sumKernelsWide)(input, begin, end, kernelSums);
}

void sumInterface(const PassInput& input, size_t begin, size_t end, Vec3* gradients) {
    HWY_DYNAMIC_DISPATCH(sumInterfaceWide)(input, begin, end, gradients);
}

void sumForces(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed) {
    HWY_DYNAMIC_DISPATCH(sumForcesWide)(input, begin, end, sums, mixed);
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
