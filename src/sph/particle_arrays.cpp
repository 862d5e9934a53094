#include "meniscus/sph/particle_arrays.h"

namespace meniscus {

void ParticleArrays::reserve(size_t capacity) {
    for (auto* array : {&x, &y, &z, &vx, &vy, &vz}) array->resize(capacity + kWidePadding, 0.0f);
    id.resize(capacity + kWidePadding, 0u);
}

void ParticleArrays::mix(const ParticleContent& content) {
    fluid.resize(id.size(), content.fluid);
    temperature.resize(id.size(), content.temperature);
    dye.resize(id.size(), content.dye);
}

void ParticleArrays::unmix() {
    // "= {}" would keep the memory
    fluid = AlignedVector<uint8_t>();
    temperature = dye = AlignedVector<float>();
}

size_t ParticleArrays::bytes() const {
    return id.size() * (6 * sizeof(float) + sizeof(uint32_t)) + fluid.size() * (sizeof(uint8_t) + 2 * sizeof(float));
}

void ParticleArrays::append(Vec3 position, Vec3 velocity, uint32_t identity, const ParticleContent& content) {
    setPosition(count, position);
    setVelocity(count, velocity);
    id[count] = identity;
    if (isMixed()) {
        fluid[count] = content.fluid;
        temperature[count] = content.temperature;
        dye[count] = content.dye;
    }
    ++count;
}

void ParticleArrays::copyFrom(const ParticleArrays& other, size_t i, size_t to) {
    setPosition(to, other.position(i));
    setVelocity(to, other.velocity(i));
    id[to] = other.id[i];
    if (!isMixed()) return;
    fluid[to] = other.fluid[i];
    temperature[to] = other.temperature[i];
    dye[to] = other.dye[i];
}

}  // namespace meniscus
