// Case pair: two particles alone in space push and drag each other with equal and opposite forces, of the size that the
// equations give.
#include <fmt/format.h>

#include "meniscus/sph/fluid.h"
#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr float kSpacing = 0.02f;  // m

WorldSetup pairSetup(KernelPair pair, float r) {
    WorldSetup setup;
    setup.scene = "two particles";
    setup.domain.bounds = {{-0.3f, -0.3f, -0.3f}, {0.3f, 0.3f, 0.3f}};
    setup.spacing = kSpacing;
    setup.settings.kernelPair = pair;
    setup.settings.gravityOn = false;
    setup.settings.tensionOn = false;
    // Two particles are thinner than fluid at rest; without suction they would not feel each other's pressure.
    setup.settings.allowSuction = true;
    const Vec3 direction = normalizedOr({0.48f, -0.6f, 0.64f}, {});
    setup.particles = {{direction * (-0.3f * r), {0.1f, 0.3f, -0.2f}}, {direction * (0.7f * r), {-0.4f, 0.2f, 0.1f}}};
    return setup;
}

// The acceleration of particle 0, by [MCG03] eq. 10 or its consistent form, and eq. 14. Both particles have the same
// density.
Vec3d expectedAcceleration(const World& world, KernelPair pair) {
    const ParticleSeed& i = world.setup().particles[0];
    const ParticleSeed& j = world.setup().particles[1];
    const Kernels<double> kernels(world.supportRadius());
    const double m = world.particleMass();
    const Vec3 d = i.x - j.x;
    const double r = std::hypot(d.x, d.y, d.z);
    const bool printed = pair == KernelPair::Mcg03;
    const double w = printed ? kernels.poly6(0.0) + kernels.poly6(r * r) : kernels.wendland(0.0) + kernels.wendland(r);
    const double rho = m * w;
    const double p = world.fluids()[0].stiffness * (rho - world.fluids()[0].restDensity);
    // Eq. 10: (p_i + p_j) / 2 = p. Consistent: p_i / rho_i^2 + p_j / rho_j^2 = 2 p / rho^2.
    const double push = printed ? -m * p / (rho * rho) * kernels.spikyGradient(r)
                                : -m * 2.0 * p / (rho * rho) * kernels.wendlandGradient(r);
    const double drag = world.fluids()[0].viscosity * m / (rho * rho) * kernels.viscosityLaplacian(r);
    const Vec3 dv = j.v - i.v;
    return {push * d.x + drag * dv.x, push * d.y + drag * dv.y, push * d.z + drag * dv.z};
}

struct PairErrors {
    double sum = 0.0;   // |a_0 + a_1| / (|a_0| + |a_1|), the largest over all distances
    double size = 0.0;  // of a_0 against the equations
};

PairErrors measurePair(KernelPair pair, int threads) {
    PairErrors errors;
    for (const float share : {0.2f, 0.5f, 0.8f, 0.95f}) {
        const World world(pairSetup(pair, share * kSupportPerSpacing * kSpacing), threads);
        const std::vector<Vec3> a = world.accelerations();
        const size_t first = world.particle(0).id == 0 ? 0 : 1;
        const Vec3 own = a[first], other = a[1 - first];
        const Vec3d expected = expectedAcceleration(world, pair);
        errors.sum = std::max<double>(errors.sum, length(own + other) / (length(own) + length(other)));
        errors.size = std::max(
            errors.size, length(Vec3d{own.x - expected.x, own.y - expected.y, own.z - expected.z}) / length(expected));
    }
    return errors;
}

void addRows(std::vector<ValidationResult>& results, KernelPair pair, std::string_view name, std::string_view equation,
             int threads) {
    const PairErrors errors = measurePair(pair, threads);
    results.push_back(judge({.name = fmt::format("pair: opposite, {}", name),
                             .reference = "m a_1 + m a_2 = 0 (Newton's third law)",
                             .measured = fmt::format("{:.1e} of the forces", errors.sum),
                             .error = errors.sum,
                             .bar = 1e-6}));
    results.push_back(judge({.name = fmt::format("pair: size, {}", name),
                             .reference = fmt::format("{} and [MCG03] eq. 14, in double precision", equation),
                             .measured = fmt::format("largest deviation {:.1e}", errors.size),
                             .error = errors.size,
                             .bar = 1e-4,
                             .note = "four distances from 0.2 to 0.95 h"}));
}

std::vector<ValidationResult> run(int threads) {
    std::vector<ValidationResult> results;
    addRows(results, KernelPair::Mcg03, "mcg03", "[MCG03] eq. 10", threads);
    addRows(results, KernelPair::Wendland, "wendland", "p_i / rho_i^2 + p_j / rho_j^2", threads);
    return results;
}

const ValidationRegistration kRegistration({20, "pair",
                                            "The forces of two particles on each other are equal and opposite.", run});

}  // namespace
}  // namespace meniscus
