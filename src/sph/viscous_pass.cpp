// A small hot loop: what viscosity does to a change of velocities, read from the notes of the density pass.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sph/viscous_pass.cpp"
#include <hwy/foreach_target.h>

#include "sph/wide_neighbors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace meniscus {
namespace HWY_NAMESPACE {

template <bool kHasShares>
class FlowSummer {
  public:
    HWY_INLINE FlowSummer(const PassInput& input, const ChangeRecord* changes)
        : kernels_(input.fluid.h), records_(input.records), changes_(changes) {}

    HWY_INLINE void start(size_t i) {
        self_ = records_ + i;
        own_ = changes_[i];
        x_ = y_ = z_ = hn::Zero(Wide());
    }

    [[nodiscard]] HWY_INLINE const NeighborRecord& self() const { return *self_; }

    HWY_INLINE void add(const uint32_t* places, size_t count) {
        const Wide d;
        const auto h = hn::Set(d, kernels_.h);
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, unused] = loadFields(records_, places + k, 0);
            const auto [cx, cy, cz, volume] = loadFields(changes_, places + k, 0);
            const auto dx = hn::Sub(hn::Set(d, self_->x), xj);
            const auto dy = hn::Sub(hn::Set(d, self_->y), yj);
            const auto dz = hn::Sub(hn::Set(d, self_->z), zj);
            const auto r2 = hn::MulAdd(dz, dz, hn::MulAdd(dy, dy, hn::Mul(dx, dx)));
            const auto reach = hn::Max(hn::Sub(h, hn::Sqrt(r2)), hn::Zero(d));
            const auto x = hn::Sub(cx, hn::Set(d, own_.x));
            const auto y = hn::Sub(cy, hn::Set(d, own_.y));
            const auto z = hn::Sub(cz, hn::Set(d, own_.z));
            auto weight = hn::Mul(volume, reach);
            if constexpr (kHasShares) {
                const auto byStress = hn::Mul(weight, meanShare(volume));
                const auto across = hn::MulAdd(z, dz, hn::MulAdd(y, dy, hn::Mul(x, dx)));
                const auto factor = hn::Div(hn::Mul(hn::Mul(byStress, hn::Set(d, kAlongLine)), across),
                                            hn::Max(r2, hn::Set(d, 1e-20f)));
                x_ = hn::MulAdd(factor, dx, x_);
                y_ = hn::MulAdd(factor, dy, y_);
                z_ = hn::MulAdd(factor, dz, z_);
                weight = hn::Sub(weight, byStress);
            }
            x_ = hn::MulAdd(weight, x, x_);
            y_ = hn::MulAdd(weight, y, y_);
            z_ = hn::MulAdd(weight, z, z_);
        }
    }

    [[nodiscard]] HWY_INLINE Vec3 finish() const {
        alignas(16) float totals[4];
        sumFour(x_, y_, z_, z_, totals);
        return Vec3{totals[0], totals[1], totals[2]} * kernels_.viscosityLaplacianScale;
    }

  private:
    [[nodiscard]] HWY_INLINE Floats meanShare(Floats volume) const {
        const Wide d;
        const WideInt di;
        const auto steps = hn::And(hn::BitCast(di, volume), hn::Set(di, 0x7f));
        const auto other = hn::Mul(hn::ConvertTo(d, steps), hn::Set(d, 0.5f / ChangeRecord::kShareSteps));
        return hn::Add(other, hn::Set(d, 0.5f * own_.share()));
    }

    Kernels<float> kernels_;
    const NeighborRecord* records_;
    const ChangeRecord* changes_;
    const NeighborRecord* self_ = nullptr;
    ChangeRecord own_{};
    Floats x_, y_, z_;
};

void sumViscousFlowWide(const PassInput& input, const ChangeRecord* changes, size_t begin, size_t end, Vec3* flows) {
    const auto sumAll = [&](auto summer) HWY_ATTR {
        forParticles(input, begin, end, summer,
                     [&](size_t i, uint32_t) HWY_ATTR { flows[i - begin] = summer.finish(); });
    };
    if (input.strains != nullptr) return sumAll(FlowSummer<true>(input, changes));
    sumAll(FlowSummer<false>(input, changes));
}

}  // namespace HWY_NAMESPACE
}  // namespace meniscus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace meniscus {

HWY_EXPORT(sumViscousFlowWide);

void sumViscousFlow(const PassInput& input, const ChangeRecord* changes, size_t begin, size_t end, Vec3* flows) {
    HWY_DYNAMIC_DISPATCH(sumViscousFlowWide)(input, changes, begin, end, flows);
}

}  // namespace meniscus
#endif  // HWY_ONCE
