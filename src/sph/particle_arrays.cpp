#include "meniscus/sph/particle_arrays.h"

namespace meniscus {

void ParticleArrays::reserve(size_t capacity) {
    for (auto* array : {&x, &y, &z, &vx, &vy, &vz}) array->resize(capacity + kWidePadding, 0.0f);
    id.resize(capacity + kWidePadding, 0u);
}

size_t ParticleArrays::bytes() const {
    return id.size() * (6 * sizeof(float) + sizeof(uint32_t));
}

void ParticleArrays::append(Vec3 position, Vec3 velocity, uint32_t identity) {
    setPosition(count, position);
    setVelocity(count, velocity);
    id[count] = identity;
    ++count;
}

}  // namespace meniscus
