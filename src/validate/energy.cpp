// Case energy: in a closed box nothing adds energy to water.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fluid/methods/mcg03/stabiliser.h"
#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr double kSeconds = 3.0, kLook = 0.01, kWindow = 1.0;  // s

// Of eq. 12, clamped: m times the integral of p / rho^2, with the factor by which the pressure acts.
double compressionEnergy(double density, double restDensity, double stiffness, double mass) {
    if (density <= restDensity) return 0.0;
    return mass * stiffness / kSettledGradient * (std::log(density / restDensity) + restDensity / density - 1.0);
}

struct Energy {
    double motion = 0.0;       // kinetic and potential, J
    double compression = 0.0;  // J
};

Energy energyOf(const World& world) {
    const FluidKind& water = world.fluids()[0];
    const double m = world.particleMass(), g = world.settings().gravity;
    Energy sum;
    for (const ParticleView& i : particlesOf(world)) {
        sum.motion += 0.5 * m * lengthSquared(i.v) + m * g * i.x.y;
        sum.compression += compressionEnergy(i.density, water.restDensity, water.stiffness, m);
    }
    return sum;
}

// The largest rise from any moment to the one a window later. In between, water that hits water is compressed.
double largestRise(const std::vector<double>& energy) {
    const auto window = static_cast<size_t>(std::lround(kWindow / kLook));
    double rise = -INFINITY;
    for (size_t from = 0; from + window < energy.size(); ++from) {
        rise = std::max(rise, energy[from + window] - energy[from]);
    }
    return rise;
}

// The same to any moment within the window.
double largestSwell(const std::vector<double>& energy) {
    const auto window = static_cast<size_t>(std::lround(kWindow / kLook));
    double rise = 0.0;
    for (size_t from = 0; from < energy.size(); ++from) {
        const size_t to = std::min(from + window + 1, energy.size());
        rise = std::max(rise, *std::max_element(energy.begin() + from, energy.begin() + to) - energy[from]);
    }
    return rise;
}

// Of the level tank, compression left out.
double restEnergy(const World& world) {
    const Vec3 size = world.setup().domain.bounds.size();
    const double spacing = world.setup().spacing, count = static_cast<double>(world.particleCount());
    const double level = count * spacing * spacing * spacing / (static_cast<double>(size.x) * size.z);
    return count * world.particleMass() * world.settings().gravity * 0.5 * level;
}

std::vector<ValidationResult> run(int threads) {
    World world(sceneSetup("splash"), threads);
    std::vector<double> motion, total;
    observe(world, kSeconds, kLook, [&](double) {
        const Energy energy = energyOf(world);
        motion.push_back(energy.motion);
        total.push_back(energy.motion + energy.compression);
    });
    const double whole = motion.front() - restEnergy(world);
    const double share = largestRise(motion) / whole, swell = largestSwell(total) / whole;
    const std::string reference = fmt::format("{:.2f} J above rest never grow", whole);
    return {
        judge({.name = "energy: from second to second",
               .reference = reference,
               .measured = fmt::format("kinetic and potential rise by {:.3f} % at most; {:.0f} % lost after {} s",
                                       100.0 * share, 100.0 * (motion.front() - motion.back()) / whole, kSeconds),
               .error = std::max(share, 0.0),
               .bar = 0.001}),
        judgeKnownMiss({.name = "energy: within a second",
                        .reference = reference,
                        .measured = fmt::format("with compression {:.1f} % for a moment", 100.0 * swell),
                        .error = swell,
                        .bar = 0.001,
                        .note = "while the ball hits the water; what fluid inside walls would store is not counted, "
                                "and the relief of shear is not the gradient of an energy"})};
}

const ValidationRegistration kRegistration({66, "energy", "Nothing adds energy to a splash in a closed box.", run});

}  // namespace
}  // namespace meniscus
