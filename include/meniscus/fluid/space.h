// Where a fluid moves, the same for every method: the room with its cells, and what is in the way.
#pragma once

#include <memory>

#include "meniscus/fluid/ghosts.h"
#include "meniscus/solid/boundary.h"
#include "meniscus/sph/cell_grid.h"
#include "meniscus/sph/domain.h"

namespace meniscus {

struct Space {
    // capacity is how many particles may exist.
    Space(const Domain& domain, const ShapePtr& solids, float spacing, size_t capacity);

    [[nodiscard]] float restVolume() const { return spacing * spacing * spacing; }  // m^3, of one particle
    [[nodiscard]] bool isNearWall(Vec3 x) const { return boundary.isNear(x, grid.cellOf(x)); }
    // Whether a particle may be put there.
    [[nodiscard]] bool hasRoomFor(Vec3 x) const { return domain.bounds.contains(x) && boundary.hasClearance(x); }
    // Copies the particles, sorted by cell and with their ghosts, into next, and marks the ghosts in the notes.
    void sortIntoCells(ParticleArrays& current, ParticleArrays& next, NeighborNotes& notes, Threads& threads);
    [[nodiscard]] size_t bytes() const { return grid.bytes() + boundary.bytes() + (ghosts ? ghosts->bytes() : 0); }

    Domain domain;
    float spacing;                   // m, distance of particles at rest
    float h;                         // m, support radius
    std::unique_ptr<Ghosts> ghosts;  // where an axis of the domain is periodic
    size_t capacity;                 // particles
    size_t places;                   // particles and their ghosts
    CellGrid grid;
    Boundary boundary;
};

}  // namespace meniscus
