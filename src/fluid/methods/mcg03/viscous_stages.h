// Viscosity of thick fluid over a kick that is longer than it may be in one piece. What a kick changes velocities by,
// Y, follows from the accelerations a that the forces found with the velocities before it, and from what viscosity does
// to the change itself:
//
//   dY/dt = a + L Y,  Y = 0 at the beginning          L: the viscosity of pairs (sumViscousFlow) and the grip of walls
//
// That is made in s stages, each as cheap as one sum over neighbours, which together are stable for (s^2 + s) / 2 times
// as long as one would be (super time stepping: RKL1 of Meyer, Balsara and Aslam 2012). A flow that does not change has
// a = 0, so it is that of the forces themselves, whatever L is, as long as L is no less viscous than they are (with two
// fifths of it, drops of a millimetre were torn to spray). L conserves momentum, as a does.
#pragma once

#include <array>

#include "fluid/methods/mcg03/wall_forces.h"
#include "meniscus/fluid/method.h"
#include "meniscus/fluid/motion.h"

namespace meniscus {

class ViscousStages {
  public:
    static constexpr int kMaxStages = 16;
    // What acts along the line between a lone pair of particles is stiffer than eq. 14.
    static constexpr float kStiffest = 0.1f + 0.9f * kAlongLine;
    // How much longer a kick may be with all stages than without any.
    static constexpr float kMaxGain = kMaxStages * (kMaxStages + 1) / (1.1f * kStiffest);

    // How many stages a kick of that length needs: 1 where the forces can act at once. Rates at which viscosity and
    // other forces damp what is between two particles, 1/s.
    [[nodiscard]] static int countFor(float rate, float otherRate, float kick);

    struct Input {
        const PassInput& pass;  // with records and notes
        const Space& space;
        const WallForces& walls;
        Threads& threads;
        float kick;  // s
        int stages;  // 2 or more
    };

    // Makes room for so many particles and one more.
    void begin(size_t places);
    void setAcceleration(size_t i, Vec3 a) { accelerations_[i] = a; }
    // All accelerations must be known, but for those of ghosts. What walls get besides goes to the loads of the
    // reports.
    void run(const Input& input, ChunkReports& reports);
    // What the kick changes the particle's velocity by, m/s.
    [[nodiscard]] Vec3 changeOf(size_t i) const { return velocityOf(changes_[last_][i]); }

    [[nodiscard]] size_t bytes() const {
        return accelerations_.size() * (2 * sizeof(ChangeRecord) + sizeof(Grip) + 2 * sizeof(Vec3));
    }

  private:
    // How walls hold a particle back, 1/s: along a flat wall a multiple of I - n n^T.
    struct Grip {
        float xx = 0.0f, yy = 0.0f, zz = 0.0f, xy = 0.0f, yz = 0.0f, zx = 0.0f;
    };
    static Vec3 velocityOf(const ChangeRecord& change) { return {change.x, change.y, change.z}; }

    void findGrips(const Input& input);
    void beginFirst(const Input& input, float share);
    void makeStage(const Input& input, int stage);
    void loadWalls(const Input& input, ChunkReports& reports);
    void copyToGhosts(const Input& input, AlignedVector<ChangeRecord>& changes) const;

    AlignedVector<Vec3> accelerations_;
    std::array<AlignedVector<ChangeRecord>, 2> changes_;  // of the last two stages
    AlignedVector<Grip> grips_;
    AlignedVector<Vec3> held_;                     // m, the integral of the change, as walls get it
    std::array<float, kMaxStages + 1> weights_{};  // of what is found in each stage, in the end
    size_t last_ = 0;                              // which of the changes are those of the last stage
};

}  // namespace meniscus
