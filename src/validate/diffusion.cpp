// Cases heat and dye: what diffuses between particles ([MSKG05] 3.3), against the diffusion equation, and that none of
// it is lost.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "validate/measurement.h"
#include "validate/room.h"

namespace meniscus {

namespace {

constexpr int kAlong = 40, kAround = 6;  // particles
constexpr double kLength = 0.4;          // m
constexpr double kDiffusion = 0.01;      // m^2/s
constexpr float kCold = 20.0f, kHot = 80.0f;

// A rod of still fluid with insulated ends, periodic around.
WorldSetup rodSetup() {
    WorldSetup setup = filledRoom("rod", kAlong, kAround, kAround, kLength / kAlong, {false, true, true});
    setup.settings.gravityOn = false;
    setup.settings.dyeDiffusion = static_cast<float>(kDiffusion);
    setup.fluids[0].heatDiffusion = static_cast<float>(kDiffusion);
    setup.isMixed = true;
    return setup;
}

// The right half begins hot and dyed.
void fillRightHalf(WorldSetup& setup) {
    for (ParticleSeed& i : setup.particles) {
        const bool isRight = i.x.x > 0.5 * kLength;
        i.temperature = isRight ? kHot : kCold;
        i.dye = isRight ? 1.0f : 0.0f;
    }
}

// The step in a rod with insulated ends, from 0 to 1, at x / L and tau = c t / L^2:
// 1/2 - sum 2 / (pi (2n + 1)) (-1)^n cos(pi x (2n + 1)) exp(-(2n + 1)^2 pi^2 tau)
double stepProfile(double x, double tau) {
    double value = 0.5;
    for (int n = 0; n < 60; ++n) {
        const double q = (2 * n + 1) * std::numbers::pi;
        value -= 2.0 / q * (n % 2 == 0 ? 1.0 : -1.0) * std::cos(q * x) * std::exp(-q * q * tau);
    }
    return value;
}

double temperatureShare(const ParticleView& i) {
    return (static_cast<double>(i.temperature) - kCold) / (kHot - kCold);
}

double dyeShare(const ParticleView& i) {
    return i.dye;
}

// Root mean square over all particles of the distance from the profile, whose amplitude is 1.
double profileError(std::span<const ParticleView> particles, double tau, double (*share)(const ParticleView&)) {
    double squares = 0.0;
    for (const ParticleView& i : particles) squares += std::pow(share(i) - stepProfile(i.x.x / kLength, tau), 2);
    return std::sqrt(squares / static_cast<double>(particles.size()));
}

// The factor on c with which the profile fits best.
double bestFactor(std::span<const ParticleView> particles, double tau, double (*share)(const ParticleView&)) {
    double best = 1.0, least = INFINITY;
    for (double factor = 0.8; factor < 1.2; factor += 0.002) {
        const double error = profileError(particles, factor * tau, share);
        if (error < least) least = error, best = factor;
    }
    return best;
}

// What diffuses, and how much of it a particle has, from 0 to 1.
struct Diffusing {
    std::string_view name;
    double (*share)(const ParticleView&);
};

Figure rodFigure(World& world, const Diffusing& what, std::string_view start, double tau) {
    runUntil(world, tau * kLength * kLength / kDiffusion);
    const double reached = world.totals().simulatedSeconds * kDiffusion / (kLength * kLength);
    const double error = profileError(particlesOf(world), reached, what.share);
    return {.name = fmt::format("{}: {}, c t / L^2 = {}", what.name, start, tau),
            .reference = "a step evens out in a rod with insulated ends (Fourier series)",
            .measured = fmt::format("rms {:.2f} % of the step", 100.0 * error),
            .error = error,
            .bar = 0.02};
}

void addRodRows(std::vector<ValidationResult>& results, const Diffusing& what, int threads) {
    const WorldSetup lattice = rodSetup();
    WorldSetup setup = settledRoom(lattice, threads);
    fillRightHalf(setup);
    World settled(setup, threads);
    for (const double tau : {0.01, 0.05, 0.1}) results.push_back(judge(rodFigure(settled, what, "settled", tau)));
    const double reached = settled.totals().simulatedSeconds * kDiffusion / (kLength * kLength);
    const double factor = bestFactor(particlesOf(settled), reached, what.share);
    results.push_back(judge({.name = fmt::format("{}: settled, c", what.name),
                             .reference = fmt::format("c = {} m^2/s", kDiffusion),
                             .measured = fmt::format("{:.3f} c would fit best", factor),
                             .error = std::abs(factor - 1.0),
                             .bar = 0.05}));
    setup = lattice;
    fillRightHalf(setup);
    World ordered(setup, threads);
    results.push_back(judge(rodFigure(ordered, what, "lattice", 0.05)));
}

// Two fluids of different weight, one of them hot and dyed, on their way through each other.
World stirredWorld(int threads) {
    WorldSetup setup = sceneSetup("two-fluids", 1500);
    setup.settings.dyeDiffusion = 1e-3f;
    for (ParticleSeed& i : setup.particles) i.temperature = i.fluid == 0 ? kCold : kHot;
    return World(setup, threads);
}

double dyeOf(const World& world) {
    double sum = 0.0;
    for (const ParticleView& i : particlesOf(world)) sum += i.dye;
    return sum;
}

double heatOf(const World& world) {
    return world.measure().heat;
}

ValidationResult totalRow(std::string_view what, std::string_view sum, double (*total)(const World&), int threads) {
    constexpr int kSteps = 1000;
    World world = stirredWorld(threads);
    const double before = total(world);
    for (int n = 0; n < kSteps; ++n) world.step();
    const double drift = relativeError(total(world), before);
    const StateMeasure after = world.measure();
    return judge({.name = fmt::format("{}: total", what),
                  .reference = fmt::format("sum of {} constant over {} steps of two fluids that mix", sum, kSteps),
                  .measured = fmt::format("drift {:.1e}; {:.0f} to {:.0f} C are {:.0f} to {:.0f} now", drift, kCold,
                                          kHot, after.coldest, after.hottest),
                  .error = drift,
                  .bar = 1e-5});
}

std::vector<ValidationResult> runHeat(int threads) {
    std::vector<ValidationResult> results;
    addRodRows(results, {"heat", temperatureShare}, threads);
    results.push_back(totalRow("heat", "m T", heatOf, threads));
    return results;
}

std::vector<ValidationResult> runDye(int threads) {
    std::vector<ValidationResult> results;
    addRodRows(results, {"dye", dyeShare}, threads);
    results.push_back(totalRow("dye", "dye", dyeOf, threads));
    return results;
}

const ValidationRegistration kHeat({120, "heat", "Heat flows through still fluid as the heat equation has it.",
                                    runHeat});
const ValidationRegistration kDye({122, "dye", "Dye spreads as the diffusion equation has it, and none is lost.",
                                   runDye});

}  // namespace
}  // namespace meniscus
