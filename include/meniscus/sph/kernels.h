// The smoothing kernels of [MCG03] 3.5 and Wendland's C2 kernel, in three dimensions, with support radius h.
//
// Gradients are given as the factor g with gradW = g * (r_i - r_j): a factor needs no direction, and g <= 0 everywhere.
// One body serves float, double and, through the constants, the wide passes.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace meniscus {

template <typename Real>
struct Kernels {
    // Scales are made in double precision: h^9 in single precision would cost the density its last digits, and pressure
    // is a small difference of densities.
    explicit constexpr Kernels(double supportRadius)
        : h(static_cast<Real>(supportRadius)),
          h2(h * h),
          poly6Scale(static_cast<Real>(315.0 / (64.0 * kPi * power(supportRadius, 9)))),
          poly6GradientScale(static_cast<Real>(-945.0 / (32.0 * kPi * power(supportRadius, 9)))),
          spikyScale(static_cast<Real>(15.0 / (kPi * power(supportRadius, 6)))),
          spikyGradientScale(static_cast<Real>(-45.0 / (kPi * power(supportRadius, 6)))),
          viscosityScale(static_cast<Real>(15.0 / (2.0 * kPi * power(supportRadius, 3)))),
          viscosityLaplacianScale(static_cast<Real>(45.0 / (kPi * power(supportRadius, 6)))),
          wendlandScale(static_cast<Real>(21.0 / (2.0 * kPi * power(supportRadius, 3)))),
          wendlandGradientScale(static_cast<Real>(-210.0 / (kPi * power(supportRadius, 5)))) {}

    // [MCG03] eq. 20: 315 / (64 pi h^9) (h^2 - r^2)^3
    [[nodiscard]] constexpr Real poly6(Real r2) const {
        const Real d = std::max(h2 - r2, Real(0));
        return poly6Scale * d * d * d;
    }
    // Derived from eq. 20: -945 / (32 pi h^9) (h^2 - r^2)^2
    [[nodiscard]] constexpr Real poly6Gradient(Real r2) const {
        const Real d = std::max(h2 - r2, Real(0));
        return poly6GradientScale * d * d;
    }
    // Derived from eq. 20: -945 / (32 pi h^9) (h^2 - r^2) (3 h^2 - 7 r^2). It changes sign inside the support.
    [[nodiscard]] constexpr Real poly6Laplacian(Real r2) const {
        const Real d = std::max(h2 - r2, Real(0));
        return poly6GradientScale * d * (Real(3) * h2 - Real(7) * r2);
    }

    // [MCG03] eq. 21: 15 / (pi h^6) (h - r)^3
    [[nodiscard]] constexpr Real spiky(Real r) const {
        const Real d = std::max(h - r, Real(0));
        return spikyScale * d * d * d;
    }
    // Derived from eq. 21: -45 / (pi h^6) (h - r)^2 / r
    [[nodiscard]] constexpr Real spikyGradient(Real r) const {
        const Real d = std::max(h - r, Real(0));
        return spikyGradientScale * d * d / r;
    }

    // [MCG03] eq. 22: 15 / (2 pi h^3) (-r^3 / 2h^3 + r^2 / h^2 + h / 2r - 1)
    [[nodiscard]] constexpr Real viscosity(Real r) const {
        if (r >= h) return Real(0);
        return viscosityScale * (-r * r * r / (Real(2) * h2 * h) + r * r / h2 + h / (Real(2) * r) - Real(1));
    }
    // Below eq. 22: 45 / (pi h^6) (h - r), positive everywhere
    [[nodiscard]] constexpr Real viscosityLaplacian(Real r) const {
        return viscosityLaplacianScale * std::max(h - r, Real(0));
    }

    // Wendland 1995, C2: 21 / (2 pi h^3) (1 - q)^4 (1 + 4q), q = r / h
    [[nodiscard]] constexpr Real wendland(Real r) const {
        const Real d = std::max(Real(1) - r / h, Real(0));
        return wendlandScale * d * d * d * d * (Real(1) + Real(4) * r / h);
    }
    // Derived: -210 / (pi h^5) (1 - q)^3; the r of the direction cancels, so it is finite at the centre
    [[nodiscard]] constexpr Real wendlandGradient(Real r) const {
        const Real d = std::max(Real(1) - r / h, Real(0));
        return wendlandGradientScale * d * d * d;
    }

    // Shape of the cohesion force of Akinci, Akinci and Teschner 2013 eq. 2, scaled to 1 at its peak r = h / 2: pulls
    // at middle distances and pushes below 0.27 h, so that particles do not clump.
    [[nodiscard]] constexpr Real cohesion(Real r) const {
        const Real q = r / h;
        const Real left = std::max(Real(1) - q, Real(0));
        const Real product = left * q;
        const Real cube = Real(64) * product * product * product;
        return q > Real(0.5) ? cube : Real(2) * cube - Real(1);
    }

    static constexpr double kPi = std::numbers::pi;
    static constexpr double power(double base, int exponent) {
        return exponent == 0 ? 1.0 : base * power(base, exponent - 1);
    }

    Real h;
    Real h2;
    Real poly6Scale;
    Real poly6GradientScale;
    Real spikyScale;
    Real spikyGradientScale;
    Real viscosityScale;
    Real viscosityLaplacianScale;
    Real wendlandScale;
    Real wendlandGradientScale;
};

}  // namespace meniscus
