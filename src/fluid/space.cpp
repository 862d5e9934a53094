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

}  // namespace meniscus
