// The hot loops of the incompressible method: gradients of the density, the rate at which density changes, and the push
// of pressure. All read the notes of the density pass. Kernel: Wendland C2, as in its density.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sph/incompressible_pass.cpp"
#include <hwy/foreach_target.h>

#include "meniscus/sph/incompressible_passes.h"
#include "sph/wide_neighbors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace meniscus {
namespace HWY_NAMESPACE {

// The way from neighbours to the particle, and the factor of it in gradW without its scale.
struct Gradient {
    Floats dx, dy, dz, factor;
};

HWY_INLINE Gradient gradientOf(const NeighborRecord& self, Floats xj, Floats yj, Floats zj, Floats inverseH) {
    const Wide d;
    const auto dx = hn::Sub(hn::Set(d, self.x), xj);
    const auto dy = hn::Sub(hn::Set(d, self.y), yj);
    const auto dz = hn::Sub(hn::Set(d, self.z), zj);
    const auto r2 = hn::MulAdd(dz, dz, hn::MulAdd(dy, dy, hn::Mul(dx, dx)));
    const auto left = hn::Max(hn::NegMulAdd(hn::Sqrt(r2), inverseH, hn::Set(d, 1.0f)), hn::Zero(d));
    return {dx, dy, dz, hn::Mul(hn::Mul(left, left), left)};
}

// What the summers below share.
class SolverSummer {
  public:
    HWY_INLINE explicit SolverSummer(const PassInput& input)
        : kernels_(input.fluid.h), inverseH_(1.0f / input.fluid.h), records_(input.records) {}

    [[nodiscard]] HWY_INLINE const NeighborRecord& self() const { return *self_; }

  protected:
    Kernels<float> kernels_;
    float inverseH_;
    const NeighborRecord* records_;
    const NeighborRecord* self_ = nullptr;
};

class GradientSummer : public SolverSummer {
  public:
    HWY_INLINE explicit GradientSummer(const PassInput& input) : SolverSummer(input) {}

    HWY_INLINE void start(size_t i) {
        self_ = records_ + i;
        x_ = y_ = z_ = squares_ = hn::Zero(Wide());
    }

    HWY_INLINE void add(const uint32_t* places, size_t count) {
        const Wide d;
        const auto inverseH = hn::Set(d, inverseH_);
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, unused] = loadFields(records_, places + k, 0);
            const Gradient g = gradientOf(*self_, xj, yj, zj, inverseH);
            const auto x = hn::Mul(g.factor, g.dx), y = hn::Mul(g.factor, g.dy), z = hn::Mul(g.factor, g.dz);
            x_ = hn::Add(x_, x);
            y_ = hn::Add(y_, y);
            z_ = hn::Add(z_, z);
            squares_ = hn::MulAdd(z, z, hn::MulAdd(y, y, hn::MulAdd(x, x, squares_)));
        }
    }

    [[nodiscard]] HWY_INLINE GradientSums finish() const {
        const float scale = kernels_.wendlandGradientScale;
        alignas(16) float totals[4];
        sumFour(x_, y_, z_, squares_, totals);
        return {Vec3{totals[0], totals[1], totals[2]} * scale, totals[3] * scale * scale};
    }

  private:
    Floats x_, y_, z_, squares_;
};

class RateSummer : public SolverSummer {
  public:
    HWY_INLINE explicit RateSummer(const PassInput& input) : SolverSummer(input) {}

    HWY_INLINE void start(size_t i) {
        self_ = records_ + i;
        rate_ = hn::Zero(Wide());
    }

    HWY_INLINE void add(const uint32_t* places, size_t count) {
        const Wide d;
        const auto inverseH = hn::Set(d, inverseH_);
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, unused1] = loadFields(records_, places + k, 0);
            const auto [vxj, vyj, vzj, unused2] = loadFields(records_, places + k, 1);
            const Gradient g = gradientOf(*self_, xj, yj, zj, inverseH);
            const auto along = hn::MulAdd(hn::Sub(hn::Set(d, self_->vz), vzj), g.dz,
                                          hn::MulAdd(hn::Sub(hn::Set(d, self_->vy), vyj), g.dy,
                                                     hn::Mul(hn::Sub(hn::Set(d, self_->vx), vxj), g.dx)));
            rate_ = hn::MulAdd(g.factor, along, rate_);
        }
    }

    [[nodiscard]] HWY_INLINE float finish() const {
        return hn::GetLane(hn::SumOfLanes(Wide(), rate_)) * kernels_.wendlandGradientScale;
    }

  private:
    Floats rate_;
};

class PushSummer : public SolverSummer {
  public:
    HWY_INLINE explicit PushSummer(const SolverInput& input) : SolverSummer(input), potentials_(input.potentials) {}

    HWY_INLINE void start(size_t i) {
        self_ = records_ + i;
        change_ = potentials_[i].change;
        x_ = y_ = z_ = hn::Zero(Wide());
    }

    HWY_INLINE void add(const uint32_t* places, size_t count) {
        const Wide d;
        const auto inverseH = hn::Set(d, inverseH_);
        const auto own = hn::Set(d, change_);
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, change] = loadFields(potentials_, places + k, 0);
            const Gradient g = gradientOf(*self_, xj, yj, zj, inverseH);
            const auto push = hn::Mul(g.factor, hn::Add(own, change));
            x_ = hn::MulAdd(push, g.dx, x_);
            y_ = hn::MulAdd(push, g.dy, y_);
            z_ = hn::MulAdd(push, g.dz, z_);
        }
    }

    [[nodiscard]] HWY_INLINE Vec3 finish() const {
        alignas(16) float totals[4];
        sumFour(x_, y_, z_, z_, totals);
        return Vec3{totals[0], totals[1], totals[2]} * kernels_.wendlandGradientScale;
    }

  private:
    const PotentialRecord* potentials_;
    float change_ = 0.0f;
    Floats x_, y_, z_;
};

void sumGradientsWide(const PassInput& input, size_t begin, size_t end, GradientSums* sums) {
    GradientSummer summer(input);
    forParticles(input, begin, end, summer, [&](size_t i, uint32_t) HWY_ATTR { sums[i - begin] = summer.finish(); });
}

void sumRatesWide(const PassInput& input, size_t begin, size_t end, float* rates) {
    RateSummer summer(input);
    forParticles(input, begin, end, summer, [&](size_t i, uint32_t) HWY_ATTR { rates[i - begin] = summer.finish(); });
}

void sumPushesWide(const SolverInput& input, size_t begin, size_t end, Vec3* pushes) {
    PushSummer summer(input);
    forParticles(input, begin, end, summer, [&](size_t i, uint32_t) HWY_ATTR { pushes[i - begin] = summer.finish(); });
}

}  // namespace HWY_NAMESPACE
}  // namespace meniscus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace meniscus {

HWY_EXPORT(sumGradientsWide);
HWY_EXPORT(sumRatesWide);
HWY_EXPORT(sumPushesWide);

void sumGradients(const PassInput& input, size_t begin, size_t end, GradientSums* sums) {
    HWY_DYNAMIC_DISPATCH(sumGradientsWide)(input, begin, end, sums);
}

void sumRates(const PassInput& input, size_t begin, size_t end, float* rates) {
    HWY_DYNAMIC_DISPATCH(sumRatesWide)(input, begin, end, rates);
}

void sumPushes(const SolverInput& input, size_t begin, size_t end, Vec3* pushes) {
    HWY_DYNAMIC_DISPATCH(sumPushesWide)(input, begin, end, pushes);
}

}  // namespace meniscus
#endif  // HWY_ONCE
