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
constexpr size_t kOilCount = kCubeSide * kCubeSide * kCubeSide;
constexpr float kTension = 5.0f;  // N/m
constexpr uint8_t kOil = 1;

// A periodic room full of water at rest, all of it slightly squeezed: tension lowers the pressure around the drop, and
// where that is clamped at zero the jump would be missing what lies below. Eq. 11 even tears the drop apart there.
WorldSetup waterRoom(KernelPair pair, int threads) {
    WorldSetup setup = filledRoom("oil in water", kRoomSide, kRoomSide, kRoomSide, kSpacing, {true, true, true});
    setup.settings.gravityOn = false;
    setup.settings.kernelPair = pair;
    setup.settings.interfaceTension = kTension;
    setup = settledRoom(setup, threads);
    setup.domain.bounds.upper *= kSqueeze;
    for (ParticleSeed& i : setup.particles) i.x *= kSqueeze;
    FluidKind oil = findKnownFluid("oil");
    oil.viscosity = setup.fluids[0].viscosity;
    setup.fluids.push_back(oil);
    setup.isMixed = true;
    return setup;
}

Vec3 middleOf(const WorldSetup& setup) {
    return (setup.domain.bounds.lower + setup.domain.bounds.upper) * 0.5f;
}

float cubeDistance(Vec3 x) {
    return std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)});
}

// Makes oil of the particles that are nearest to the middle by the given measure of distance.
void pourOil(WorldSetup& setup, float (*distance)(Vec3)) {
    const Vec3 middle = middleOf(setup);
    std::ranges::sort(setup.particles, {}, [&](const ParticleSeed& i) { return distance(i.x - middle); });
    for (size_t n = 0; n < kOilCount; ++n) setup.particles[n].fluid = kOil;
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

// Of the ball that has the oil's volume.
double ballRadius() {
    return std::cbrt(0.75 / std::numbers::pi * static_cast<double>(kOilCount)) * kSpacing * kSqueeze;
}

constexpr double kSettle = 1.0, kLook = 0.8;  // s

// From a cube, which its moments of inertia would not tell from a ball.
Figure roundFigure(const World& world, std::string_view name, double before) {
    const std::vector<ParticleView> oil = oilOf(world);
    const DropShape shape = shapeOf(oil);
    const double uneven = unevenness(oil, shape.centre);
    const auto [least, most] = std::minmax({shape.meanSquare.x, shape.meanSquare.y, shape.meanSquare.z});
    return {.name = fmt::format("interface: round, {}", name),
            .reference = fmt::format("a cube is a ball after {} s", kSettle),
            .measured = fmt::format("uneven by {:.1f} % rms, {:.1f} % at first; moments 1 : {:.3f}", 100.0 * uneven,
                                    100.0 * before, most / least),
            .error = uneven,
            .bar = 0.02};
}

// Which pressure: a particle feels gradients of p as s grad p, where s is the kernel sum, and half of that by [MCG03]
// eq. 10. So s (p inside - p outside), or half of it, is what stands against the tension.
Figure laplaceFigure(World& world, std::string_view name) {
    const bool printed = world.settings().kernelPair == KernelPair::Mcg03;
    const Jump jump = measureJump(world, kLook, ballRadius());
    const double share = (printed ? 0.5 : 1.0) * jump.kernelSum;
    const double expected = 2.0 * kTension / ballRadius();
    return {.name = fmt::format("interface: Laplace, {}", name),
            .reference = fmt::format("jump of pressure 2 sigma / R = {:.0f} Pa", expected),
            .measured = fmt::format("{:.0f} Pa{} after the kernel sum, +- {:.0f}", share * jump.pressure,
                                    printed ? " by p / 2" : "", share * jump.noise),
            .error = relativeError(share * jump.pressure, expected),
            .bar = 0.10};
}

std::vector<ValidationResult> run(int threads) {
    std::vector<ValidationResult> results;
    WorldSetup room = waterRoom(KernelPair::Mcg03, threads);
    pourOil(room, cubeDistance);
    for (const InterfaceModel model : {InterfaceModel::Stress, InterfaceModel::ColourField}) {
        room.settings.interfaceModel = model;
        World world(room, threads);
        const double before = unevenness(oilOf(world), widened(middleOf(room)));
        runUntil(world, kSettle);
        const std::string_view name = model == InterfaceModel::Stress ? "stress" : "colour-field";
        Figure round = roundFigure(world, name, before);
        if (model == InterfaceModel::ColourField) round.note = "eq. 11 is no sum of opposite pairs and shakes the drop";
        results.push_back(model == InterfaceModel::ColourField ? judgeKnownMiss(round) : judge(round));
        results.push_back(judge(laplaceFigure(world, name)));
    }
    // From a ball: a cube gets stuck on its way, as 28 neighbours of this pair stand like grains.
    WorldSetup consistent = waterRoom(KernelPair::Wendland, threads);
    pourOil(consistent, [](Vec3 x) { return length(x); });
    World world(consistent, threads);
    runUntil(world, kSettle);
    results.push_back(judge(laplaceFigure(world, "stress and wendland")));
    return results;
}

const ValidationRegistration kRegistration({150, "interface", "Tension between oil and water makes a ball of a cube.",
                                            run});

}  // namespace
}  // namespace meniscus
