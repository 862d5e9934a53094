// Cases buoyancy and layers: fluids of different weight. A light drop rises and a heavy one sinks as fast as the fluid
// that makes way for it allows; light fluid over heavy fluid stays there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "validate/measurement.h"
#include "validate/room.h"

namespace meniscus {

namespace {

constexpr double kWater = 1000.0;   // kg/m^3
constexpr double kSpacing = 0.01;   // m
constexpr double kStiffness = 200;  // m^2/s^2

WorldSetup tankSetup(std::string_view name, int nx, int ny, int nz, const std::array<bool, 3>& periodic) {
    WorldSetup setup = filledRoom(name, nx, ny, nz, kSpacing, periodic);
    setup.fluids = {findKnownFluid("water"), findKnownFluid("oil")};
    setup.fluids[0].stiffness = static_cast<float>(kStiffness);
    setup.isMixed = true;
    return setup;
}

constexpr double kDropRadius = 0.05;  // m

// Lets a tank compress under its own weight. Its sound would swing for a long time, and with it the weight of all that
// is in it, so motion is taken out again and again.
WorldSetup calmedTank(WorldSetup setup, int threads) {
    constexpr int kRounds = 20;
    constexpr double kSeconds = 0.028;  // about a quarter of the slowest swing: depth over speed of sound
    for (int round = 0; round < kRounds; ++round) {
        World world(setup, threads);
        runUntil(world, kSeconds);
        setup.particles.clear();
        for (const ParticleView& i : particlesOf(world)) setup.particles.push_back({i.x, {}});
    }
    return setup;
}

// A ball in the middle of a deep tank. The fluid is thin, so that drag stays small.
WorldSetup dropSetup(int threads) {
    constexpr int kSide = 24, kDeep = 28;  // particles
    WorldSetup setup = tankSetup("drop in water", kSide, kDeep, kSide, {true, false, true});
    setup.settings.interfaceOn = false;
    setup = calmedTank(settledRoom(setup, threads), threads);
    setup.fluids[0].viscosity = 0.5f;
    const Vec3 middle = setup.domain.bounds.upper * 0.5f;
    for (ParticleSeed& i : setup.particles) i.fluid = length(i.x - middle) < kDropRadius ? 1 : 0;
    return setup;
}

double dropVelocity(const World& world) {
    double sum = 0.0;
    size_t count = 0;
    for (const ParticleView& i : particlesOf(world)) {
        if (i.fluid == 1) sum += i.v.y, ++count;
    }
    return sum / static_cast<double>(count);
}

// A ball that is released in a fluid at rest also has to accelerate half its volume of that fluid:
// a = g (rho_w - rho_d) / (rho_d + rho_w / 2)  (Lamb 1932, article 92)
double releaseAcceleration(double gravity, double density) {
    return gravity * (kWater - density) / (density + 0.5 * kWater);
}

ValidationResult dropRow(std::string_view name, WorldSetup setup, double density, int threads) {
    FluidKind& drop = setup.fluids[1];
    drop = setup.fluids[0];
    drop.name = "drop";
    drop.restDensity = static_cast<float>(density);
    drop.stiffness = static_cast<float>(kStiffness * kWater / density);  // so that the pressure is as it was
    World world(setup, threads);
    // v / t falls as drag sets in; a line through it tells the acceleration at the start. Not from the very first
    // moment on, as sound must pass the drop before the water makes way.
    std::vector<double> t, vPerTime;
    runUntil(world, 0.01);
    observe(world, 0.04, 0.002, [&](double time) {
        t.push_back(time);
        vPerTime.push_back(dropVelocity(world) / time);
    });
    const double measured = fitLine(t, vPerTime).offset;
    const double expected = releaseAcceleration(setup.settings.gravity, density);
    return judge({.name = fmt::format("buoyancy: {}", name),
                  .reference = fmt::format("a = g (rho_w - rho_d) / (rho_d + rho_w / 2) = {:.2f} m/s^2", expected),
                  .measured = fmt::format("{:.2f} m/s^2 at first", measured),
                  .error = relativeError(measured, expected),
                  .bar = 0.10});
}

std::vector<ValidationResult> runDrops(int threads) {
    const WorldSetup setup = dropSetup(threads);
    return {dropRow("light drop, 500 kg/m^3", setup, 500.0, threads), dropRow("oil, 850 kg/m^3", setup, 850.0, threads),
            dropRow("heavy drop, 2000 kg/m^3", setup, 2000.0, threads)};
}

constexpr int kLayerSide = 16, kLayerDeep = 10;  // particles, for each of the two layers
constexpr double kLayerSettle = 5.0;             // s

// Oil over water, open at the top; without side walls where it is periodic.
WorldSetup layerSetup(bool hasSides, int threads) {
    WorldSetup setup = settledRoom(
        tankSetup("layers", kLayerSide, 2 * kLayerDeep, kLayerSide, {!hasSides, false, !hasSides}), threads);
    const float interface = setup.domain.bounds.upper.y * 0.5f;
    setup.domain.bounds.upper.y *= 1.2f;
    setup.fluids[1].stiffness = setup.fluids[0].stiffness;
    for (ParticleSeed& i : setup.particles) i.fluid = i.x.y > interface ? 1 : 0;
    return setup;
}

// The height below which there is as much fluid as there is of the heavy one: where the interface would be if all heavy
// fluid were below all light fluid.
double interfaceHeight(std::span<const ParticleView> particles) {
    std::vector<double> heights;
    size_t heavy = 0;
    for (const ParticleView& i : particles) {
        heights.push_back(i.x.y);
        if (i.fluid == 0) ++heavy;
    }
    std::ranges::sort(heights);
    if (heavy == 0 || heavy == heights.size()) return heavy == 0 ? heights.front() : heights.back();
    return 0.5 * (heights[heavy - 1] + heights[heavy]);
}

// Root mean square of the height of the interface over upright columns, four spacings wide, about their mean.
double interfaceWaviness(std::span<const ParticleView> particles) {
    std::map<std::pair<int, int>, std::vector<ParticleView>> columns;
    const auto column = [](float x) { return static_cast<int>(x / (4.0 * kSpacing)); };
    for (const ParticleView& i : particles) columns[{column(i.x.x), column(i.x.z)}].push_back(i);
    std::vector<double> heights;
    for (const auto& [place, members] : columns) heights.push_back(interfaceHeight(members));
    double squares = 0.0;
    for (const double height : heights) squares += std::pow(height - meanOf(heights), 2);
    return std::sqrt(squares / static_cast<double>(heights.size()));
}

double strayShare(std::span<const ParticleView> particles, double interface) {
    const auto isStray = [&](const ParticleView& i) {
        return i.fluid == 0 ? i.x.y > interface + kSpacing : i.x.y < interface - kSpacing;
    };
    return static_cast<double>(std::ranges::count_if(particles, isStray)) / static_cast<double>(particles.size());
}

// Pressure over height within one layer, farther than the support radius from all that ends it, the sides included:
// the kernel sum knows no periodic images.
struct LayerProfile {
    std::vector<double> height, pressure, kernelSum;
};

void addLayer(const World& world, uint8_t fluid, double bottom, double top, LayerProfile& profile) {
    const std::vector<ParticleView> particles = particlesOf(world);
    const double h = world.supportRadius();
    const Vec3 upper = world.setup().domain.bounds.upper;
    for (const ParticleView& i : particles) {
        if (i.fluid != fluid || i.x.y < bottom + h || i.x.y > top - h) continue;
        if (std::min({i.x.x, upper.x - i.x.x, i.x.z, upper.z - i.x.z}) < h) continue;
        profile.height.push_back(i.x.y);
        profile.pressure.push_back(0.5 * i.pressure);  // eq. 10 gives half the pressure gradient
        profile.kernelSum.push_back(gradientSum(i, particles, world));
    }
}

Figure apartFigure(std::span<const ParticleView> particles) {
    const double strays = strayShare(particles, interfaceHeight(particles));
    return {.name = "layers: apart",
            .reference = fmt::format("no particle a spacing beyond the interface after {} s", kLayerSettle),
            .measured = fmt::format("{:.2f} % of the particles", 100.0 * strays),
            .error = strays,
            .bar = 0.01};
}

Figure levelFigure(std::span<const ParticleView> particles) {
    const double waviness = interfaceWaviness(particles) / kSpacing;
    return {.name = "layers: level",
            .reference = fmt::format("a flat interface after {} s", kLayerSettle),
            .measured = fmt::format("uneven by {:.2f} spacings rms", waviness),
            .error = waviness,
            .bar = 0.25};
}

Figure slopeFigure(const World& world, uint8_t fluid, const LayerProfile& profile) {
    const FluidKind& kind = world.fluids()[fluid];
    const double expected = static_cast<double>(kind.restDensity) * world.settings().gravity;
    const double slope = -meanOf(profile.kernelSum) * fitLine(profile.height, profile.pressure).slope;
    return {.name = fmt::format("layers: pressure in {}", kind.name),
            .reference = fmt::format("dp/dy = rho g = {:.0f} Pa/m", expected),
            .measured = fmt::format("{:.0f} Pa/m by p / 2 after the kernel sum", slope),
            .error = relativeError(slope, expected),
            .bar = 0.05};
}

std::vector<ValidationResult> runLayers(int threads) {
    World open(layerSetup(false, threads), threads);
    runUntil(open, kLayerSettle);
    const std::vector<ParticleView> particles = particlesOf(open);
    const double interface = interfaceHeight(particles), surface = surfaceLevel(particles, kSpacing);
    std::vector<ValidationResult> results{judge(apartFigure(particles)), judge(levelFigure(particles))};
    // Over half a second: compression still swings, and with it the weight.
    LayerProfile water, oil;
    observe(open, kLayerSettle + 0.5, 0.025, [&](double) {
        addLayer(open, 0, 0.0, interface, water);
        addLayer(open, 1, interface, surface, oil);
    });
    results.push_back(judge(slopeFigure(open, 1, oil)));
    results.push_back(judge(slopeFigure(open, 0, water)));
    World tank(layerSetup(true, threads), threads);
    runUntil(tank, kLayerSettle);
    Figure inTank = levelFigure(particlesOf(tank));
    inTank.name += ", in a tank";
    inTank.note = "fluid creeps down the walls of the printed pair and up in the middle, by some mm/s, also one fluid";
    results.push_back(judgeKnownMiss(inTank));
    return results;
}

const ValidationRegistration kDrops({130, "buoyancy", "A light drop rises and a heavy one sinks, with added mass.",
                                     runDrops});
const ValidationRegistration kLayers({140, "layers", "Light fluid over heavy fluid stays level and apart.", runLayers});

}  // namespace
}  // namespace meniscus
