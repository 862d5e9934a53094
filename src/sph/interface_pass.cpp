// The gradient of the colour that tells fluids apart, for mixtures; between the density pass and the force pass.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sph/interface_pass.cpp"
#include <hwy/foreach_target.h>

#include "sph/wide_neighbors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace meniscus {
namespace HWY_NAMESPACE {

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

    HWY_INLINE void add(const uint32_t* places, size_t count) {
        const Wide d;
        for (size_t k = 0; k < count; k += kLanes) {
            const auto [xj, yj, zj, pressure] = loadFields(records_, places + k, 0);
            const auto [vx, vy, vz, volume] = loadFields(records_, places + k, 1);
            const auto [viscosity, colour, surface, conductivity] = loadFields(contents_, places + k, 0);
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

void sumInterfaceWide(const PassInput& input, size_t begin, size_t end, Vec3* gradients) {
    InterfaceSummer summer(input);
    forParticles(input, begin, end, summer,
                 [&](size_t i, uint32_t) HWY_ATTR { gradients[i - begin] = summer.finish(); });
}

}  // namespace HWY_NAMESPACE
}  // namespace meniscus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace meniscus {

HWY_EXPORT(sumInterfaceWide);

void sumInterface(const PassInput& input, size_t begin, size_t end, Vec3* gradients) {
    HWY_DYNAMIC_DISPATCH(sumInterfaceWide)(input, begin, end, gradients);
}

}  // namespace meniscus
#endif  // HWY_ONCE
