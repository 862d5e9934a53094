// What particles are made of, as the sums of a substep need it: settings and the table of fluids, frozen.
#pragma once

#include "meniscus/fluid/fluid_kind.h"
#include "meniscus/fluid/settings.h"
#include "meniscus/fluid/space.h"
#include "meniscus/sph/fluid.h"

namespace meniscus {

// The first fluid of the table, for one substep. A term that is switched off has its constant set to zero.
[[nodiscard]] Fluid firstFluid(const Settings& settings, const FluidKind& kind, const Space& space);

// What that is for one particle, by its own fluid and temperature.
[[nodiscard]] Fluid ownFluid(const Fluid& first, const Settings& settings, const FluidKind& kind, float temperature);

// Noise slower than this share of the speed of sound meets the stabiliser in full, faster flow less and less of it: a
// splash is no noise. Only with the consistent kernels: the printed ones feed energy into fast noise too.
inline constexpr float kCalmSpeed = 0.01f;
// The viscosity with which the stabiliser acts on noise, Pa s.
[[nodiscard]] float stabiliserViscosity(const Settings& settings, const FluidKind& kind, float h);

// The friction where a surface meets a wall, in rho0 h times the speed of waves in the skin.
inline constexpr float kRimFriction = 0.075f;
// What a surface that pulls as a stress adds to the stiffness, m^2/s^2: drops with a tension of 20 N/m need shorter
// steps.
[[nodiscard]] float skinStiffness(const Settings& settings, const FluidKind& kind, float h);

// What of it a flow of vortices twelve spacings wide meets at most (validate taylor-green, without viscosity: 0.4 %
// with one calibration of the pressure, -0.5 % with another, which is the relief of shear).
inline constexpr float kStabiliserOnFlow = 0.005f;

// kg, of one particle of the fluid.
[[nodiscard]] float massOf(const FluidKind& kind, const Settings& settings, const Space& space);

}  // namespace meniscus
