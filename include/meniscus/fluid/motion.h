// What all methods do alike with a particle once they know its acceleration: forces that act from outside, the way it
// goes among walls, and the reports of that, chunk by chunk.
#pragma once

#include <cmath>
#include <vector>

#include "meniscus/fluid/method.h"

namespace meniscus {

// Particles in one chunk of the parallel loops over all of them.
inline constexpr size_t kChunk = 256;

// One report for each chunk, combined in chunk order, so that sums are the same for every thread count.
class ChunkReports {
  public:
    ChunkReports(size_t capacity, int wallCount);

    // Empties the reports of so many particles.
    void begin(size_t particleCount);
    [[nodiscard]] SubstepReport& at(size_t chunk) { return reports_[chunk]; }
    [[nodiscard]] std::span<WallLoad> wallLoads(size_t chunk) { return {&loads_[chunk * wallCount_], wallCount_}; }
    [[nodiscard]] SubstepReport combined();
    [[nodiscard]] size_t bytes() const {
        return reports_.size() * sizeof(SubstepReport) + loads_.size() * sizeof(WallLoad);
    }

  private:
    size_t wallCount_;
    size_t chunkCount_ = 0;
    std::vector<SubstepReport> reports_;
    std::vector<WallLoad> loads_;  // wallCount_ for each chunk
    std::vector<WallLoad> totalLoads_;
};

// Gravity and force fields ([MCG03] 3.4: applied directly to the particles, without SPH), m/s^2.
[[nodiscard]] inline Vec3 externalAcceleration(const StepContext& context, Vec3 x, Vec3 v) {
    Vec3 a{0.0f, context.settings.gravityOn ? -context.settings.gravity : 0.0f, 0.0f};
    for (const ForceField& field : context.fields) a += accelerationOf(field, x, v);
    return a;
}

// The way of particles in one substep: their velocity, the speed limit, walls, and the check for bad states.
class ParticleMover {
  public:
    ParticleMover(const Settings& settings, const Space& space, float dt);

    // Moves particle i. isNearWall says whether a wall may be within reach of where it is. What the walls get goes to
    // loads.
    void move(ParticleArrays& particles, size_t i, float mass, bool isNearWall, SubstepReport& report,
              std::span<WallLoad> loads) const {
        const Vec3 x = particles.position(i);
        Vec3 v = particles.velocity(i);
        const float speed2 = lengthSquared(v);
        if (!(speed2 <= runaway2_)) {  // also catches what is not a number
            report.firstBad = std::min(report.firstBad, static_cast<uint32_t>(i));
            return;
        }
        if (speed2 > limit2_) {
            v *= limit_ / std::sqrt(speed2);
            ++report.speedLimited;
        }
        Motion to{x + v * dt_, v};
        // Nothing solid is within half a support radius of a particle that is not near; longer ways are traced.
        if (isNearWall || lengthSquared(to.x - x) > farWay2_ || !boundary_.isClear(to.x)) {
            to = boundary_.move({particles.id[i], x, v, mass}, dt_, bounce_, loads);
        }
        particles.setPosition(i, to.x);
        particles.setVelocity(i, to.v);
        report.maxSpeed2 = std::max(report.maxSpeed2, lengthSquared(to.v));
    }

  private:
    const Boundary& boundary_;
    Bounce bounce_;
    float dt_;
    float limit_, limit2_;  // m/s, and its square
    float runaway2_;
    float farWay2_;
};

}  // namespace meniscus
