// Case rising-bubble: benchmark 1 of Hysing et al. 2009 (Int. J. Numer. Meth. Fluids 60, 1259-1288), a bubble a tenth
// as heavy as the fluid around it. It is a case of the plane; here it is a slab, four particles thick and periodic.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "validate/measurement.h"
#include "validate/room.h"

namespace meniscus {

namespace {

// Second-hand: read off by chaos-polymtl/lethe, rising-bubble.py. In the units of the benchmark, in which the room is
// 1 x 2, the bubble's radius 0.25 and gravity 0.98.
struct Point {
    double t = 0.0;
    double value = 0.0;
};
constexpr std::array<Point, 11> kCentre{{{0.24476, 0.514646},
                                         {0.49894, 0.554469},
                                         {0.75132, 0.608872},
                                         {0.99538, 0.670196},
                                         {1.2466, 0.728744},
                                         {1.49797, 0.785978},
                                         {1.75014, 0.838403},
                                         {1.99467, 0.888369},
                                         {2.24561, 0.936482},
                                         {2.49821, 0.984353},
                                         {2.74912, 1.032372}}};
constexpr std::array<Point, 11> kVelocity{{{0.24535, 0.114461},
                                           {0.49537, 0.196094},
                                           {0.74679, 0.23631},
                                           {0.99191, 0.241153},
                                           {1.2424, 0.231292},
                                           {1.49542, 0.218334},
                                           {1.74728, 0.206795},
                                           {1.99275, 0.197974},
                                           {2.24447, 0.193075},
                                           {2.49706, 0.191356},
                                           {2.74796, 0.192096}}};
constexpr double kGravity = 0.98, kRadius = 0.25, kWidth = 1.0, kDepth = 2.0, kViscosity = 10.0, kTension = 24.5;

// All lengths are halved, and with the same gravity the rest follows: Re = 35 and Eo = 10 are what counts.
constexpr double kLength = 0.5;
const double kTime = std::sqrt(kLength);
const double kSpeed = kLength / kTime;

constexpr int kAcross = 28, kThick = 4;  // particles
constexpr double kStiffness = 100.0;
constexpr uint8_t kBubble = 1;

// Water that stands under its own weight from the start: p / 2 of eq. 10 carries it, so the strain is 2 g depth / k.
void compress(WorldSetup& setup) {
    const double depth = kDepth * kLength;
    for (ParticleSeed& i : setup.particles) {
        const double y = i.x.y;
        i.x.y = static_cast<float>(y - 2.0 * kGravity / kStiffness * (depth * y - 0.5 * y * y));
        i.x.y = std::max(i.x.y, 0.5f * setup.spacing);
    }
}

WorldSetup bubbleSetup(int threads) {
    // Periodic across: as the flow is symmetric, that is the same as walls without friction.
    WorldSetup setup =
        filledRoom("rising bubble", kAcross, 2 * kAcross, kThick, kWidth * kLength / kAcross, {true, false, true});
    setup.fluids[0].stiffness = static_cast<float>(kStiffness);
    setup.fluids[0].viscosity = static_cast<float>(kViscosity * std::pow(kLength, 1.5));
    setup.settings.gravity = static_cast<float>(kGravity);
    setup.settings.interfaceTension = static_cast<float>(kTension * kLength * kLength);
    setup.settings.wallGrip = 1.0f;
    setup.settings.timeStep = 0.002f;
    setup = settledRoom(setup, threads);
    compress(setup);
    FluidKind bubble = findKnownFluid("oil");
    bubble.restDensity = 0.1f * setup.fluids[0].restDensity;
    bubble.stiffness = 10.0f * setup.fluids[0].stiffness;
    bubble.viscosity = 0.1f * setup.fluids[0].viscosity;
    setup.fluids.push_back(bubble);
    setup.isMixed = true;
    const double middle = 0.5 * kWidth * kLength;
    for (ParticleSeed& i : setup.particles) {
        const bool isInside = std::hypot(i.x.x - middle, i.x.y - middle) < kRadius * kLength;
        i.fluid = isInside ? kBubble : 0;
    }
    return setup;
}

struct Motion {
    std::vector<double> t, centre, velocity;  // in the benchmark's units
};

Motion watchBubble(World& world) {
    Motion motion;
    observe(world, 2.8 * kTime, 0.05 * kTime, [&](double time) {
        double y = 0.0, v = 0.0;
        size_t count = 0;
        for (const ParticleView& i : particlesOf(world)) {
            if (i.fluid == kBubble) y += i.x.y, v += i.v.y, ++count;
        }
        motion.t.push_back(time / kTime);
        motion.centre.push_back(y / static_cast<double>(count) / kLength);
        motion.velocity.push_back(v / static_cast<double>(count) / kSpeed);
    });
    return motion;
}

double valueAt(std::span<const double> t, std::span<const double> y, double time) {
    size_t n = 1;
    while (n + 1 < t.size() && t[n] < time) ++n;
    return y[n - 1] + (y[n] - y[n - 1]) * (time - t[n - 1]) / (t[n] - t[n - 1]);
}

// Root mean square of the difference, relative to that of the reference less its offset.
double curveError(std::span<const double> t, std::span<const double> y, std::span<const Point> reference,
                  double offset) {
    double squares = 0.0, norm = 0.0;
    for (const Point& point : reference) {
        squares += std::pow(valueAt(t, y, point.t) - point.value, 2);
        norm += std::pow(point.value - offset, 2);
    }
    return std::sqrt(squares / norm);
}

std::vector<ValidationResult> run(int threads) {
    World world(bubbleSetup(threads), threads);
    const Motion motion = watchBubble(world);
    const std::string note =
        fmt::format("{} particles across the bubble; the tank still swings by its compression", kAcross / 2);
    const double start = motion.centre.front();
    return {judgeKnownMiss(
                {.name = "rising-bubble: centre",
                 .reference = "Hysing et al. 2009, case 1, y(t) up to t = 2.75",
                 .measured = fmt::format("rms {:.1f} % of the way; y = {:.3f} at the end, reference {:.3f}",
                                         100.0 * curveError(motion.t, motion.centre, kCentre, start),
                                         valueAt(motion.t, motion.centre, kCentre.back().t), kCentre.back().value),
                 .error = curveError(motion.t, motion.centre, kCentre, start),
                 .bar = 0.05,
                 .note = note}),
            judgeKnownMiss(
                {.name = "rising-bubble: velocity",
                 .reference = "Hysing et al. 2009, case 1, v(t) up to t = 2.75",
                 .measured = fmt::format("v = {:.3f} at t = 1 and {:.3f} at the end, reference {:.3f} and {:.3f}",
                                         valueAt(motion.t, motion.velocity, 1.0),
                                         valueAt(motion.t, motion.velocity, kVelocity.back().t), kVelocity[3].value,
                                         kVelocity.back().value),
                 .error = curveError(motion.t, motion.velocity, kVelocity, 0.0),
                 .bar = 0.05,
                 .note = note})};
}

const ValidationRegistration kRegistration({160, "rising-bubble", "A light bubble rises as in Hysing's benchmark.",
                                            run});

}  // namespace
}  // namespace meniscus
