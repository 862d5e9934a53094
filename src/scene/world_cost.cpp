#include "scene/world_cost.h"

#include <algorithm>
#include <array>

#include "meniscus/sph/cell_grid.h"
#include "meniscus/sph/fluid.h"

namespace meniscus {

namespace {

constexpr double kBytesPerMixed = 150.0;  // more, where particles carry fluid, temperature and dye
constexpr double kBytesPerBin = 4.25;
constexpr size_t kRoomToPour = 2000;  // particles, on top of as many again as the scene has

}  // namespace

size_t playCapacity(const Scene& scene) {
    return std::max(scene.setup.capacity, 2 * scene.particles + kRoomToPour);
}

double worldBytes(const Scene& scene) {
    const WorldSetup& setup = scene.setup;
    const float h = kSupportPerSpacing * setup.spacing;
    const Vec3 size = setup.domain.bounds.size();
    const std::array<float, 3> lengths{size.x, size.y, size.z};
    double copies = 1.0;  // fluid near a periodic border is there twice
    for (size_t k = 0; k < 3; ++k) {
        if (setup.domain.periodic[k]) copies *= 1.5 * (1.0 + 2.0 * h / lengths[k]);
    }
    const double perParticle = kBytesPerParticle + (setup.isMixed ? kBytesPerMixed : 0.0);
    return static_cast<double>(playCapacity(scene)) * copies * perParticle +
           CellGrid::binsNeeded(setup.domain.bounds, h, 2) * kBytesPerBin;
}

}  // namespace meniscus
