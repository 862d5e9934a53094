#include "meniscus/fluid/space.h"

#include "meniscus/sph/fluid.h"

namespace meniscus {

Space::Space(const Domain& room, const ShapePtr& solids, float particleSpacing, size_t particleCapacity)
    : domain(room),
      spacing(particleSpacing),
      h(kSupportPerSpacing * particleSpacing),
      ghosts(Ghosts::makeFor(room, h)),
      capacity(particleCapacity),
      places(ghosts ? ghosts->capacityFor(particleCapacity) : particleCapacity),
      grid(room.bounds, h, places, ghosts ? 2 : 1),
      boundary(room.bounds, room.periodic, solids, h, 0.5f * particleSpacing) {
    boundary.followCells(grid.cellCount(), grid.cellSize(), [this](size_t cell) { return grid.cellCentre(cell); });
}

void Space::sortIntoCells(ParticleArrays& current, ParticleArrays& next, NeighborNotes& notes, Threads& threads) {
    if (!ghosts) {
        grid.sort(current, next, notes.asScratchWords(), threads);
        return;
    }
    const size_t real = current.count;
    ghosts->addTo(current);
    grid.sort(current, next, notes.asScratchWords(), threads, ghosts->placeOf(current.count));
    current.count = real;
    ghosts->mark(notes.counts);
}

}  // namespace meniscus
