// Case swirl: the stirred glass. Angular momentum grows until the glass takes as much as the field gives, and the free
// surface dips at the axis.
#include <fmt/format.h>

#include <cmath>

#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr double kSpinUp = 4.0, kEnd = 8.0;  // s; between them the flow is taken as steady

// Rings around the axis, one spacing wide, averaged over many looks.
struct Ring {
    double count = 0.0;
    double speed = 0.0;  // sum of the speed around the axis, m/s
    std::vector<double> levels;
};

double aroundAxis(const ParticleView& i) {
    return static_cast<double>(i.x.z) * i.v.x - static_cast<double>(i.x.x) * i.v.z;
}

double meanSpin(std::span<const ParticleView> particles) {
    double sum = 0.0;
    for (const ParticleView& i : particles) sum += aroundAxis(i);
    return sum / static_cast<double>(particles.size());
}

void addToRings(std::span<const ParticleView> particles, double spacing, std::vector<Ring>& rings) {
    std::vector<std::vector<ParticleView>> members(rings.size());
    for (const ParticleView& i : particles) {
        const double r = std::hypot(i.x.x, i.x.z);
        const auto n = static_cast<size_t>(r / spacing);
        if (n >= rings.size() || r <= 0.0) continue;
        members[n].push_back(i);
        rings[n].count += 1.0;
        rings[n].speed += aroundAxis(i) / r;
    }
    for (size_t n = 0; n < rings.size(); ++n) {
        if (!members[n].empty()) rings[n].levels.push_back(surfaceLevel(members[n], spacing));
    }
}

// Rotating water at rest in its own frame slopes by v^2 / (g r); for rigid rotation the integral is omega^2 R^2 / 2g.
double expectedRise(const std::vector<Ring>& rings, double spacing, double gravity) {
    double rise = 0.0;
    const auto slope = [&](size_t n) {
        const double v = rings[n].speed / rings[n].count;
        return v * v / (gravity * (static_cast<double>(n) + 0.5) * spacing);
    };
    for (size_t n = 0; n + 1 < rings.size(); ++n) rise += 0.5 * (slope(n) + slope(n + 1)) * spacing;
    return rise;
}

// On the axis, half-way up the room, nothing is as near as the wall of the glass.
double glassRadius(const WorldSetup& setup) {
    return setup.solids->distance({0.0f, setup.domain.bounds.centre().y, 0.0f});
}

std::vector<ValidationResult> run(int threads) {
    World world(sceneSetup("glass-swirl"), threads);
    const double spacing = world.setup().spacing;
    std::vector<Ring> rings(static_cast<size_t>(glassRadius(world.setup()) / spacing));
    std::vector<double> early, late;
    runUntil(world, kSpinUp);
    observe(world, kEnd, 0.1, [&](double time) {
        const std::vector<ParticleView> particles = particlesOf(world);
        (time < 0.5 * (kSpinUp + kEnd) ? early : late).push_back(meanSpin(particles));
        addToRings(particles, spacing, rings);
    });
    const double drift = relativeError(meanOf(late), meanOf(early));
    const double rise = meanOf(rings.back().levels) - meanOf(rings.front().levels);
    const double expected = expectedRise(rings, spacing, world.settings().gravity);
    return {judge({.name = "swirl: plateau",
                   .reference = fmt::format("angular momentum steady from {} s on", kSpinUp),
                   .measured = fmt::format("{:.4f} m^2/s a kg, {:.2f} % change in {} s", meanOf(late), 100.0 * drift,
                                           0.5 * (kEnd - kSpinUp)),
                   .error = drift,
                   .bar = 0.02}),
            judgeKnownMiss(
                {.name = "swirl: dip",
                 .reference = fmt::format("integral of v^2 / (g r): {:.0f} mm from axis to wall", 1e3 * expected),
                 .measured = fmt::format("{:.0f} mm", 1e3 * rise),
                 .error = relativeError(rise, expected),
                 .bar = 0.10,
                 .note = fmt::format("not rigid, so not omega^2 R^2 / 2g; the level is known to a spacing, {:.0f} mm",
                                     1e3 * spacing)})};
}

const ValidationRegistration kRegistration({110, "swirl",
                                            "A stirred glass reaches a steady spin, and its surface dips.", run});

}  // namespace
}  // namespace meniscus
