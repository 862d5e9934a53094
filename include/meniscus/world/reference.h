// The same substep written plainly: scalar, one thread, references to particles in the grid, which is what [MCG03]
// section 5 started from. Tests take it as the truth (in double precision), the benchmark as the baseline (in single).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "meniscus/world/world.h"

namespace meniscus {

class ReferenceStepper {
  public:
    enum class Precision { Single, Double };

    // Starts from the world's present state; the world must outlive it.
    explicit ReferenceStepper(const World& world, Precision precision = Precision::Single);
    ~ReferenceStepper();

    // One substep of the length of the world's last one.
    void step();

    struct Sample {
        uint32_t id = 0;
        Vec3 x;
        double density = 0.0;                           // kg/m^3
        double acceleration[3] = {0.0, 0.0, 0.0};       // m/s^2, by all forces
    };
    // Densities and accelerations at the present positions.
    [[nodiscard]] std::vector<Sample> evaluate();

    struct Solver;

  private:
    std::unique_ptr<Solver> solver_;
};

}  // namespace meniscus
