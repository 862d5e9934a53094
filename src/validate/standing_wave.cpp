// Case standing-wave: the lowest sloshing mode of a tank against the dispersion relation of linear waves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "meniscus/core/rng.h"
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

// The model of the scenes, from its own rest: shaken off the lattice, whose order would stand like a crystal, and
// settled under gravity as a syrup, then set moving by the velocities of linear theory, which squeeze nothing.
WorldSetup restingTank(int threads) {
    constexpr float kShake = 0.2f;   // of the spacing
    constexpr double kSettle = 1.0;  // s
    WorldSetup setup = waveSetup(KernelPair::Wendland);
    setDefaultModel(setup.settings);
    setup.settings.wallRoughness = 0.0f;
    setup.particles.clear();
    Rng rng(4);
    for (int n = 0; n < kAcross * kUp * kDeep; ++n) {
        const int x = n / (kUp * kDeep), y = n / kDeep % kUp, z = n % kDeep;
        const auto shaken = [&](int at, int count) {
            const float place = std::clamp(static_cast<float>(at) + 0.5f + kShake * rng.signedUniform(), 0.5f,
                                           static_cast<float>(count) - 0.5f);
            return place * setup.spacing;
        };
        const float px = shaken(x, kAcross), py = shaken(y, 2 * kUp), pz = shaken(z, kDeep);
        setup.particles.push_back({{px, py, pz}, {}});
    }
    World world(setup, threads);
    runUntil(world, kSettle);
    setup.particles.clear();
    for (const ParticleView& i : particlesOf(world)) setup.particles.push_back({i.x, {}});
    return setup;
}

// The frequency of waves in water that soft, A^2 being the mean square of their amplitude. Sound is so slow that the
// fluid gives way (m^2 = k^2 - omega^2 / c^2 in place of k^2), and high waves are slower than low ones: to second order
// omega = omega_0 (1 + (k A)^2 / 2 * w), w = omega_2 / omega_0 from Tadjbakhsh and Keller 1960 (J. Fluid Mech. 8, eq.
// 33).
double idealOmega(const WorldSetup& setup, double meanSquareAmplitude) {
    const double gravity = setup.settings.gravity, soundSquared = setup.fluids[0].stiffness;
    double omega2 = gravity * kWaveNumber * std::tanh(kWaveNumber * kDepth);
    for (int n = 0; n < 20; ++n) {
        const double m = std::sqrt(kWaveNumber * kWaveNumber - omega2 / soundSquared);
        omega2 = gravity * m * std::tanh(m * kDepth);
    }
    const double w0 = std::sqrt(std::tanh(kWaveNumber * kDepth));
    const double w2 = (9.0 * std::pow(w0, -7) - 12.0 * std::pow(w0, -3) - 3.0 * w0 - 2.0 * std::pow(w0, 5)) / 32.0;
    return std::sqrt(omega2) * (1.0 + 0.5 * kWaveNumber * kWaveNumber * meanSquareAmplitude * w2 / w0);
}

// Linear waves of a viscous fluid over a floor that slips: upward velocity w cos(kx) e^(st) with
// w = A sinh(ky) / sinh(kH) + B sinh(my) / sinh(mH), m^2 = k^2 + s / nu. The surface has no shear stress, which gives
// B / A, and its normal stress carries g eta, which gives s (Lamb 1932, article 349, with a floor).
struct ViscousMode {
    using Complex = std::complex<double>;

    Complex s;  // - decay + i omega, 1/s
    Complex m;  // wave number upward of the part with vorticity, 1/m
    Complex b;  // B / A

    ViscousMode(double nu, double gravity, double omega);

    [[nodiscard]] static Complex vorticalNumber(Complex s, double nu) {
        return std::sqrt(kWaveNumber * kWaveNumber + s / nu);
    }
    [[nodiscard]] static Complex vorticalShare(Complex m) {
        return -2.0 * kWaveNumber * kWaveNumber / (m * m + kWaveNumber * kWaveNumber);
    }
    // w and dw/dy / k where the surface moves with 1.
    struct Profile {
        Complex upward, slope;
    };
    [[nodiscard]] Profile at(double y) const {
        constexpr double k = kWaveNumber;
        // sinh(my) and cosh(my) over sinh(mH), which by themselves leave the range of numbers in thin fluid.
        const Complex fade = std::exp(m * (y - kDepth)) / (1.0 - std::exp(-2.0 * m * kDepth));
        const Complex echo = std::exp(-2.0 * m * y);
        const double scale = 1.0 / std::sinh(k * kDepth);
        return {(std::sinh(k * y) * scale + b * fade * (1.0 - echo)) / (1.0 + b),
                (std::cosh(k * y) * scale + b * fade * (1.0 + echo) * m / k) / (1.0 + b)};
    }
};

// The root s near that of the ideal fluid, by Newton's method.
ViscousMode::ViscousMode(double nu, double gravity, double omega) : s{-2.0 * nu * kWaveNumber * kWaveNumber, omega} {
    constexpr double k = kWaveNumber;
    const double coth = 1.0 / std::tanh(k * kDepth);
    const auto residual = [&](Complex root) {
        const Complex number = vorticalNumber(root, nu), share = vorticalShare(number);
        const Complex slope = k * coth + share * number / std::tanh(number * kDepth);
        return root * root * coth / k + gravity * (1.0 + share) + 2.0 * nu * root * slope;
    };
    for (int n = 0; n < 50; ++n) {
        constexpr double kStep = 1e-5;
        s -= residual(s) * (2.0 * kStep) / (residual(s + kStep) - residual(s - kStep));
    }
    m = vorticalNumber(s, nu);
    b = vorticalShare(m);
}

// The velocity with which the damped mode passes through the level surface: eta = A sin(omega t) e^(-decay t) cos(kx).
// That of an ideal fluid would shed its vorticity first, which shifts the frequency of thick waves by percents.
void kick(WorldSetup& setup, const ViscousMode& mode) {
    const std::complex<double> speed = mode.s * std::complex<double>(0.0, -kAmplitude);
    for (ParticleSeed& i : setup.particles) {
        const auto [upward, slope] = mode.at(std::min(static_cast<double>(i.x.y), kDepth));
        i.v = {static_cast<float>(-(speed * slope).real() * std::sin(kWaveNumber * i.x.x)),
               static_cast<float>((speed * upward).real() * std::cos(kWaveNumber * i.x.x)), 0.0f};
    }
}

// The mean of exp(-2 decay t) over that time.
double meanSquareOf(double decay, double seconds) {
    const double faded = 2.0 * decay * seconds;
    return faded > 1e-6 ? (1.0 - std::exp(-faded)) / faded : 1.0;
}

std::string noteOn(double viscosity) {
    if (viscosity < 1.0) return "3 spacings high; near its bar, so that other instruction sets may miss it";
    return viscosity == 40.0 ? "Re 20, by depth and sqrt(g H)"
                             : "viscosity acts as a stress, but for a tenth that is eq. 14";
}

void addDefaultRows(std::vector<ValidationResult>& results, int threads) {
    WorldSetup setup = restingTank(threads);
    const double gravity = setup.settings.gravity;
    const double ideal = std::sqrt(gravity * kWaveNumber * std::tanh(kWaveNumber * kDepth));
    for (const double viscosity : {0.001, 20.0, 40.0, 100.0}) {
        setup.fluids[0].viscosity = static_cast<float>(viscosity);
        const ViscousMode mode(viscosity / setup.fluids[0].restDensity, gravity, ideal);
        const std::complex<double> s = mode.s;
        kick(setup, mode);
        World world(setup, threads);
        const DampedWave wave = measureWave(world, s.imag());
        // What height and softness do to an ideal fluid, they do to a thick one.
        const double amplitude2 = kAmplitude * kAmplitude * meanSquareOf(wave.decay, 8.0 * std::numbers::pi / s.imag());
        const double omega = s.imag() * idealOmega(setup, amplitude2) / ideal;
        const Figure frequency{.name = fmt::format("standing-wave: default model, {} Pa s", viscosity),
                               .reference = fmt::format(
                                   "theory for its height and softness: {:.3f} rad/s, linear {:.3f}", omega, s.imag()),
                               .measured = fmt::format("{:.3f} rad/s, decay {:.2f} 1/s", wave.omega, wave.decay),
                               .error = relativeError(wave.omega, omega),
                               .bar = 0.01,
                               .note = noteOn(viscosity)};
        const bool isThin = viscosity < 1.0;
        results.push_back(isThin ? judgeKnownMiss(frequency) : judge(frequency));
        if (isThin) continue;  // all of that decay is the stabiliser's
        results.push_back(judge({.name = fmt::format("standing-wave: decay, {} Pa s", viscosity),
                                 .reference = fmt::format("linear theory: {:.3f} 1/s", -s.real()),
                                 .measured = fmt::format("{:.3f} 1/s", wave.decay),
                                 .error = relativeError(wave.decay, -s.real()),
                                 .bar = 0.2,
                                 .note = "contains what the stabiliser takes, 0.1 1/s in water"}));
    }
}

std::vector<ValidationResult> run(int threads) {
    Figure printed = waveFigure(KernelPair::Mcg03, "mcg03", threads);
    printed.note = fmt::format("{} particles in the depth, height {} spacings", kUp, kAmplitude / kSpacing);
    Figure consistent = waveFigure(KernelPair::Wendland, "wendland", threads);
    consistent.note = "no stabiliser, from the lattice: it resists shear like a crystal, which stiffens waves";
    std::vector<ValidationResult> results{judge(printed), judgeKnownMiss(consistent)};
    addDefaultRows(results, threads);
    return results;
}

const ValidationRegistration kRegistration({90, "standing-wave",
                                            "Water sloshes at the frequency of linear wave theory.", run});

}  // namespace
}  // namespace meniscus
