// What the cases share: worlds to measure in, sums over their particles, fits, and verdicts. Sums are in double: the
// state is float, and the measurement must not add to its rounding.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "meniscus/scene/scene.h"
#include "meniscus/validate/validation.h"

namespace meniscus {

struct Vec3d {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};
[[nodiscard]] constexpr Vec3d operator-(Vec3d a, Vec3d b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[nodiscard]] constexpr Vec3d widened(Vec3 a) {
    return {a.x, a.y, a.z};
}
[[nodiscard]] double length(Vec3d a);

// The scene as it ships, at the given count of particles (0: its own).
[[nodiscard]] WorldSetup sceneSetup(std::string_view scene, size_t particles = 0);

// The model of the scenes' water: consistent kernels and the stabiliser. Viscosity is left as it is.
void setDefaultModel(Settings& settings);

// Steps until the given simulated time, to the nearest step.
void runUntil(World& world, double seconds);

// Steps until the given simulated time and looks about every interval, the first time at once.
void observe(World& world, double seconds, double interval, const std::function<void(double time)>& look);

[[nodiscard]] std::vector<ParticleView> particlesOf(const World& world);

struct MomentumSum {
    Vec3d total;            // sum of m v, kg m/s
    double absolute = 0.0;  // sum of m |v|, kg m/s: what the total is small against
};
[[nodiscard]] MomentumSum momentumOf(const World& world);

// The mean position of the particles, which all have the same mass.
[[nodiscard]] Vec3d centreOf(std::span<const ParticleView> particles);

// Height of the free surface over the floor y = 0: the mean over upright columns, two spacings wide, of the highest
// particle's centre, and half a spacing more. Columns without particles do not count.
[[nodiscard]] double surfaceLevel(std::span<const ParticleView> particles, double spacing);

// -1/3 sum of V r . gradW over the neighbours: 1 for a kernel in the continuum, and the share of a pressure gradient
// that these particles, where they are, feel as force. 0.953 for spiky on the cubic lattice.
[[nodiscard]] double gradientSum(const ParticleView& i, std::span<const ParticleView> particles, const World& world);

[[nodiscard]] double meanOf(std::span<const double> values);

struct Line {
    double slope = 0.0;
    double offset = 0.0;
};
// Least squares; needs two different x.
[[nodiscard]] Line fitLine(std::span<const double> x, std::span<const double> y);

// y = a + e^(-decay t) (b cos(omega t) + c sin(omega t)), least squares.
struct DampedWave {
    double omega = 0.0;     // rad/s
    double decay = 0.0;     // 1/s
    double residual = 0.0;  // rms of what is left over, relative to the rms of y about its mean
};
// Looks for omega within a factor of two of the guess, and for decay between zero and half of it.
[[nodiscard]] DampedWave fitDampedWave(std::span<const double> t, std::span<const double> y, double omegaGuess);

[[nodiscard]] double relativeError(double measured, double reference);

// A figure against its bar. Text and note are for the reader; only error and bar decide.
struct Figure {
    std::string name;
    std::string reference;
    std::string measured;
    double error = 0.0;
    double bar = 0.0;
    std::string note = {};
};
[[nodiscard]] ValidationResult judge(Figure figure);
// For figures that the printed model is known to miss at interactive settings: within the bar passes, beyond it is
// reported. The note must say why.
[[nodiscard]] ValidationResult judgeKnownMiss(Figure figure);

}  // namespace meniscus
