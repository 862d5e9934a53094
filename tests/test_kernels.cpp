// Laws of the smoothing kernels ([MCG03] 3.5), of the calibrated mass and of the wall table.
#include <catch2/catch.hpp>
#include <functional>

#include "meniscus/sph/fluid.h"
#include "meniscus/sph/wall_table.h"
#include "worlds.h"

using namespace meniscus;

namespace {

using Radial = std::function<double(double r)>;

constexpr double kRadii[] = {0.01, 0.045, 1.0, 3.0};
constexpr KernelPair kPairs[] = {KernelPair::Mcg03, KernelPair::Wendland};

struct NamedKernel {
    const char* name;
    Radial value;
    Radial gradient;   // the factor g of gradW = g r; empty where the solver needs none
    Radial laplacian;  // empty where the solver needs none
};

std::vector<NamedKernel> allKernels(const Kernels<double>& k) {
    return {
        {"poly6", [k](double r) { return k.poly6(r * r); }, [k](double r) { return k.poly6Gradient(r * r); },
         [k](double r) { return k.poly6Laplacian(r * r); }},
        {"spiky", [k](double r) { return k.spiky(r); }, [k](double r) { return k.spikyGradient(r); }, {}},
        {"viscosity", [k](double r) { return k.viscosity(r); }, {}, [k](double r) { return k.viscosityLaplacian(r); }},
        {"wendland", [k](double r) { return k.wendland(r); }, [k](double r) { return k.wendlandGradient(r); }, {}},
    };
}

double integrateOverBall(const Radial& f, double radius) {
    constexpr int kShells = 20000;
    double sum = 0.0;
    for (int shell = 0; shell < kShells; ++shell) {
        const double r = radius * (shell + 0.5) / kShells;
        sum += f(r) * 4.0 * std::numbers::pi * r * r * radius / kShells;
    }
    return sum;
}

// Calls check(kernel, h, r) for radii all over the support.
void forSamples(const std::function<void(const NamedKernel&, double, double)>& check) {
    for (const double h : kRadii) {
        for (const NamedKernel& kernel : allKernels(Kernels<double>(h))) {
            for (int n = 1; n < 50; ++n) {
                CAPTURE(kernel.name, h, n);
                check(kernel, h, h * n / 50.0);
            }
        }
    }
}

}  // namespace

TEST_CASE("Every kernel integrates to one", "[kernels]") {
    for (const double h : kRadii) {
        for (const NamedKernel& kernel : allKernels(Kernels<double>(h))) {
            CAPTURE(kernel.name, h);
            CHECK(integrateOverBall(kernel.value, h) == Approx(1.0).epsilon(1e-6));
        }
    }
}

TEST_CASE("Gradients are the derivatives of their kernels", "[kernels]") {
    forSamples([](const NamedKernel& kernel, double h, double r) {
        if (!kernel.gradient) return;
        const double e = 1e-5 * h;
        const double difference = (kernel.value(r + e) - kernel.value(r - e)) / (2.0 * e);
        CHECK(kernel.gradient(r) * r == Approx(difference).epsilon(1e-6).margin(1e-6 * kernel.value(0.1 * h) / h));
        CHECK(kernel.gradient(r) <= 0.0);
    });
}

TEST_CASE("Laplacians are the second derivatives of their kernels", "[kernels]") {
    forSamples([](const NamedKernel& kernel, double h, double r) {
        if (!kernel.laplacian) return;
        const double e = 1e-4 * h;
        const double low = kernel.value(r - e), here = kernel.value(r), high = kernel.value(r + e);
        const double difference = (high - 2.0 * here + low) / (e * e) + (high - low) / (e * r);
        const double margin = 1e-5 * kernel.value(0.1 * h) / (h * h);
        CHECK(kernel.laplacian(r) == Approx(difference).epsilon(1e-4).margin(margin));
    });
}

TEST_CASE("Kernels are positive inside their support and nothing outside", "[kernels]") {
    forSamples([](const NamedKernel& kernel, double h, double r) { CHECK(kernel.value(r) * h * h * h > 0.0); });
    for (const double h : kRadii) {
        for (const NamedKernel& kernel : allKernels(Kernels<double>(h))) {
            CAPTURE(kernel.name, h);
            for (const double r : {h, 1.0001 * h, 2.0 * h, 100.0 * h}) {
                CHECK(std::abs(kernel.value(r) * h * h * h) < 1e-12);
                if (kernel.gradient) CHECK(std::abs(kernel.gradient(r) * std::pow(h, 5)) < 1e-12);
                if (kernel.laplacian) CHECK(std::abs(kernel.laplacian(r) * std::pow(h, 5)) < 1e-12);
            }
        }
    }
}

TEST_CASE("The viscosity Laplacian is positive everywhere, that of poly6 changes sign once", "[kernels]") {
    const Kernels<double> kernels(0.045);
    int changes = 0;
    for (int n = 1; n < 1000; ++n) {
        const double r = 0.045 * n / 1000.0, last = 0.045 * (n - 1) / 1000.0;
        CHECK(kernels.viscosityLaplacian(r) > 0.0);
        if ((kernels.poly6Laplacian(r * r) > 0.0) != (kernels.poly6Laplacian(last * last) > 0.0)) ++changes;
    }
    CHECK(changes == 1);
}

TEST_CASE("Kernels in single precision agree with double", "[kernels]") {
    for (const float h : {0.005f, 0.045f, 1.0f}) {
        const Kernels<float> single(h);
        const Kernels<double> twice(h);
        for (int n = 1; n < 50; ++n) {
            const float r = h * static_cast<float>(n) / 50.0f;
            const double wide = r, wide2 = wide * wide;
            // (h - r) to the fourth loses four times what the difference itself has lost.
            const double error = 1e-6 / (1.0 - wide / h);
            CHECK(single.poly6(r * r) == Approx(twice.poly6(wide2)).epsilon(error));
            CHECK(single.poly6Gradient(r * r) == Approx(twice.poly6Gradient(wide2)).epsilon(error));
            CHECK(single.spikyGradient(r) == Approx(twice.spikyGradient(wide)).epsilon(error));
            CHECK(single.viscosityLaplacian(r) == Approx(twice.viscosityLaplacian(wide)).epsilon(error));
            CHECK(single.wendland(r) == Approx(twice.wendland(wide)).epsilon(error));
            CHECK(single.wendlandGradient(r) == Approx(twice.wendlandGradient(wide)).epsilon(error));
        }
    }
}

TEST_CASE("Kernel sums on the cubic lattice are the known ones", "[kernels]") {
    CHECK(latticeKernelSum(KernelPair::Mcg03, 1.5) == Approx(0.95).margin(0.005));
    CHECK(latticeKernelSum(KernelPair::Mcg03, 1.97) == Approx(1.0066).margin(0.0005));
    CHECK(latticeKernelSum(KernelPair::Mcg03, 2.0) == Approx(1.010).margin(0.001));
    CHECK(latticeKernelSum(KernelPair::Mcg03, 2.1) == Approx(1.015).margin(0.001));
    for (const KernelPair pair : kPairs) CHECK(latticeKernelSum(pair, 6.0) == Approx(1.0).margin(1e-3));
}

TEST_CASE("The calibrated mass gives the rest density on the rest lattice", "[kernels]") {
    constexpr float kSpacing = 0.02f;
    for (const KernelPair pair : kPairs) {
        for (const float restDensity : {100.0f, 1000.0f, 5000.0f}) {
            WorldSetup setup = emptyRoom(1.0f, kSpacing);
            setup.settings.kernelPair = pair;
            setup.fluids[0].restDensity = restDensity;
            for (int n = 0; n < 7 * 7 * 7; ++n) {
                const Vec3 place{static_cast<float>(n % 7 - 3), static_cast<float>(n / 7 % 7 - 3),
                                 static_cast<float>(n / 49 - 3)};
                setup.particles.push_back({place * kSpacing, {}});
            }
            const World world(setup, 1);
            // The middle particle, away from the surface.
            const ParticleView middle = particlesById(world)[343 / 2];
            REQUIRE(length(middle.x) < 1e-6f);
            CHECK(middle.density == Approx(restDensity).epsilon(2e-6));
        }
    }
}

TEST_CASE("A wall completes the density of a lattice that ends at it", "[kernels]") {
    constexpr float kSpacing = 0.02f;
    constexpr float kH = kSupportPerSpacing * kSpacing;
    for (const KernelPair pair : kPairs) {
        const WallTable table(pair, kH, kSpacing);
        const Kernels<double> kernels(kSupportPerSpacing);
        const double whole = latticeKernelSum(pair, kSupportPerSpacing);
        for (int layer = 0; layer < 3; ++layer) {
            // The lattice from its lowest layer up, seen from this layer; lengths in spacings.
            double sum = 0.0;
            for (int z = -layer; z <= 2; ++z) {
                for (int y = -2; y <= 2; ++y) {
                    for (int x = -2; x <= 2; ++x) {
                        const double r2 = x * x + y * y + z * z;
                        sum += pair == KernelPair::Mcg03 ? kernels.poly6(r2) : kernels.wendland(std::sqrt(r2));
                    }
                }
            }
            const float distance = (static_cast<float>(layer) + 0.5f) * kSpacing;
            const double wall = table.at(distance).kernelSum * std::pow(static_cast<double>(kSpacing), 3);
            CAPTURE(layer, sum, wall, whole);
            // The table spreads each plane evenly, the lattice has points: what remains is the difference of the two.
            CHECK(sum + wall == Approx(whole).epsilon(0.03));
        }
    }
}

TEST_CASE("Wall terms fade with the distance and end at the support radius", "[kernels]") {
    constexpr float kSpacing = 0.02f;
    constexpr float kH = kSupportPerSpacing * kSpacing;
    for (const KernelPair pair : kPairs) {
        const WallTable table(pair, kH, kSpacing);
        WallTerms last = table.at(0.0f);
        CHECK(last.kernelSum > 0.0f);
        CHECK(last.pressureGradient > 0.0f);
        CHECK(last.viscosity > 0.0f);
        for (int n = 1; n <= 200; ++n) {
            const WallTerms terms = table.at(kH * static_cast<float>(n) / 200.0f);
            CHECK(terms.kernelSum <= last.kernelSum);
            CHECK(terms.pressureGradient <= last.pressureGradient * 1.0001f);
            last = terms;
        }
        CHECK(last.kernelSum == 0.0f);
        CHECK(table.at(2.0f * kH).pressureGradient == 0.0f);
        CHECK(table.at(-1.0f).kernelSum == table.at(0.0f).kernelSum);
    }
}
