// The same substep written plainly: scalar, one thread, double precision, one sum over neighbours per equation, and
// references to particles in the grid, which is what [MCG03] section 5 started from. Tests take it as the truth, the
// benchmark as the baseline.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "meniscus/world/world.h"

namespace meniscus {

class ReferenceStepper {
  public:
    // Starts from the world's present state; the world must outlive it. Knows no periodic axes, heaters and changes of
    // phase.
    explicit ReferenceStepper(const World& world);
    ~ReferenceStepper();

    // One substep of the length of the world's last one, or of the longest stable one before that.
    void step();

    struct Sample {
        uint32_t id = 0;
        Vec3 x;
        double density = 0.0;                      // kg/m^3
        double acceleration[3] = {0.0, 0.0, 0.0};  // m/s^2, by all forces
        double temperature = 0.0;                  // degrees Celsius, in mixed worlds
        double dye = 0.0;
    };
    // Densities and accelerations at the present positions.
    [[nodiscard]] std::vector<Sample> evaluate();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace meniscus
