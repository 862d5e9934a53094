// What the stages of [MCG03] ask about particles, where all are of one fluid. Mixture answers the same questions where
// they differ; the stages are templates over the two, so that neither pays for the other.
#pragma once

#include <optional>

#include "fluid/methods/mcg03/wall_forces.h"
#include "meniscus/fluid/method.h"

namespace meniscus {

// What the stages of one substep share: constants frozen at its beginning, and where a stage finds what the one before
// it wrote.
struct Pass {
    const StepContext& context;
    const Space& space;
    SubstepTimes times;
    Fluid fluid;                // the first of the table
    ParticleArrays& particles;  // sorted by cell
    Evaluation& evaluation;
    NeighborNotes& notes;
    const WallForces& walls;
    const SurfaceRecord* surfaces;  // null where the surface does not pull as a stress
    const StrainRecord* strains;    // null where the stabiliser does not act, or not this time
    const StrainRecord* reliefs;    // likewise where shear is not relieved
    float stride;                   // of the slow forces: how many kicks long they act; 0: not at all this time
    int stages;                     // of the kick, 1 where viscosity does not need more

    [[nodiscard]] std::optional<Strain> reliefOf(size_t i) const {
        return reliefs != nullptr ? std::optional(reliefs[i].unpacked()) : std::nullopt;
    }
};

// [MCG03] eq. 19: f = -sigma lap(c) n / |n| where |n| is above the threshold
[[nodiscard]] inline Vec3 surfaceTension(const Fluid& fluid, Vec3 gradient, float laplacian) {
    if (fluid.tension != TensionModel::ColourField) return {};
    const float n = length(gradient);
    if (!(n > fluid.surfaceThreshold)) return {};
    return gradient * (-fluid.surfaceTension * laplacian / n);
}

class OneFluid {
  public:
    explicit OneFluid(const Pass& pass) : pass_(pass) {}

    // What the particle is made of.
    [[nodiscard]] const Fluid& fluidOf(size_t) const { return pass_.fluid; }
    [[nodiscard]] float massOf(size_t) const { return pass_.fluid.mass; }
    // What neighbours read of the particle besides its record.
    void noteContent(size_t, const Fluid&) const {}
    // Once, after the densities of all are known.
    void beginForces(const PassInput&) const {}
    void addTo(PassInput& input) const { input.surfaces = pass_.surfaces; }
    [[nodiscard]] MixedSums* sumsFrom(size_t) const { return nullptr; }

    // Adds to the sums over neighbours what else makes a force, and to a what accelerates without being one.
    void addForces(const Fluid& fluid, size_t i, ForceSums& sum, Vec3&, std::span<WallLoad> loads) const {
        const NeighborRecord& self = pass_.evaluation.records[i];
        if (pass_.notes.counts[i].isNearWall) {
            const OwnStress stress{.surface = pass_.surfaces != nullptr ? pass_.surfaces[i] : SurfaceRecord{},
                                   .relief = pass_.reliefOf(i)};
            pass_.walls.addForces(fluid, self, stress, pass_.times.kick, sum, loads);
        }
        sum.force += surfaceTension(fluid, sum.colourGradient, sum.colourLaplacian);
    }
    // Heat and dye.
    void flow(const Fluid&, size_t, SubstepReport&) const {}

  private:
    const Pass& pass_;
};

}  // namespace meniscus
