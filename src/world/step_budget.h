// What one step may cost, so that control comes back soon whatever settings and files ask for. It is counted and never
// timed: what is simulated must not depend on the machine. A step whose budget is spent ends at a substep, having
// simulated less than its time step; the next one goes on from there. That costs nothing but pace.
#pragma once

#include <cstddef>
#include <cstdint>

namespace meniscus {

class StepBudget {
  public:
    static constexpr int kMaxSubsteps = 256;
    // In neighbours that are visited: about a quarter of a second of one core, so that a busy machine answers within a
    // second, too. Crowded particles have their own bound (CellGrid::sort), so that one substep, which there always is,
    // takes no longer than that either.
    static constexpr uint64_t kMaxWork = 75'000'000;
    static constexpr uint64_t kWorkPerParticle = 40;  // besides its neighbours: sorting, walls, moving
    static constexpr uint64_t kWorkPerField = 5;      // and particle

    void add(size_t particles, size_t fields, uint64_t neighbors, uint64_t costFactor) {
        last_ = costFactor * ((kWorkPerParticle + kWorkPerField * fields) * particles + neighbors);
        work_ += last_;
        ++substeps_;
    }
    // Whether another substep like the last would be too much.
    [[nodiscard]] bool isSpent() const { return substeps_ >= kMaxSubsteps || work_ + last_ > kMaxWork; }

  private:
    int substeps_ = 0;
    uint64_t work_ = 0;
    uint64_t last_ = 0;
};

}  // namespace meniscus
