// The colour field of [MCG03] 4.2 as blobs on a grid: what both meshers, by blocks and by the paper's traversal, cut.
#pragma once

#include <array>
#include <vector>

#include "meniscus/core/parallel.h"
#include "meniscus/sph/fluid_particles.h"
#include "meniscus/surface/surface_mesher.h"
#include "surface/block_kernels.h"

namespace meniscus {

struct ColourField {
    float cell = 0.0f;   // m
    float reach = 0.0f;  // h in cells
    float isoValue = 0.0f;
    std::vector<Blob> blobs;           // particles that take part, in their order
    std::vector<uint32_t> particleOf;  // number of each blob's particle
    std::vector<uint32_t> lone;        // numbers of the others: those without neighbours

    // How many of each chunk of particles take part, and how many are lone; then where those begin.
    std::vector<std::array<size_t, 2>> chunks;

    // The field at a place (in cells) due to one blob.
    [[nodiscard]] float term(const Blob& blob, Vec3 place) const;
};

// walls may be null.
void describeField(const FluidParticles& fluid, const SurfaceSettings& settings, const Shape* walls, Threads& threads,
                   ColourField& field);

}  // namespace meniscus
