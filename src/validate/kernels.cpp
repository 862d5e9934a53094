// Case kernels: what [MCG03] 3.5 demands of a kernel, checked on the very functions that the solver calls.
#include "meniscus/sph/kernels.h"

#include <fmt/format.h>

#include <array>

#include "validate/measurement.h"

namespace meniscus {

namespace {

constexpr double kSupport = 0.045;  // m, that of the scenes
constexpr Kernels<double> kKernels(kSupport);

struct Kernel {
    std::string_view name;
    double (*value)(double r);
    double (*gradient)(double r);   // factor of r_i - r_j; null where the solver has no use for it
    double (*laplacian)(double r);  // likewise
};

constexpr std::array<Kernel, 4> kChecked{{
    {"poly6", [](double r) { return kKernels.poly6(r * r); }, [](double r) { return kKernels.poly6Gradient(r * r); },
     [](double r) { return kKernels.poly6Laplacian(r * r); }},
    {"spiky", [](double r) { return kKernels.spiky(r); }, [](double r) { return kKernels.spikyGradient(r); }, nullptr},
    {"viscosity", [](double r) { return kKernels.viscosity(r); }, nullptr,
     [](double r) { return kKernels.viscosityLaplacian(r); }},
    {"wendland", [](double r) { return kKernels.wendland(r); }, [](double r) { return kKernels.wendlandGradient(r); },
     nullptr},
}};

// The integral of 4 pi r^2 W over the support, midpoint rule.
double integral(const Kernel& kernel) {
    constexpr int kShells = 20000;
    const double width = kSupport / kShells;
    double sum = 0.0;
    for (int shell = 0; shell < kShells; ++shell) {
        const double r = (shell + 0.5) * width;
        sum += 4.0 * std::numbers::pi * r * r * kernel.value(r) * width;
    }
    return sum;
}

// The largest difference between the given and the differenced function over the support, relative to the largest value
// of the former. The innermost tenth is left out: spiky and viscosity have a cusp or a pole at the centre.
template <typename Given, typename Differenced>
double largestDeviation(const Given& given, const Differenced& differenced) {
    constexpr int kPoints = 200;
    double deviation = 0.0, largest = 0.0;
    for (int n = 0; n < kPoints; ++n) {
        const double r = kSupport * (0.1 + 0.89 * n / kPoints);
        deviation = std::max(deviation, std::abs(given(r) - differenced(r)));
        largest = std::max(largest, std::abs(given(r)));
    }
    return deviation / largest;
}

constexpr double kStep = 1e-4 * kSupport;

double gradientDeviation(const Kernel& kernel) {
    return largestDeviation(
        [&](double r) { return kernel.gradient(r) * r; },
        [&](double r) { return (kernel.value(r + kStep) - kernel.value(r - kStep)) / (2.0 * kStep); });
}

// In spherical coordinates the Laplacian of a radial function is (r W)'' / r.
double laplacianDeviation(const Kernel& kernel) {
    const auto rW = [&](double r) { return r * kernel.value(r); };
    return largestDeviation(kernel.laplacian, [&](double r) {
        return (rW(r + kStep) - 2.0 * rW(r) + rW(r - kStep)) / (kStep * kStep * r);
    });
}

ValidationResult differenceRow(const Kernel& kernel, std::string_view what, double deviation) {
    return judge({.name = fmt::format("kernels: {} {}", kernel.name, what),
                  .reference = "central differences of W, step h/10,000",
                  .measured = fmt::format("largest deviation {:.1e} of its largest value", deviation),
                  .error = deviation,
                  .bar = 1e-5});
}

std::vector<ValidationResult> run(int) {
    std::vector<ValidationResult> results;
    for (const Kernel& kernel : kChecked) {
        const double total = integral(kernel);
        results.push_back(judge({.name = fmt::format("kernels: {} integral", kernel.name),
                                 .reference = "1 ([MCG03] eq. 20 to 22; Wendland 1995)",
                                 .measured = fmt::format("{:.9f}", total),
                                 .error = relativeError(total, 1.0),
                                 .bar = 1e-6}));
        if (kernel.gradient) results.push_back(differenceRow(kernel, "gradient", gradientDeviation(kernel)));
        if (kernel.laplacian) results.push_back(differenceRow(kernel, "Laplacian", laplacianDeviation(kernel)));
    }
    return results;
}

const ValidationRegistration kRegistration({10, "kernels",
                                            "Kernels integrate to one; gradients and Laplacians match differences.",
                                            run});

}  // namespace
}  // namespace meniscus
