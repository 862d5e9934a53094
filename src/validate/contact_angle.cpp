// Case contact-angle: a drop on a floor, without gravity, is the cap of a ball that meets the floor at the angle set.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "meniscus/core/rng.h"
#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr double kRadian = std::numbers::pi / 180.0;

// Half of a ball on the floor of the scene drop, made of as many particles as that has.
WorldSetup dropOnFloor(float degrees) {
    WorldSetup setup = sceneSetup("drop");
    setup.settings.contactAngle = degrees;
    const float dx = setup.spacing;
    const double radius = std::cbrt(1.5 / std::numbers::pi * static_cast<double>(setup.particles.size())) * dx;
    const float floor = setup.domain.bounds.lower.y;
    const int reach = static_cast<int>(radius / dx) + 2;
    setup.particles.clear();
    Rng rng(1);
    const auto place = [&](int n) { return (static_cast<float>(n) + 0.5f + 0.015f * rng.signedUniform()) * dx; };
    for (int x = -reach; x < reach; ++x) {
        for (int y = 0; y < reach; ++y) {
            for (int z = -reach; z < reach; ++z) {
                const float px = place(x), py = (static_cast<float>(y) + 0.501f) * dx, pz = place(z);
                if (px * px + py * py + pz * pz > radius * radius) continue;
                setup.particles.push_back({{px, floor + py, pz}, {}});
            }
        }
    }
    return setup;
}

// Height of the centre of mass over the floor, for a cap of that volume which meets the floor at the angle.
double centreOfCap(double volume, double degrees) {
    const double c = std::cos(degrees * kRadian);
    const double radius = std::cbrt(3.0 * volume / (std::numbers::pi * (2.0 + c) * (1.0 - c) * (1.0 - c)));
    const double height = radius * (1.0 - c);
    const double ofBall = 3.0 * std::pow(2.0 * radius - height, 2) / (4.0 * (3.0 * radius - height));
    return ofBall - radius * c;
}

// The angle whose cap has the centre of mass of these particles, each a cube of the spacing. It rises with the angle.
double angleOf(const World& world) {
    const std::vector<ParticleView> particles = particlesOf(world);
    const double volume =
        std::pow(static_cast<double>(world.setup().spacing), 3) * static_cast<double>(particles.size());
    const double height = centreOf(particles).y - world.setup().domain.bounds.lower.y;
    double low = 1.0, high = 179.0;
    while (high - low > 0.01) {
        const double middle = 0.5 * (low + high);
        (centreOfCap(volume, middle) < height ? low : high) = middle;
    }
    return low;
}

ValidationResult angleRow(float degrees, int threads) {
    World world(dropOnFloor(degrees), threads);
    runUntil(world, 6.0);
    std::vector<double> angles;
    observe(world, 8.0, 0.2, [&](double) { angles.push_back(angleOf(world)); });
    const double measured = meanOf(angles);
    return judge({.name = fmt::format("contact-angle: {:.0f} degrees", degrees),
                  .reference = "the cap of a ball on a floor, without gravity",
                  .measured = fmt::format("{:.1f} degrees, by the height of its centre of mass", measured),
                  .error = std::abs(measured - degrees),
                  .bar = 5.0});
}

std::vector<ValidationResult> run(int threads) {
    return {angleRow(30.0f, threads), angleRow(60.0f, threads), angleRow(90.0f, threads), angleRow(120.0f, threads),
            angleRow(150.0f, threads)};
}

const ValidationRegistration kRegistration({105, "contact-angle",
                                            "A drop on a floor meets it at the angle that is set.", run});

}  // namespace
}  // namespace meniscus
