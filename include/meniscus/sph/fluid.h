// What the fluid is made of during one substep: frozen, so that no pass sees a setting change under it.
#pragma once

#include "meniscus/core/enum_names.h"
#include "meniscus/sph/kernels.h"

namespace meniscus {

// Support radius over particle spacing, the sampling of [MSKG05]: 26 neighbours on the lattice, about 28 in a flow.
inline constexpr float kSupportPerSpacing = 1.97f;

// Which kernels measure density and pressure.
enum class KernelPair {
    Mcg03,     // poly6 for density, spiky for the pressure gradient, forces by eq. 10: as printed
    Wendland,  // Wendland C2 for both, forces by p_i / rho_i^2 + p_j / rho_j^2
};
template <>
inline constexpr auto kNamesOf<KernelPair> = namesFor<KernelPair>("mcg03", "wendland");

// How surface tension acts.
enum class TensionModel {
    ColourField,  // [MCG03] eq. 19: as printed; does not conserve momentum
    Cohesion,     // particles attract each other in pairs; conserves momentum, but freezes
    Stress,       // a skin pulls along the surface, summed in pairs; conserves momentum
};
template <>
inline constexpr auto kNamesOf<TensionModel> = namesFor<TensionModel>("colour-field", "cohesion", "stress");

// How tension acts between fluids of different polarity.
enum class InterfaceModel {
    Stress,       // along the interface, summed in pairs; conserves momentum
    ColourField,  // [MSKG05] eq. 11: as printed; does not
};
template <>
inline constexpr auto kNamesOf<InterfaceModel> = namesFor<InterfaceModel>("stress", "colour-field");

struct Fluid {
    KernelPair pair = KernelPair::Mcg03;
    TensionModel tension = TensionModel::ColourField;
    float h = 0.0f;                    // m, support radius
    float spacing = 0.0f;              // m, distance of particles on the rest lattice
    float colourGradientScale = 0.0f;  // of poly6, times the volume at rest, for the weight (1 - r^2 / h^2)^2: 1/m^2
    float mass = 0.0f;                 // kg, of one particle
    float restDensity = 0.0f;          // rho0, kg/m^3
    float stiffness = 0.0f;            // k of eq. 12, m^2/s^2; 0 with pressure switched off
    float viscosity = 0.0f;            // mu of eq. 14, Pa s; 0 with viscosity switched off
    float stabiliser = 0.0f;           // viscosity against noise, Pa s; 0 with the stabiliser switched off
    float creepRate = 0.0f;            // of strain, halved: slower is creep, as thick fluid has at rest, 1/s
    float thickness = 0.0f;            // 0 as water to 1: as thick as syrup, so that viscosity alone calms it
    float yieldSlowness = 0.0f;        // s/m: noise faster than 1 / this meets less of that viscosity; 0: all of it
    float surfaceTension = 0.0f;       // sigma of eq. 19, N/m; 0 with tension switched off
    float surfaceThreshold = 0.0f;     // l of eq. 23, 1/m
    float cohesion = 0.0f;             // N, peak force of a pair in the cohesion model
    float rimFriction = 0.0f;          // viscosity against slip where the surface meets a wall, Pa s
    float colourScale = 0.0f;          // 1 over the sum of (1 - r^2 / h^2)^3 on the rest lattice
    bool allowSuction = false;         // let p of eq. 12 be negative

    // Whether the surface pulls as a stress: then the passes sum what it needs.
    [[nodiscard]] bool hasSurfaceStress() const { return tension == TensionModel::Stress && surfaceTension > 0.0f; }

    // [MCG03] eq. 12: p = k (rho - rho0). Clamped at zero unless suction is wanted: negative pressure between few
    // neighbours makes particles clump.
    [[nodiscard]] float pressure(float rho) const {
        const float p = stiffness * (rho - restDensity);
        return allowSuction ? p : std::max(p, 0.0f);
    }
};

// Sum of W over a cubic lattice of unit volume per particle. The mass is calibrated with it, so that the rest lattice
// measures exactly rho0: poly6 sums to 1.007 at h / spacing 1.97, not to 1.
[[nodiscard]] double latticeKernelSum(KernelPair pair, double supportPerSpacing);

// Sum of (1 - r^2 / h^2)^3 over a cubic lattice: poly6 without its scale.
[[nodiscard]] double latticeColourSum(double supportPerSpacing);

// Peak force between two particles (N) with which the cohesion model has the surface tension sigma: for pair forces
// F(r) at number density n, sigma = pi / 8 n^2 integral of r^4 F(r) dr (Fowler 1937, for a sharp surface).
[[nodiscard]] float calibratedCohesion(float h, float spacing, float surfaceTension);

[[nodiscard]] float calibratedMass(KernelPair pair, float h, float spacing, float restDensity);

}  // namespace meniscus
