// Case interface: tension between two fluids without gravity ([MSKG05] 3.2). A cube of oil in water becomes a ball, and
// the pressure in it is Laplace's.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "meniscus/sph/fluid.h"
#include "validate/drop_shape.h"
#include "validate/measurement.h"
#include "validate/room.h"

namespace meniscus {

namespace {

constexpr int kRoomSide = 20, kCubeSide = 10;  // particles
constexpr double kSpacing = 0.01;              // m
constexpr float kSqueeze = 0.995f;             // of the length
constexpr float kTension = 5.0f;               // N/m
constexpr uint8_t kOil = 1;

// A periodic room full of water at rest. It is slightly squeezed: where pressure is clamped at zero, nothing could pull
// against the tension, and the sum of both would not be a jump of pressure.
WorldSetup waterRoom(KernelPair pair, int threads) {
    WorldSetup setup = filledRoom("oil in water", kRoomSide, kRoomSide, kRoomSide, kSpacing, {true, true, true});
    setup.settings.gravityOn = 0.0f;
    setup.settings.kernelPair = static_cast<float>(pair);
    setup.settings.interfaceTension = kTension;
    setup = settledRoom(setup, threads);
    setup.domain.bounds.upper *= kSqueeze;
    for (ParticleSeed& i : setup.particles) i.x *= kSqueeze;
    FluidKind oil = findKnownFluid("oil");
    oil.viscosity = setup.settings.viscosity;
    setup.fluids = {findKnownFluid("water"), oil};
    return setup;
}

Vec3 middleOf(const WorldSetup& setup) {
    return (setup.domain.bounds.lower + setup.domain.bounds.upper) * 0.5f;
}

// Makes oil of the particles that are nearest to the middle by the given measure of distance.
template <typename Distance>
void pourOil(WorldSetup& setup, size_t count, const Distance& distance) {
    const Vec3 middle = middleOf(setup);
    std::ranges::sort(setup.particles, {}, [&](const ParticleSeed& i) { return distance(i.x - middle); });
    for (size_t n = 0; n < count; ++n) setup.particles[n].fluid = kOil;
}

float cubeDistance(Vec3 x) {
    return std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)});
}

std::vector<ParticleView> oilOf(const World& world) {
    std::vector<ParticleView> oil = particlesOf(world);
    std::erase_if(oil, [](const ParticleView& i) { return i.fluid != kOil; });
    return oil;
}

struct Jump {
    double pressure = 0.0;   // Pa, mean well inside less mean well outside
    double kernelSum = 0.0;  // see gradientSum()
    double noise = 0.0;      // Pa, of the jump, from one look to the next
};

// Well inside and well outside: farther from the interface than its force reaches.
Jump measureJump(World& world, double seconds, double radius) {
    std::vector<double> jumps, kernelSums;
    observe(world, world.totals().simulatedSeconds + seconds, seconds / 20.0, [&](double) {
        const std::vector<ParticleView> particles = particlesOf(world);
        const Vec3d centre = centreOf(oilOf(world));
        const double reach = 1.1 * world.supportRadius();
        double inside = 0.0, outside = 0.0;
        size_t insideCount = 0, outsideCount = 0;
        for (const ParticleView& i : particles) {
            const double r = distanceFrom(centre, i);
            if (r < radius - reach) inside += i.pressure, ++insideCount;
            if (r > radius + reach) outside += i.pressure, ++outsideCount;
            if (r < 2.0 * kSpacing) kernelSums.push_back(gradientSum(i, particles, world));
        }
        jumps.push_back(inside / static_cast<double>(insideCount) - outside / static_cast<double>(outsideCount));
    });
    double squares = 0.0;
    for (const double jump : jumps) squares += std::pow(jump - meanOf(jumps), 2);
    return {meanOf(jumps), meanOf(kernelSums), std::sqrt(squares / static_cast<double>(jumps.size()))};
}

void addRows(std::vector<ValidationResult>& results, KernelPair pair, std::string_view name, int threads) {
    constexpr double kSettle = 1.0, kLook = 1.0;  // s
    WorldSetup setup = waterRoom(pair, threads);
    const size_t count = kCubeSide * kCubeSide * kCubeSide;
    pourOil(setup, count, cubeDistance);
    const Vec3 middle = middleOf(setup);
    World world(setup, threads);
    const double before = unevenness(oilOf(world), widened(middle));
    runUntil(world, kSettle);
    const std::vector<ParticleView> oil = oilOf(world);
    const DropShape shape = shapeOf(oil);
    const double uneven = unevenness(oil, shape.centre);
    const double radius = std::cbrt(0.75 / std::numbers::pi * static_cast<double>(count)) * kSpacing * kSqueeze;
    results.push_back(
        judgeKnownMiss({.name = fmt::format("interface: round, {}", name),
                        .reference = fmt::format("a cube is a ball after {} s", kSettle),
                        .measured = fmt::format("uneven by {:.1f} % rms, {:.1f} % at first; radius {:.1f} of {:.1f} mm",
                                                100.0 * uneven, 100.0 * before, 1e3 * radiusOf(shape), 1e3 * radius),
                        .error = uneven,
                        .bar = 0.05,
                        .note = "TODO"}));
    const Jump jump = measureJump(world, kLook, radius);
    const double half = pair == KernelPair::Mcg03 ? 0.5 : 1.0;
    const double acting = half * jump.kernelSum * jump.pressure;
    const double expected = 2.0 * kTension / radius;
    results.push_back(
        judgeKnownMiss({.name = fmt::format("interface: Laplace, {}", name),
                        .reference = fmt::format("jump of pressure 2 sigma / R = {:.0f} Pa", expected),
                        .measured = fmt::format("{:.0f} Pa acting (kernel sum {:.3f}), {:.0f} Pa rms between looks",
                                                acting, jump.kernelSum, half * jump.kernelSum * jump.noise),
                        .error = relativeError(acting, expected),
                        .bar = 0.10,
                        .note = "TODO"}));
}

std::vector<ValidationResult> run(int threads) {
    std::vector<ValidationResult> results;
    addRows(results, KernelPair::Mcg03, "mcg03", threads);
    addRows(results, KernelPair::Wendland, "wendland", threads);
    return results;
}

const ValidationRegistration kRegistration({150, "interface", "Tension between oil and water makes a ball of a cube.",
                                            run});

}  // namespace
}  // namespace meniscus
