// The grid of copies ([MCG03] section 5): particles sorted by cell, so that a row of neighbour cells is one contiguous
// range of every array. Cells have the size of the support radius in y and z; in x they are split into finer bins,
// which lets each particle cut its nine rows to the length it needs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "meniscus/core/parallel.h"
#include "meniscus/sph/particle_arrays.h"

namespace meniscus {

// Bins per cell along x. Finer bins cut candidates but cost memory; at 4 a row holds about 12 candidates, which fits
// one 16-lane vector most of the time.
inline constexpr int kBinsPerCell = 4;

// Most candidates of one particle in a row of the grid, of which there are nine. Where particles are crowded, as those
// of a fluid that is far too soft, the work of all pairs would grow with the square of their count. Fluid that is not
// has about 12 in a row. By the count alone, so that it is the same on every machine.
[[nodiscard]] int32_t maxCandidatesPerRow(size_t particles);

// Where things are in the grid. A border of empty cells on every side spares the range checks at the edges.
struct GridView {
    Vec3 origin;
    float inverseCell = 0.0f;  // 1/m
    int32_t binsPerRow = 0;
    int32_t rowsPerPlane = 0;
    int32_t planes = 0;
    const uint32_t* binBegin = nullptr;  // first particle of each bin; one entry more than there are bins
    int32_t maxPerRow = 0;               // most candidates that one particle looks at in each of its nine rows

    [[nodiscard]] int32_t binsPerPlane() const { return binsPerRow * rowsPerPlane; }
};

class CellGrid {
  public:
    // Throws InputError when the room would need more bins than a 32-bit key can name. Particles may be in all but the
    // outermost border cells, so one border cell is enough unless something is put outside the room.
    CellGrid(Bounds room, float supportRadius, size_t capacity, int borderCells = 1);

    // Copies the particles into sorted order; stable, so equal keys keep their order and the result depends on the
    // input alone. scratch needs room for two words a particle. Where placeOf is not empty, it gets the new index of
    // each particle.
    void sort(const ParticleArrays& from, ParticleArrays& to, std::span<uint32_t> scratch, Threads& threads,
              std::span<uint32_t> placeOf = {});

    [[nodiscard]] const GridView& view() const { return view_; }
    [[nodiscard]] size_t cellCount() const;
    // Whole cells, without the bins; rows hold whole cells, so no bin straddles two.
    [[nodiscard]] size_t cellOf(Vec3 position) const {
        return binOf(position.x, position.y, position.z) / kBinsPerCell;
    }
    [[nodiscard]] Vec3 cellCentre(size_t cell) const;
    [[nodiscard]] float cellSize() const { return 1.0f / view_.inverseCell; }
    [[nodiscard]] size_t bytes() const;

    // Bins that a grid over such a room would have; for checks before anything is allocated.
    [[nodiscard]] static double binsNeeded(Bounds room, float supportRadius, int borderCells = 1);

  private:
    [[nodiscard]] uint32_t binOf(float x, float y, float z) const {
        const float ux = (x - view_.origin.x) * view_.inverseCell;
        const float uy = (y - view_.origin.y) * view_.inverseCell;
        const float uz = (z - view_.origin.z) * view_.inverseCell;
        const int32_t bx = std::clamp(static_cast<int32_t>(ux * kBinsPerCell), 0, view_.binsPerRow - 1);
        const int32_t cy = std::clamp(static_cast<int32_t>(uy), 0, view_.rowsPerPlane - 1);
        const int32_t cz = std::clamp(static_cast<int32_t>(uz), 0, view_.planes - 1);
        return static_cast<uint32_t>((cz * view_.rowsPerPlane + cy) * view_.binsPerRow + bx);
    }
    void countPlanes(const ParticleArrays& from, std::span<uint32_t> keys, Threads& threads);
    void sortPlane(const ParticleArrays& from, ParticleArrays& to, std::span<const uint32_t> keys,
                   std::span<const uint32_t> order, int32_t plane, std::span<uint32_t> placeOf);

    GridView view_;
    AlignedVector<uint32_t> binBegin_;
    std::vector<uint32_t> planeCounts_;  // of each chunk, chunk-major; then where the chunk writes into the plane
    std::vector<uint32_t> planeBegin_;
};

}  // namespace meniscus
