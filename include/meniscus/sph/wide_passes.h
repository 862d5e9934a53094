// The two hot loops: sums over neighbours for density and for forces, as wide as the CPU allows (Highway picks the
// instruction set at run time). They only sum; what the sums mean is decided by the caller, particle by particle.
//
// The density pass finds the neighbours and notes them as 16-bit offsets; the force pass reads the notes instead of
// searching again, which is half of the speed. Notes are kept per chunk of kPassChunk particles in memory of fixed
// size; a particle whose notes do not fit is marked and searched again.
#pragma once

#include <cstdint>
#include <span>

#include "meniscus/sph/cell_grid.h"
#include "meniscus/sph/fluid.h"
#include "meniscus/sph/simd_target.h"

namespace meniscus {

inline constexpr size_t kPassChunk = 256;
// Room for neighbours in the notes, per particle on average over a chunk: 28 in a flow, itself, and some compression.
inline constexpr size_t kNotesPerParticle = 36;

// How many notes a particle has in each of the three planes of cells around it.
struct NeighborCounts {
    uint8_t inPlane[3];
    bool hasNotes : 1;
    bool isCrowded : 1;  // without notes: not all candidates were looked at
    // Not for the passes; the caller keeps these here from its first stage to its last.
    bool isNearWall : 1;
    bool isGhost : 1;
};

struct NeighborNotes {
    AlignedVector<uint16_t> offsets;  // kPassChunk * kNotesPerParticle for each chunk
    AlignedVector<NeighborCounts> counts;

    void reserve(size_t capacity);
    [[nodiscard]] size_t bytes() const;
    // The offsets are scratch outside the two passes; the sort borrows them.
    [[nodiscard]] std::span<uint32_t> asScratchWords();
};

struct PassInput {
    const ParticleArrays* particles = nullptr;  // sorted by grid
    GridView grid;
    // For the density pass where it sums more than kernels: positions and velocities. The last must be kNoRecord.
    const NeighborRecord* motions = nullptr;
    // For the force pass: filled by the caller after the density pass. records[particles->count] must be kNoRecord.
    const NeighborRecord* records = nullptr;
    // Likewise, where fluids are mixed; null otherwise.
    const ContentRecord* contents = nullptr;
    const StressRecord* stresses = nullptr;
    // Likewise, where the stabiliser acts; null otherwise. strains[particles->count] must be zero.
    const StrainRecord* strains = nullptr;
    // Likewise, and with the consistent kernels: the shear in what pressure passes on, with the sign turned, N m^4.
    const StrainRecord* reliefs = nullptr;
    // Likewise, where the surface of one fluid pulls as a stress; null otherwise. The last must be zero.
    const SurfaceRecord* surfaces = nullptr;
    // Whether the forces are those of pressure and nothing else; with the consistent kernels that takes 0.6 of the
    // time.
    bool onlyPressure = false;
    NeighborNotes* notes = nullptr;
    Fluid fluid;
};

// Far away and without volume: it pads the last vector of a particle's neighbours and adds exactly nothing.
inline constexpr NeighborRecord kNoRecord{1e6f, 1e6f, 1e6f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};

struct ForceSums {
    Vec3 force;                 // pressure, viscosity and cohesion, per volume, N/m^3
    Vec3 colourGradient;        // n of [MCG03] eq. 16, 1/m
    float colourLaplacian = 0;  // of eq. 17, 1/m^2, where tension or mixed fluids need it
    uint32_t neighbors = 0;     // without the particle itself
};

// What mixed fluids need in addition, sums over all neighbours j of any fluid.
struct MixedSums {
    Vec3 stressForce;              // sum of (V_i^2 S_i + V_j^2 S_j) gradW, N: of the whole particle
    Vec3 surfaceGradient;          // of c^s, 1/m: sum of V_j c_j gradW ([MSKG05] eq. 3)
    float interfaceLaplacian = 0;  // sum of V_j (c_j - c_i) lapW, 1/m^2
    float surfaceLaplacian = 0;    // sum of V_j c_j lapW ([MSKG05] eq. 4), 1/m^2
    float heatFlow = 0;            // sum of kappa_ij V_j (T_j - T_i) lapW, kg K / (m^3 s); kappa_ij: harmonic mean
    float dyeFlow = 0;             // sum of V_j (dye_j - dye_i) lapW, 1/m^2
};

// How velocity differs around a particle, summed with the weight w = (1 - r^2 / h^2)^2.
struct StrainSums {
    // Of w (v_i - v_j) (x_i - x_j), m^2/s; xy is that of both xy and yx, and so on.
    float xx, yy, zz, xy, yz, zx;
    float spread;  // of w r^2 / h^2; 2.6 on the rest lattice
    // How the neighbours lie around: of (1 - r / h)^3 x x, m^2. With the consistent kernels only.
    float aroundXx = 0, aroundYy = 0, aroundZz = 0, aroundXy = 0, aroundYz = 0, aroundZx = 0;
};

// Where the fluid ends around a particle, summed over all neighbours and the particle itself.
struct SurfaceSums {
    float colour;    // of (1 - r^2 / h^2)^3: poly6 without its scale
    Vec3 direction;  // of (1 - r^2 / h^2)^2 (r_i - r_j), m: its gradient without its scale, pointing out of the fluid
};

// Fills PassInput::motions for the particles from begin to end.
inline void copyMotions(const ParticleArrays& particles, size_t begin, size_t end, NeighborRecord* motions) {
    for (size_t i = begin; i < end; ++i) {
        motions[i] = {particles.x[i],  particles.y[i],  particles.z[i],  0.0f,
                      particles.vx[i], particles.vy[i], particles.vz[i], 0.0f};
    }
}

// All take one chunk: begin is a multiple of kPassChunk and end at most kPassChunk more.
// kernelSums[i - begin] = sum over j of W(r_i - r_j), the particle itself included (1/m^3); strains and
// surfaces may be null
void sumKernels(const PassInput& input, size_t begin, size_t end, float* kernelSums, StrainSums* strains = nullptr,
                SurfaceSums* surfaces = nullptr);
// gradients[i - begin] = sum of V_j (c^i_j - c^i_i) gradW of mixed fluids, 1/m
void sumInterface(const PassInput& input, size_t begin, size_t end, Vec3* gradients);
// flows[i - begin] = sum over j of V_j lapW ((1 - s_ij) c_ij + s_ij kAlongLine (c_ij . d) d / r^2), 1/(m s): what
// viscosity does to the changes c, padded as records are, with c_ij = c_j - c_i, d = r_i - r_j and the mean s_ij of
// both shares. Without a share it is [MCG03] eq. 14; what acts along the line between two particles is free of torque
// and free of shear at a surface.
inline constexpr float kAlongLine = 5.0f;  // as viscous as eq. 14 (Espanol and Revenga 2003)
void sumViscousFlow(const PassInput& input, const ChangeRecord* changes, size_t begin, size_t end, Vec3* flows);
// mixed may be null where input.contents is.
void sumForces(const PassInput& input, size_t begin, size_t end, ForceSums* sums, MixedSums* mixed = nullptr);

}  // namespace meniscus
