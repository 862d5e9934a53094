// The method of Müller, Charypar and Gross 2003, with several fluids as in Müller, Solenthaler, Keiser and Gross 2005.
#pragma once

#include "fluid/methods/mcg03/mixture.h"
#include "fluid/methods/mcg03/stabiliser.h"
#include "fluid/methods/mcg03/viscous_stages.h"
#include "meniscus/fluid/motion.h"

namespace meniscus {

// The longest stable substep of SPH with springy pressure, s.
[[nodiscard]] float stableSphTimeStep(const StepContext& context, const FluidState& state, float h);

// How the forces act that need not act in every substep.
struct Stride {
    float kicks = 1.0f;            // long; 0: not at all in this one
    float stabiliserShare = 1.0f;  // of its viscosity
    int stages = 1;                // of the kick, as viscosity needs them
};
[[nodiscard]] Stride strideOf(const StepContext& context, const SubstepTimes& times, bool isMixed, float h);
// All of them in this kick, in as many stages as it needs.
[[nodiscard]] Stride wholeStride(const StepContext& context, const SubstepTimes& times, bool isMixed, float h);
// Makes these forces act so; the relief of shear is the caller's.
void actInStrides(Fluid& fluid, const Stride& stride);

class Mcg03 final : public Method {
  public:
    explicit Mcg03(Space& space);

    [[nodiscard]] float stableTimeStep(const StepContext& context, const FluidState& state) const override;
    [[nodiscard]] SubstepReport substep(const StepContext& context, const SubstepTimes& times, ParticleArrays& current,
                                        ParticleArrays& next, Evaluation& evaluation) override;
    void evaluate(const StepContext& context, const SubstepTimes& times, ParticleArrays& current, ParticleArrays& next,
                  Evaluation& evaluation, Vec3* accelerations) override;
    [[nodiscard]] float pressureOf(size_t, const Fluid& own, float density) const override {
        return own.pressure(density);
    }
    [[nodiscard]] size_t bytes() const override;

  private:
    // Calls with(matter) with what the particles of the pass are made of.
    template <typename With>
    void withMatter(const Pass& pass, const With& with);
    [[nodiscard]] Pass makePass(const StepContext& context, const SubstepTimes& times, ParticleArrays& next,
                                Evaluation& evaluation, const Stride& stride);

    // The stages. Each is one parallel loop over chunks that reads what the stage before it wrote.
    void sortIntoCells(const StepContext& context, ParticleArrays& current, ParticleArrays& next);
    template <typename Matter>
    void computeDensity(const Pass& pass, const Matter& matter);
    void noteStrain(const Pass& pass, size_t i, const Fluid& own, const Density& at, const ContactList& contacts,
                    StrainSums& sums);
    template <typename Matter>
    void computeForces(const Pass& pass, const Matter& matter, Vec3* accelerations);
    void kickInStages(const Pass& pass, const PassInput& input, Vec3* accelerations);
    template <typename Matter>
    void moveParticles(const Pass& pass, const Matter& matter);
    [[nodiscard]] uint32_t dropGhosts(const Pass& pass, Vec3* accelerations, uint32_t particle);

    Space& space_;
    float gradientScale_;  // of the consistent kernel, 1/m^5
    NeighborNotes notes_;
    WallForces walls_;
    AlignedVector<NeighborRecord> motions_;  // one more than there are particles
    AlignedVector<StrainRecord> strains_;    // likewise
    AlignedVector<StrainRecord> reliefs_;    // likewise
    AlignedVector<SurfaceRecord> surfaces_;  // likewise
    ViscousStages stages_;                   // empty until the fluid is thick
    MixtureArrays mixture_;                  // empty while all particles are of one fluid
    ChunkReports reports_;
};

}  // namespace meniscus
