// Particles that come, go or change their kind between two steps: trapped air ([MSKG05] 3.4), boiling (4.4), flames.
#pragma once

#include <span>

#include "meniscus/fluid/fluid_state.h"
#include "meniscus/fluid/settings.h"
#include "meniscus/fluid/space.h"

namespace meniscus {

// What the scene says about phases.
struct PhaseScene {
    uint64_t seed = 1;
    int air = kNoFluid;                     // of the table: what trapped air is made of
    std::span<const Vec3> cavitationSites;  // where liquid boils
};

// All loops run over the sorted particles in one thread, so that identities do not depend on the thread count.
class Phases {
  public:
    // The evaluation is that of the last substep, in the order of the state's particles; it stays so. Random numbers
    // are hashed from seed, particle id and step; no generator state is stored. seconds is what the step simulated.
    Phases(const PhaseScene& scene, const Settings& settings, const Space& space, uint64_t step, float seconds,
           FluidState& state, Evaluation& evaluation, PhaseCounts& counts);

    void change();

  private:
    void boilOrCondense(size_t i);
    [[nodiscard]] bool vanishes(size_t i) const;
    void removeGas(size_t count);
    void trapAir();
    template <typename Visit>
    bool findInBox(Bounds box, const Visit& visit) const;
    [[nodiscard]] bool isOccupied(Vec3 place, size_t before) const;
    [[nodiscard]] bool isOverLiquid(Vec3 place) const;

    const PhaseScene& scene_;
    const Settings& settings_;
    const Space& space_;
    const float h_;
    const uint64_t step_;
    const float seconds_;
    mutable uint64_t looks_ = 0;  // at particles, in the search for places
    FluidState& state_;
    ParticleArrays& particles_;
    Evaluation& evaluation_;
    PhaseCounts& counts_;
};

}  // namespace meniscus
