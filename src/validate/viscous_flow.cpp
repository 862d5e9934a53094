// Cases poiseuille and taylor-green: does [MCG03] eq. 14 slow a flow down as a fluid of that viscosity would?
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "validate/measurement.h"
#include "validate/room.h"

namespace meniscus {

namespace {

constexpr double kDensity = 1000.0;  // kg/m^3

constexpr int kAcross = 20, kAround = 6;  // particles
constexpr double kWidth = 0.2;            // m, between the walls
constexpr double kPeakSpeed = 0.5;        // m/s in the end: far below the speed of sound, and a Reynolds number of 1
constexpr double kChannelViscosity = 100.0 / kDensity;  // m^2/s

// Flow between plates that starts from rest, u / u_max at x / L and tau = nu t / L^2 (Morris, Fox and Zhu 1997):
// 4 x (1 - x) - sum 32 / (pi^3 (2n + 1)^3) sin(pi x (2n + 1)) exp(-(2n + 1)^2 pi^2 tau)
double channelSpeed(double x, double tau) {
    double u = 4.0 * x * (1.0 - x);
    for (int n = 0; n < 40; ++n) {
        const double q = (2 * n + 1) * std::numbers::pi;
        u -= 32.0 / (q * q * q) * std::sin(q * x) * std::exp(-q * q * tau);
    }
    return u;
}

WorldSetup channelSetup(bool isDefault) {
    WorldSetup setup = filledRoom("channel", kAcross, kAround, kAround, kWidth / kAcross, {false, true, true});
    setup.fluids[0].stiffness = 200.0f;
    setup.fluids[0].viscosity = static_cast<float>(kChannelViscosity * kDensity);
    setup.settings.wallGrip = 1.0f;
    if (isDefault) setDefaultModel(setup.settings);
    // Gravity along -y drives it: u_max = g L^2 / (8 nu).
    setup.settings.gravity = static_cast<float>(8.0 * kChannelViscosity * kPeakSpeed / (kWidth * kWidth));
    return setup;
}

// Distance of the measured from the ideal profile, root mean square over all particles, relative to that of the
// profile. thickness: viscosity of the ideal fluid over the one that was set.
double profileError(const std::vector<ParticleView>& particles, double tau, double thickness) {
    double difference = 0.0, whole = 0.0;
    for (const ParticleView& i : particles) {
        const double ideal = kPeakSpeed / thickness * channelSpeed(i.x.x / kWidth, tau * thickness);
        difference += std::pow(-i.v.y - ideal, 2);
        whole += ideal * ideal;
    }
    return std::sqrt(difference / whole);
}

double bestThickness(const std::vector<ParticleView>& particles, double tau) {
    double best = 1.0;
    for (double thickness = 0.8; thickness < 1.25; thickness += 0.002) {
        if (profileError(particles, tau, thickness) < profileError(particles, tau, best)) best = thickness;
    }
    return best;
}

Figure channelFigure(World& world, std::string_view start, double tau, double bar) {
    runUntil(world, tau * kWidth * kWidth / kChannelViscosity);
    const std::vector<ParticleView> particles = particlesOf(world);
    const double reached = world.totals().simulatedSeconds * kChannelViscosity / (kWidth * kWidth);
    const double error = profileError(particles, reached, 1.0);
    const double thickness = bestThickness(particles, reached);
    return {.name = fmt::format("poiseuille: {}, nu t / L^2 = {}", start, tau),
            .reference = "series solution, u_max = g L^2 / (8 nu)",
            .measured = fmt::format("rms {:.1f} %; {:.3f} nu would fit to {:.1f} %", 100.0 * error, thickness,
                                    100.0 * profileError(particles, reached, thickness)),
            .error = error,
            .bar = bar};
}

std::vector<ValidationResult> runChannel(int threads) {
    constexpr double kPrintedBar = 0.03, kDefaultBar = 0.02;
    constexpr std::array kTaus{0.05, 0.1, 0.5};
    const WorldSetup lattice = channelSetup(false);
    World settled(settledRoom(lattice, threads), threads);
    std::vector<ValidationResult> results;
    for (const double tau : kTaus) results.push_back(judge(channelFigure(settled, "settled", tau, kPrintedBar)));
    World ordered(lattice, threads);
    Figure sliding = channelFigure(ordered, "lattice", 0.5, kPrintedBar);
    sliding.note = "its layers slide past each other unbroken, and eq. 14 sums to 0.96 nu between them";
    results.push_back(judgeKnownMiss(sliding));
    World thin(settledRoom(channelSetup(true), threads), threads);
    for (const double tau : kTaus) results.push_back(judge(channelFigure(thin, "default model", tau, kDefaultBar)));
    return results;
}

constexpr int kVortexSide = 24, kVortexDeep = 4;  // particles
constexpr double kVortexBox = 0.4;                // m
constexpr double kVortexSpeed = 0.3;              // m/s
constexpr double kVortexWave = 2.0 * std::numbers::pi / kVortexBox;

// The flow of Taylor and Green 1937 in the plane: sin(kx) cos(ky), -cos(kx) sin(ky).
Vec3 vortexShape(Vec3 x) {
    const double a = kVortexWave * x.x, b = kVortexWave * x.y;
    return {static_cast<float>(std::sin(a) * std::cos(b)), static_cast<float>(-std::cos(a) * std::sin(b)), 0.0f};
}

double vortexAmplitude(const World& world) {
    double sum = 0.0, norm = 0.0;
    for (const ParticleView& i : particlesOf(world)) {
        sum += dot(i.v, vortexShape(i.x));
        norm += lengthSquared(vortexShape(i.x));
    }
    return sum / norm;
}

WorldSetup vortexSetup(bool isDefault) {
    WorldSetup setup =
        filledRoom("vortices", kVortexSide, kVortexSide, kVortexDeep, kVortexBox / kVortexSide, {true, true, true});
    setup.settings.gravityOn = false;
    setup.fluids[0].stiffness = 100.0f;
    if (isDefault) setDefaultModel(setup.settings);
    return setup;
}

Figure vortexFigure(WorldSetup setup, std::string_view start, double viscosity, int threads) {
    setup.fluids[0].viscosity = static_cast<float>(viscosity * kDensity);
    for (ParticleSeed& i : setup.particles) i.v = vortexShape(i.x) * static_cast<float>(kVortexSpeed);
    World world(setup, threads);
    const double rate = 2.0 * viscosity * kVortexWave * kVortexWave;
    std::vector<double> t, logAmplitude;
    observe(world, 1.5 / rate, 0.1 / rate, [&](double time) {
        t.push_back(time);
        logAmplitude.push_back(std::log(vortexAmplitude(world)));
    });
    const double measured = -fitLine(t, logAmplitude).slope;
    return {.name = fmt::format("taylor-green: {}, Re {:.0f}", start, kVortexSpeed * kVortexBox / viscosity),
            .reference = fmt::format("exp(-2 nu k^2 t), 2 nu k^2 = {:.2f} 1/s", rate),
            .measured = fmt::format("{:.2f} 1/s", measured),
            .error = relativeError(measured, rate),
            .bar = 0.05};
}

// What is left of the vortices of a fluid without viscosity tells what the stabiliser costs smooth flow.
Figure stabiliserFigure(WorldSetup setup, int threads) {
    constexpr double kSeconds = 1.0;
    setup.fluids[0].viscosity = 0.0f;
    for (ParticleSeed& i : setup.particles) i.v = vortexShape(i.x) * static_cast<float>(kVortexSpeed);
    World world(setup, threads);
    std::vector<double> t, logAmplitude;
    observe(world, kSeconds, 0.05, [&](double time) {
        t.push_back(time);
        logAmplitude.push_back(std::log(vortexAmplitude(world)));
    });
    const double viscosity = -fitLine(t, logAmplitude).slope / (2.0 * kVortexWave * kVortexWave) * kDensity;
    const FluidKind& water = setup.fluids[0];
    const double noise = setup.settings.stabiliserStrength * water.restDensity * std::sqrt(water.stiffness) *
                         static_cast<double>(world.supportRadius());
    return {.name = "taylor-green: default model, no viscosity",
            .reference = fmt::format("flow meets less than a tenth of the {:.1f} Pa s that noise meets", noise),
            .measured = fmt::format("{:.2f} Pa s, {:.1f} % of it", viscosity, 100.0 * viscosity / noise),
            .error = std::abs(viscosity) / noise,
            .bar = 0.1,
            .note = "vortices of 12 spacings; below zero the relief of shear feeds energy in"};
}

std::vector<ValidationResult> runVortices(int threads) {
    constexpr double kThick = 20.0 / kDensity, kThin = 5.0 / kDensity;  // m^2/s
    const WorldSetup lattice = vortexSetup(false);
    const WorldSetup settled = settledRoom(lattice, threads);
    Figure slow = vortexFigure(settled, "settled", kThick, threads);
    Figure fast = vortexFigure(settled, "settled", kThin, threads);
    fast.note = "28 neighbours resist a change of arrangement, as if the fluid were thicker";
    Figure crystal = vortexFigure(lattice, "lattice", kThick, threads);
    crystal.note = "breaking the lattice costs energy too";
    const WorldSetup thin = settledRoom(vortexSetup(true), threads);
    Figure slowThin = vortexFigure(thin, "default model", kThick, threads);
    Figure fastThin = vortexFigure(thin, "default model", kThin, threads);
    return {judge(slow),     judgeKnownMiss(fast), judgeKnownMiss(crystal),
            judge(slowThin), judge(fastThin),      judge(stabiliserFigure(thin, threads))};
}

const ValidationRegistration kChannel({70, "poiseuille", "Flow between plates starts up as its viscosity demands.",
                                       runChannel});
const ValidationRegistration kVortices({72, "taylor-green",
                                        "Vortices in a periodic box fade as their viscosity demands.", runVortices});

}  // namespace
}  // namespace meniscus
