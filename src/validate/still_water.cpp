// Cases hydrostatic and rest: a tank of water that is left alone for five seconds, and a splash for ten.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meniscus/sph/fluid.h"
#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr double kSettle = 5.0;  // s

double areaOf(const Bounds& room) {
    return static_cast<double>(room.size().x) * room.size().z;
}

// The level at which the particles, each a cube of the spacing, fill the tank.
double idealLevel(const World& world) {
    const double spacing = world.setup().spacing;
    return static_cast<double>(world.particleCount()) * spacing * spacing * spacing /
           areaOf(world.setup().domain.bounds);
}

struct Profile {
    std::vector<double> depth;      // m
    std::vector<double> pressure;   // Pa
    std::vector<double> kernelSum;  // see gradientSum()
};

// Farther than the support radius from surface, floor and walls, where every sum is complete.
void addInnerParticles(const World& world, Profile& profile) {
    const double h = world.supportRadius();
    const Bounds& room = world.setup().domain.bounds;
    const std::vector<ParticleView> particles = particlesOf(world);
    const double level = surfaceLevel(particles, world.setup().spacing);
    for (const ParticleView& i : particles) {
        const double side =
            std::min({i.x.x - room.lower.x, room.upper.x - i.x.x, i.x.z - room.lower.z, room.upper.z - i.x.z});
        const double depth = level - i.x.y;
        if (side < h || depth < h || i.x.y - room.lower.y < h) continue;
        profile.depth.push_back(depth);
        profile.pressure.push_back(i.pressure);
        profile.kernelSum.push_back(gradientSum(i, particles, world));
    }
}

// What is measured in the half second after settling.
Profile settledProfile(World& world) {
    runUntil(world, kSettle);
    Profile profile;
    observe(world, kSettle + 0.5, 0.1, [&](double) { addInnerParticles(world, profile); });
    return profile;
}

// Two rows: the pressure as it stands, and the part of it that acts on neighbours that lie around at random, which must
// carry the weight exactly where they do. With the consistent pair the tank is so calm that the layers of its start
// last: there it is the pressure itself.
void addHydrostaticRows(std::vector<ValidationResult>& results, KernelPair pair, std::string_view name, int threads) {
    constexpr size_t kParticles = 6000;  // enough for several layers beyond reach of floor and surface
    WorldSetup setup = sceneSetup("still-tank", kParticles);
    setup.settings.kernelPair = pair;
    World world(setup, threads);
    const Profile profile = settledProfile(world);
    // Eq. 10 gives half the pressure gradient: sum of V_j (p_i + p_j) / 2 gradW tends to grad p / 2.
    const double half = pair == KernelPair::Mcg03 ? 0.5 : 1.0;
    const double slope = half * fitLine(profile.depth, profile.pressure).slope;
    const double kernelSum = meanOf(profile.kernelSum);
    const double expected = world.fluids()[0].restDensity * world.settings().gravity;
    const std::string reference = fmt::format("dp/dy = rho g = {:.0f} Pa/m", expected);
    const double bar = pair == KernelPair::Mcg03 ? 0.05 : 0.02;  // printed, and the model of the scenes
    const bool isOfScenes = pair == KernelPair::Wendland;
    results.push_back((isOfScenes ? judge : judgeKnownMiss)(
        {.name = fmt::format("hydrostatic: {}", name),
         .reference = reference,
         .measured = fmt::format("{:.0f} Pa/m{}", slope, half < 1.0 ? " by p / 2, as eq. 10 halves grad p" : ""),
         .error = relativeError(slope, expected),
         .bar = bar,
         .note = fmt::format("28 settled neighbours sum to {:.3f} of the gradient that acts", kernelSum)}));
    results.push_back(judge(
        {.name = fmt::format("hydrostatic: {}, acting", name),
         .reference = reference,
         .measured = fmt::format("{:.0f} Pa/m after the kernel sum", kernelSum * slope),
         .error = relativeError(kernelSum * slope, expected),
         .bar = 0.05,
         .note = isOfScenes ? "layers of the start last, and the kernel sum is that of neighbours at random" : ""}));
}

std::vector<ValidationResult> runHydrostatic(int threads) {
    std::vector<ValidationResult> results;
    addHydrostaticRows(results, KernelPair::Mcg03, "mcg03", threads);
    addHydrostaticRows(results, KernelPair::Wendland, "wendland", threads);
    return results;
}

// Inner half: the middle half of the tank's width and breadth, and of the water's depth.
double densitySpread(const World& world, double level) {
    const Bounds& room = world.setup().domain.bounds;
    const auto isInMiddle = [](double x, double low, double high) {
        return std::abs(x - 0.5 * (low + high)) < 0.25 * (high - low);
    };
    double sum = 0.0, largest = 0.0;
    int count = 0;
    for (const ParticleView& i : particlesOf(world)) {
        largest = std::max<double>(largest, i.density);
        if (!isInMiddle(i.x.x, room.lower.x, room.upper.x) || !isInMiddle(i.x.z, room.lower.z, room.upper.z) ||
            !isInMiddle(i.x.y, 0.0, level)) {
            continue;
        }
        sum += i.density;
        ++count;
    }
    return largest / (sum / count) - 1.0;
}

// A splash must end, however thin or thick the water is.
ValidationResult splashRow(float viscosity, int threads) {
    constexpr double kSeconds = 10.0;
    WorldSetup setup = sceneSetup("splash");
    setup.fluids[0].viscosity = viscosity;
    World world(setup, threads);
    runUntil(world, kSeconds);
    const double speed = world.measure().meanSpeed / std::sqrt(world.settings().gravity * idealLevel(world));
    return judge({.name = fmt::format("rest: after a splash, {} Pa s", viscosity),
                  .reference = fmt::format("0 after {} s, in units of sqrt(g H)", kSeconds),
                  .measured = fmt::format("{:.4f}", speed),
                  .error = speed,
                  .bar = 0.01});
}

std::vector<ValidationResult> runRest(int threads) {
    World world(sceneSetup("still-tank"), threads);
    runUntil(world, kSettle);
    const double ideal = idealLevel(world);
    const double level = surfaceLevel(particlesOf(world), world.setup().spacing);
    const double speed = world.measure().meanSpeed / std::sqrt(world.settings().gravity * ideal);
    const double spread = densitySpread(world, level);
    std::vector<ValidationResult> results{
        judge({.name = "rest: mean speed",
               .reference = fmt::format("0 after {} s, in units of sqrt(g H)", kSettle),
               .measured = fmt::format("{:.4f}", speed),
               .error = speed,
               .bar = 0.01}),
        judge({.name = "rest: level",
               .reference = fmt::format("{:.1f} mm, by volume", 1e3 * ideal),
               .measured = fmt::format("{:.1f} mm", 1e3 * level),
               .error = relativeError(level, ideal),
               .bar = 0.05}),
        judge({.name = "rest: largest density",
               .reference = "the mean over the inner half of the water",
               .measured = fmt::format("{:.1f} % above it", 100.0 * spread),
               .error = std::abs(spread),
               .bar = 0.03})};
    for (const float viscosity : {0.0f, 0.001f, 0.3f, 1.0f, 10.0f, 20.0f})
        results.push_back(splashRow(viscosity, threads));
    return results;
}

const ValidationRegistration kHydrostatic({50, "hydrostatic",
                                           "In a still tank the pressure grows by rho g with the depth.",
                                           runHydrostatic});
const ValidationRegistration kRest({60, "rest", "A tank of water comes to rest, level and evenly dense.", runRest});

}  // namespace
}  // namespace meniscus
