#include "validate/measurement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "fluid/methods/mcg03/stabiliser.h"
#include "meniscus/sph/fluid.h"

namespace meniscus {

double length(Vec3d a) {
    return std::hypot(a.x, a.y, a.z);
}

WorldSetup sceneSetup(std::string_view scene, size_t particles) {
    SceneOptions options;
    if (particles > 0) options.particles = particles;
    return buildScene(findScene(scene), options);
}

void setDefaultModel(Settings& settings) {
    const Settings water = sceneSetup("splash").settings;
    settings.kernelPair = water.kernelPair;
    settings.stabiliser = water.stabiliser;
    settings.stabiliserStrength = water.stabiliserStrength;
}

void runUntil(World& world, double seconds) {
    while (world.totals().simulatedSeconds + 0.5 * world.settings().timeStep < seconds) world.step();
}

void observe(World& world, double seconds, double interval, const std::function<void(double)>& look) {
    const double begin = world.totals().simulatedSeconds;
    const int looks = static_cast<int>(std::floor((seconds - begin) / interval + 1e-6));
    for (int n = 0; n <= looks; ++n) {
        runUntil(world, begin + n * interval);
        look(world.totals().simulatedSeconds);
    }
}

std::vector<ParticleView> particlesOf(const World& world) {
    std::vector<ParticleView> particles(world.particleCount());
    for (size_t i = 0; i < particles.size(); ++i) particles[i] = world.particle(i);
    return particles;
}

MomentumSum momentumOf(const World& world) {
    MomentumSum sum;
    const double m = world.particleMass();
    for (const ParticleView& i : particlesOf(world)) {
        sum.total.x += m * i.v.x;
        sum.total.y += m * i.v.y;
        sum.total.z += m * i.v.z;
        sum.absolute += m * length(i.v);
    }
    return sum;
}

Vec3d centreOf(std::span<const ParticleView> particles) {
    Vec3d sum;
    for (const ParticleView& i : particles) sum.x += i.x.x, sum.y += i.x.y, sum.z += i.x.z;
    const double count = static_cast<double>(particles.size());
    return {sum.x / count, sum.y / count, sum.z / count};
}

double surfaceLevel(std::span<const ParticleView> particles, double spacing) {
    std::map<std::pair<long, long>, double> tops;
    for (const ParticleView& i : particles) {
        const auto column = std::pair(std::lround(i.x.x / (2.0 * spacing)), std::lround(i.x.z / (2.0 * spacing)));
        double& top = tops.try_emplace(column, 0.0).first->second;
        top = std::max(top, static_cast<double>(i.x.y));
    }
    double sum = 0.0;
    for (const auto& [column, top] : tops) sum += top;
    return sum / static_cast<double>(tops.size()) + 0.5 * spacing;
}

double gradientSum(const ParticleView& i, std::span<const ParticleView> particles, const World& world) {
    const Kernels<double> kernels(world.supportRadius());
    const auto pair = world.settings().kernelPair;
    double sum = 0.0;
    for (const ParticleView& j : particles) {
        const double r = length(i.x - j.x);
        if (r >= kernels.h || j.id == i.id) continue;
        const double gradient = pair == KernelPair::Mcg03 ? kernels.spikyGradient(r) : kernels.wendlandGradient(r);
        sum -= world.particleMass(j.fluid) / j.density * r * r * gradient / 3.0;
    }
    const bool isCalibrated = world.settings().stabiliser && pair == KernelPair::Wendland;
    return isCalibrated ? sum / kSettledGradient : sum;
}

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Line fitLine(std::span<const double> x, std::span<const double> y) {
    const double meanX = meanOf(x), meanY = meanOf(y);
    double xx = 0.0, xy = 0.0;
    for (size_t n = 0; n < x.size(); ++n) {
        xx += (x[n] - meanX) * (x[n] - meanX);
        xy += (x[n] - meanX) * (y[n] - meanY);
    }
    const double slope = xy / xx;
    return {slope, meanY - slope * meanX};
}

namespace {

// Solves the symmetric 3 x 3 system of the normal equations by Cramer's rule.
std::array<double, 3> solve3(const std::array<std::array<double, 3>, 3>& m, const std::array<double, 3>& right) {
    const auto determinant = [](const std::array<std::array<double, 3>, 3>& a) {
        return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
               a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
    };
    const double whole = determinant(m);
    std::array<double, 3> solution{};
    for (size_t column = 0; column < 3; ++column) {
        auto replaced = m;
        for (size_t row = 0; row < 3; ++row) replaced[row][column] = right[row];
        solution[column] = determinant(replaced) / whole;
    }
    return solution;
}

// The sum of squares that the best a, b, c leave for this omega and decay.
double waveResidual(std::span<const double> t, std::span<const double> y, double omega, double decay) {
    std::array<std::array<double, 3>, 3> normal{};
    std::array<double, 3> right{};
    const auto basis = [&](double time) {
        const double fade = std::exp(-decay * time);
        return std::array{1.0, fade * std::cos(omega * time), fade * std::sin(omega * time)};
    };
    for (size_t n = 0; n < t.size(); ++n) {
        const auto f = basis(t[n]);
        for (size_t row = 0; row < 3; ++row) {
            for (size_t column = 0; column < 3; ++column) normal[row][column] += f[row] * f[column];
            right[row] += f[row] * y[n];
        }
    }
    const auto amplitude = solve3(normal, right);
    double sum = 0.0;
    for (size_t n = 0; n < t.size(); ++n) {
        const auto f = basis(t[n]);
        const double left = y[n] - amplitude[0] * f[0] - amplitude[1] * f[1] - amplitude[2] * f[2];
        sum += left * left;
    }
    return sum;
}

}  // namespace

DampedWave fitDampedWave(std::span<const double> t, std::span<const double> y, double omegaGuess) {
    double lowOmega = 0.5 * omegaGuess, highOmega = 2.0 * omegaGuess;
    double lowDecay = 0.0, highDecay = 0.5 * omegaGuess;
    DampedWave best;
    double bestSum = INFINITY;
    // A search on a grid that zooms in on its best point: slow and sure, and the case takes seconds anyway.
    constexpr int kRounds = 7, kSteps = 24;
    for (int round = 0; round < kRounds; ++round) {
        const double stepOmega = (highOmega - lowOmega) / kSteps, stepDecay = (highDecay - lowDecay) / kSteps;
        for (int a = 0; a <= kSteps; ++a) {
            for (int b = 0; b <= kSteps; ++b) {
                const double omega = lowOmega + a * stepOmega, decay = lowDecay + b * stepDecay;
                const double sum = waveResidual(t, y, omega, decay);
                if (sum < bestSum) bestSum = sum, best.omega = omega, best.decay = decay;
            }
        }
        lowOmega = best.omega - 3.0 * stepOmega, highOmega = best.omega + 3.0 * stepOmega;
        lowDecay = std::max(best.decay - 3.0 * stepDecay, 0.0), highDecay = best.decay + 3.0 * stepDecay;
    }
    double spread = 0.0;
    for (const double value : y) spread += std::pow(value - meanOf(y), 2);
    best.residual = std::sqrt(bestSum / spread);
    return best;
}

double relativeError(double measured, double reference) {
    return std::abs(measured / reference - 1.0);
}

namespace {

ValidationResult resultOf(Figure figure, ValidationResult::Verdict beyondBar) {
    ValidationResult result;
    result.name = std::move(figure.name);
    result.reference = std::move(figure.reference);
    result.measured = std::move(figure.measured);
    result.error = figure.error;
    result.bar = figure.bar;
    result.verdict = figure.error <= figure.bar ? ValidationResult::Verdict::Pass : beyondBar;
    result.note = std::move(figure.note);
    return result;
}

}  // namespace

ValidationResult judge(Figure figure) {
    return resultOf(std::move(figure), ValidationResult::Verdict::Fail);
}

ValidationResult judgeKnownMiss(Figure figure) {
    // What is not a number is no figure to report.
    const bool isFigure = std::isfinite(figure.error);
    return resultOf(std::move(figure),
                    isFigure ? ValidationResult::Verdict::Reported : ValidationResult::Verdict::Fail);
}

}  // namespace meniscus
