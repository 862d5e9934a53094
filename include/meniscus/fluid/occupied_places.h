// Where there is no room for another particle.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "meniscus/sph/particle_arrays.h"

namespace meniscus {

struct Ball {
    Vec3 centre;
    float radius;
};

// A particle and the cell that it is in.
struct OccupiedPlace {
    uint64_t cell;
    uint32_t particle;
};

// Answers whether a particle is nearer to a place than a distance, for places within a ball. The list is the caller's,
// so that a jet which asks again for every layer does not allocate memory each time.
class OccupiedPlaces {
  public:
    OccupiedPlaces(const ParticleArrays& particles, const Ball& around, float distance,
                   std::vector<OccupiedPlace>& places)
        : particles_(particles), distance_(distance), places_(places) {
        const float reach = around.radius + distance;
        places_.clear();
        for (size_t i = 0; i < particles.count; ++i) {
            const Vec3 x = particles.position(i);
            if (lengthSquared(x - around.centre) >= reach * reach) continue;
            places_.push_back({cellOf(x, 0, 0, 0), static_cast<uint32_t>(i)});
        }
        std::ranges::sort(places_, {}, &OccupiedPlace::cell);
    }

    [[nodiscard]] bool isNear(Vec3 place) const {
        for (int k = 0; k < 27; ++k) {
            const uint64_t cell = cellOf(place, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
            for (const OccupiedPlace& other : std::ranges::equal_range(places_, cell, {}, &OccupiedPlace::cell)) {
                const Vec3 away = particles_.position(other.particle) - place;
                if (lengthSquared(away) < distance_ * distance_) return true;
            }
        }
        return false;
    }

  private:
    // Cells of the size of the distance. Far cells may share a number, which costs a look and no more.
    [[nodiscard]] uint64_t cellOf(Vec3 x, int dx, int dy, int dz) const {
        const auto index = [this](float c, int d) { return static_cast<int64_t>(std::floor(c / distance_)) + d; };
        const auto part = [](int64_t i) { return static_cast<uint64_t>(i) & 0x1fffff; };
        return part(index(x.x, dx)) | part(index(x.y, dy)) << 21 | part(index(x.z, dz)) << 42;
    }

    const ParticleArrays& particles_;
    float distance_;
    std::vector<OccupiedPlace>& places_;  // sorted by cell
};

}  // namespace meniscus
