// Fluids that meet ([MSKG05] 2.2 to 3.3): what the substep does in addition where particles differ. It answers the
// questions of OneFluid (matter.h) and has what each particle of a mixture needs besides.
#pragma once

#include "fluid/methods/mcg03/matter.h"

namespace meniscus {

// Below this, in 1 / h, the gradient of c^i is noise within one fluid and no interface; its peak at a flat one is 1.23.
inline constexpr float kInterfaceThreshold = 0.1f;
// Liquid wets the walls: they push gas away by this much more than its pressure. What the wall's force lacks against
// that of fluid in layers, some percent, would otherwise hold bubbles down against their buoyancy.
inline constexpr float kWetting = 1.3f;

// Arrays of a mixture, kept from substep to substep only to spare their allocation.
struct MixtureArrays {
    AlignedVector<ContentRecord> contents;  // one more than there are particles
    AlignedVector<StressRecord> stresses;   // likewise
    AlignedVector<MixedSums> sums;
    AlignedVector<Vec3> interfaceGradient;  // of c^i, 1/m

    // For so many particles; 0: none are mixed.
    void fit(size_t capacity);
    [[nodiscard]] size_t bytes() const;
};

class Mixture {
  public:
    Mixture(const Pass& pass, MixtureArrays& arrays);

    [[nodiscard]] Fluid fluidOf(size_t i) const;
    [[nodiscard]] float massOf(size_t i) const { return masses_[pass_.particles.fluid[i]]; }
    void noteContent(size_t i, const Fluid& fluid) const;
    // The gradient of c^i and the stress that interface tension makes of it.
    void beginForces(const PassInput& input) const;
    void addTo(PassInput& input) const;
    [[nodiscard]] MixedSums* sumsFrom(size_t i) const { return arrays_.sums.data() + i; }
    void addForces(const Fluid& fluid, size_t i, ForceSums& sum, Vec3& a, std::span<WallLoad> loads) const;
    void flow(const Fluid& fluid, size_t i, SubstepReport& report) const;

  private:
    [[nodiscard]] const FluidKind& kindOf(size_t i) const { return pass_.context.fluids[pass_.particles.fluid[i]]; }
    void setStress(size_t i) const;
    [[nodiscard]] Vec3 wallStressForce(size_t i, std::span<WallLoad> loads) const;
    void addWallForces(const Fluid& fluid, size_t i, ForceSums& sum, std::span<WallLoad> loads) const;

    const Pass& pass_;
    MixtureArrays& arrays_;
    InterfaceModel model_;
    float tension_;                           // N/m, of interfaces; 0 with interface tension switched off
    std::array<float, kMaxFluids> masses_{};  // kg, of a particle of each fluid
};

// The longest substep that is stable with all the fluids that are there, s.
[[nodiscard]] float stableMixtureTimeStep(const StepContext& context, float h);

}  // namespace meniscus
