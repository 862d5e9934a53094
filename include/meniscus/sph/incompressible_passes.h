// The hot loops of an incompressible method: sums over the notes of the density pass, with Wendland's kernel.
#pragma once

#include "meniscus/sph/wide_passes.h"

namespace meniscus {

// What the push of pressure reads of a neighbour: half of a NeighborRecord, as it is read most often.
struct alignas(16) PotentialRecord {
    float x, y, z;
    float change;  // of the potential q, m^2/s
};
static_assert(sizeof(PotentialRecord) == 16);

struct SolverInput : PassInput {
    const PotentialRecord* potentials = nullptr;  // padded as records are
};

// How the sum of kernels at a particle changes with positions.
struct GradientSums {
    Vec3 gradient;         // sum of gradW, 1/m^4: as the particle itself moves
    float squares = 0.0f;  // sum of |gradW|^2, 1/m^8: as its neighbours do
};

// All take one chunk, as sumKernels().
void sumGradients(const PassInput& input, size_t begin, size_t end, GradientSums* sums);
// rates[i - begin] = sum over j of (v_i - v_j) . gradW, 1/(m^3 s)
void sumRates(const PassInput& input, size_t begin, size_t end, float* rates);
// pushes[i - begin] = sum over j of (q_i + q_j) gradW, with q the changes of the potentials
void sumPushes(const SolverInput& input, size_t begin, size_t end, Vec3* pushes);

}  // namespace meniscus
