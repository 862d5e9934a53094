// Divergence-free SPH (Bender and Koschier 2015): no springs. Pressure is what keeps the density of the next moment
// from rising above that at rest, and the flow from converging. Both are found by a fixed number of Jacobi steps, which
// start anew in every substep: no particle carries a pressure, so a state is whole without one.
#pragma once

#include "fluid/methods/mcg03/wall_forces.h"
#include "meniscus/fluid/motion.h"
#include "meniscus/sph/incompressible_passes.h"

namespace meniscus {

class Dfsph final : public Method {
  public:
    explicit Dfsph(Space& space);

    [[nodiscard]] float stableTimeStep(const StepContext& context, const FluidState& state) const override;
    [[nodiscard]] SubstepReport substep(const StepContext& context, const SubstepTimes& times, ParticleArrays& current,
                                        ParticleArrays& next, Evaluation& evaluation) override;
    void evaluate(const StepContext& context, const SubstepTimes& times, ParticleArrays& current, ParticleArrays& next,
                  Evaluation& evaluation, Vec3* accelerations) override;
    [[nodiscard]] float pressureOf(size_t i, const Fluid& own, float) const override {
        return pressure_[i] * own.restDensity;
    }
    [[nodiscard]] size_t bytes() const override;

  private:
    // One wall near a particle.
    struct Touch {
        Vec3 normal;
        float slope = 0.0f;   // of the relative density towards the wall, 1/m
        float inflow = 0.0f;  // m/s, the fastest way towards the wall that does not end in it
        float speed = 0.0f;   // m/s, of the wall along the normal
        int wall = 0;
    };
    static constexpr int kMaxTouches = 4;  // three in the corner of a room, and one to spare

    // The row of a particle in the system, and what is known of its solution. Its potential is q = p dt / rho0, m^2/s:
    // velocities change by the gradient of it.
    struct Row {
        Vec3 wallGradient;       // of the relative density, by walls, 1/m
        float wallRate = 0.0f;   // of the relative density, by walls that move, 1/s
        float inverse = 0.0f;    // of the diagonal, m^2
        float density = 0.0f;    // relative to that at rest
        float potential = 0.0f;  // that has been applied to the velocities
        float solution = 0.0f;   // the same without its run-up
        Vec3 start;              // m/s, the velocity before the substep
        int touchCount = 0;
    };

    struct IterationCounts {
        int divergence = 0, density = 0;
        int leftOut = 0;  // that the settings ask for
    };

    struct Pass;
    enum class Goal { Divergence, Density };

    [[nodiscard]] Pass makePass(const StepContext& context, const SubstepTimes& times, ParticleArrays& next,
                                Evaluation& evaluation);
    // From the sorted particles to their velocities at the end of the substep.
    void solve(const Pass& pass);

    // The stages. Each is one parallel loop over chunks that reads what the stage before it wrote.
    void sortIntoCells(const StepContext& context, ParticleArrays& current, ParticleArrays& next);
    void computeDensity(const Pass& pass);
    void findWalls(const Pass& pass, size_t i, const ContactList& contacts, Row& row);
    void computeDiagonal(const Pass& pass);
    void applyForces(const Pass& pass);
    void takeVelocities(const Pass& pass);
    [[nodiscard]] IterationCounts iterationsFor(const Pass& pass) const;
    [[nodiscard]] uint64_t workOfIteration(const Pass& pass) const;
    void iterate(const Pass& pass, Goal goal, int steps);
    void updatePotentials(const Pass& pass, Goal goal, bool isFirst, float runUp);
    void push(const Pass& pass);
    void endSolve(const Pass& pass);
    void moveParticles(const Pass& pass);

    [[nodiscard]] std::span<const Touch> touchesOf(const Row& row, size_t i) const {
        return {&touches_[i * kMaxTouches], static_cast<size_t>(row.touchCount)};
    }
    [[nodiscard]] Vec3 stoppedAtWalls(size_t i, Vec3 v, float mass, std::span<WallLoad> loads) const;
    void copyGhostVelocities(const Pass& pass);
    [[nodiscard]] uint32_t dropGhosts(const Pass& pass, Vec3* accelerations, uint32_t particle);

    Space& space_;
    NeighborNotes notes_;
    WallForces walls_;  // grip, cohesion and colour
    WallTable table_;   // of the density
    float cell_;        // m^3: the sum of W times it is 1 on the rest lattice
    AlignedVector<Row> rows_;
    AlignedVector<Touch> touches_;               // kMaxTouches for each particle
    AlignedVector<PotentialRecord> potentials_;  // what the next push applies: changes of q
    AlignedVector<NeighborRecord> motions_;      // one more than there are particles
    AlignedVector<SurfaceRecord> surfaces_;      // likewise
    IterationCounts counts_;                     // of the last solve
    AlignedVector<float> pressure_;              // over rest density, m^2/s^2, of the last evaluation
    ChunkReports reports_;
};

}  // namespace meniscus
