// Case standing-wave: the lowest sloshing mode of a tank against the dispersion relation of linear waves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "meniscus/sph/fluid.h"
#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr int kAcross = 40, kUp = 20, kDeep = 5;  // particles; the third axis is periodic and just wide enough
constexpr double kLength = 0.8;                   // m
constexpr double kSpacing = kLength / kAcross;    // m
constexpr double kDepth = kUp * kSpacing;         // m
constexpr double kAmplitude = 3.0 * kSpacing;     // m
constexpr double kWaveNumber = std::numbers::pi / kLength;  // half a wave fits the tank
constexpr double kCompression = 0.01;                       // of the fluid at the floor

// Linear theory moves fluid at (x, y) by A cos(kx) sinh(ky) / sinh(kH) upward and -A sin(kx) cosh(ky) / sinh(kH)
// sideways: a cosine on the surface, nothing through the walls, and to first order no change of volume.
Vec3 displaced(double x, double y, double z) {
    const double scale = kAmplitude / std::sinh(kWaveNumber * kDepth);
    return {static_cast<float>(x - scale * std::sin(kWaveNumber * x) * std::cosh(kWaveNumber * y)),
            static_cast<float>(y + scale * std::cos(kWaveNumber * x) * std::sinh(kWaveNumber * y)),
            static_cast<float>(z)};
}

void setTank(WorldSetup& setup, KernelPair pair) {
    Settings& settings = setup.settings;
    FluidKind& water = setup.fluids[0];
    const bool printed = pair == KernelPair::Mcg03;
    settings.kernelPair = pair;
    // Eq. 10 passes on half of the pressure, so the printed pair needs twice the stiffness for the same compression.
    water.stiffness = static_cast<float>((printed ? 2.0 : 1.0) * settings.gravity * kDepth / kCompression);
    const float h = kSupportPerSpacing * static_cast<float>(kSpacing);
    water.viscosity = 0.006f * water.restDensity * std::sqrt(water.stiffness) * h;
    settings.timeStep = 0.00125f;
    settings.wallGrip = 0.0f;
    settings.tensionOn = false;
}

WorldSetup waveSetup(KernelPair pair) {
    WorldSetup setup;
    setup.scene = "standing wave";
    setup.spacing = static_cast<float>(kSpacing);
    setup.domain.bounds = {
        {0.0f, 0.0f, 0.0f},
        {static_cast<float>(kLength), static_cast<float>(2.0 * kDepth), static_cast<float>(kDeep * kSpacing)}};
    setup.domain.periodic = {false, false, true};
    setTank(setup, pair);
    for (int x = 0; x < kAcross; ++x) {
        for (int y = 0; y < kUp; ++y) {
            for (int z = 0; z < kDeep; ++z) {
                Vec3 place = displaced((x + 0.5) * kSpacing, (y + 0.5) * kSpacing, (z + 0.5) * kSpacing);
                // The first layer must keep its distance from the walls.
                const float clearance = 0.5f * setup.spacing;
                place.x = std::clamp(place.x, clearance, static_cast<float>(kLength) - clearance);
                place.y = std::max(place.y, clearance);
                setup.particles.push_back({place, {}});
            }
        }
    }
    return setup;
}

// The amplitude of the mode at the surface: the mean of y cos(kx) over the fluid is half of it, to first order.
double modeAmplitude(const World& world) {
    double sum = 0.0;
    const std::vector<ParticleView> particles = particlesOf(world);
    for (const ParticleView& i : particles) sum += i.x.y * std::cos(kWaveNumber * i.x.x);
    return 2.0 * sum / static_cast<double>(particles.size());
}

DampedWave measureWave(World& world, double omega) {
    const double period = 2.0 * std::numbers::pi / omega;
    std::vector<double> t, amplitude;
    observe(world, 4.0 * period, period / 40.0, [&](double time) {
        t.push_back(time);
        amplitude.push_back(modeAmplitude(world));
    });
    return fitDampedWave(t, amplitude, omega);
}

Figure waveFigure(KernelPair pair, std::string_view name, int threads) {
    World world(waveSetup(pair), threads);
    const double omega = std::sqrt(world.settings().gravity * kWaveNumber * std::tanh(kWaveNumber * kDepth));
    const DampedWave wave = measureWave(world, omega);
    return {.name = fmt::format("standing-wave: {}", name),
            .reference = fmt::format("omega^2 = g k tanh(k H): {:.3f} rad/s", omega),
            .measured = fmt::format("{:.3f} rad/s, decay {:.2f} 1/s", wave.omega, wave.decay),
            .error = relativeError(wave.omega, omega),
            .bar = 0.03};
}

std::vector<ValidationResult> run(int threads) {
    Figure printed = waveFigure(KernelPair::Mcg03, "mcg03", threads);
    printed.note = fmt::format("{} particles in the depth, height {} spacings", kUp, kAmplitude / kSpacing);
    Figure consistent = waveFigure(KernelPair::Wendland, "wendland", threads);
    consistent.note = "jams at 28 neighbours: the particles resist shear like grains, which stiffens small waves";
    return {judge(printed), judgeKnownMiss(consistent)};
}

const ValidationRegistration kRegistration({90, "standing-wave",
                                            "Water sloshes at the frequency of linear wave theory.", run});

}  // namespace
}  // namespace meniscus
