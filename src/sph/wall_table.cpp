#include "meniscus/sph/wall_table.h"

namespace meniscus {

namespace {

// The sums over one endless plane of particles, a distance below the particle; integrated over rings of radius s.
WallTerms sumPlane(const Kernels<double>& kernels, KernelPair pair, double z, double spacing) {
    constexpr int kRings = 400;
    double w = 0.0, push = 0.0, viscosity = 0.0, gradient = 0.0, laplacian = 0.0, cohesion = 0.0, colour = 0.0,
           across = 0.0;
    const double reach2 = kernels.h2 - z * z;
    if (reach2 <= 0.0) return {};
    // Rings of equal area: s ds is constant, which makes the midpoint rule exact for polynomials in r^2 of low order.
    const double ringArea = std::numbers::pi * reach2 / kRings;
    for (int ring = 0; ring < kRings; ++ring) {
        const double r2 = z * z + reach2 * (ring + 0.5) / kRings;
        const double r = std::sqrt(r2);
        const bool printed = pair == KernelPair::Mcg03;
        w += ringArea * (printed ? kernels.poly6(r2) : kernels.wendland(r));
        push -= ringArea * z * (printed ? kernels.spikyGradient(r) : kernels.wendlandGradient(r));
        viscosity += ringArea * kernels.viscosityLaplacian(r);
        gradient -= ringArea * z * kernels.poly6Gradient(r2);
        laplacian += ringArea * kernels.poly6Laplacian(r2);
        cohesion += ringArea * z / r * kernels.cohesion(r);
        colour += ringArea * kernels.poly6(r2);
        across += ringArea * std::pow(1.0 - r / kernels.h, 3) * (z * z - 0.5 * (r2 - z * z));
    }
    const double perArea = 1.0 / (spacing * spacing);
    return {static_cast<float>(w * perArea),         static_cast<float>(push * spacing),
            static_cast<float>(viscosity * spacing), static_cast<float>(gradient * spacing),
            static_cast<float>(laplacian * spacing), static_cast<float>(cohesion * perArea),
            static_cast<float>(colour * spacing),    static_cast<float>(across * perArea)};
}

}  // namespace

WallTable::WallTable(KernelPair pair, float h, float spacing) : h_(h), minimum_(0.25f * spacing) {
    const Kernels<double> kernels(h);
    for (int k = 0; k <= kEntries; ++k) {
        const double d = minimum_ + static_cast<double>(h_ - minimum_) * k / kEntries;
        WallTerms sum;
        // The first plane lies half a spacing inside the wall, as the first layer of fluid lies half a spacing outside.
        for (double depth = 0.5 * spacing; d + depth < h_; depth += spacing) {
            const WallTerms plane = sumPlane(kernels, pair, d + depth, spacing);
            sum.kernelSum += plane.kernelSum;
            sum.pressureGradient += plane.pressureGradient;
            // Fluid inside the wall mirrors the flow, so that its speed is zero at the wall itself: a difference of
            // (1 + depth / d) v instead of v.
            sum.viscosity += plane.viscosity * static_cast<float>(1.0 + depth / d);
            sum.colourGradient += plane.colourGradient;
            sum.colourLaplacian += plane.colourLaplacian;
            sum.cohesion += plane.cohesion;
            sum.colour += plane.colour;
            sum.aroundAcross += plane.aroundAcross;
        }
        entries_[k] = sum;
    }
}

}  // namespace meniscus
