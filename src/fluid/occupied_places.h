// Where there is no room for another particle.
#pragma once

#include <cmath>
#include <unordered_map>

#include "meniscus/sph/particle_arrays.h"

namespace meniscus {

struct Ball {
    Vec3 centre;
    float radius;
};

// Answers whether a particle is nearer to a place than a distance, for places within a ball.
class OccupiedPlaces {
  public:
    OccupiedPlaces(const ParticleArrays& particles, const Ball& around, float distance)
        : particles_(particles), distance_(distance) {
        const float reach = around.radius + distance;
        for (size_t i = 0; i < particles.count; ++i) {
            const Vec3 x = particles.position(i);
            if (lengthSquared(x - around.centre) < reach * reach) cells_.emplace(keyOf(x, 0, 0, 0), i);
        }
    }

    [[nodiscard]] bool isNear(Vec3 place) const {
        for (int k = 0; k < 27; ++k) {
            const auto [first, last] = cells_.equal_range(keyOf(place, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1));
            for (auto entry = first; entry != last; ++entry) {
                const Vec3 away = particles_.position(entry->second) - place;
                if (lengthSquared(away) < distance_ * distance_) return true;
            }
        }
        return false;
    }

  private:
    // Cells of the size of the distance. Far cells may share a key, which costs a look and no more.
    [[nodiscard]] uint64_t keyOf(Vec3 x, int dx, int dy, int dz) const {
        const auto index = [this](float c, int d) { return static_cast<int64_t>(std::floor(c / distance_)) + d; };
        const auto part = [](int64_t i) { return static_cast<uint64_t>(i) & 0x1fffff; };
        return part(index(x.x, dx)) | part(index(x.y, dy)) << 21 | part(index(x.z, dz)) << 42;
    }

    const ParticleArrays& particles_;
    float distance_;
    std::unordered_multimap<uint64_t, size_t> cells_;
};

}  // namespace meniscus
