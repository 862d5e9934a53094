#include "meniscus/sph/particle_arrays.h"

namespace meniscus {

void ParticleArrays::reserve(size_t capacity) {
    forEachMotion([&](auto, auto& array) { array.resize(capacity + kWidePadding); }, *this);
}

void ParticleArrays::mix(const ParticleContent& content) {
    forEachContent([&](auto, auto initial, auto& array) { array.resize(id.size(), initial); }, *this);
    std::fill(fluid.begin(), fluid.end(), content.fluid);
    std::fill(temperature.begin(), temperature.end(), content.temperature);
    std::fill(dye.begin(), dye.end(), content.dye);
}

void ParticleArrays::unmix() {
    // "= {}" would keep the memory.
    forEachContent([](auto, auto, auto& array) { array = std::remove_reference_t<decltype(array)>(); }, *this);
}

size_t ParticleArrays::bytes() const {
    size_t sum = 0;
    const auto add = [&](const auto& array) { sum += array.size() * sizeof(array[0]); };
    forEachMotion([&](auto, const auto& array) { add(array); }, *this);
    forEachContent([&](auto, auto, const auto& array) { add(array); }, *this);
    return sum;
}

void ParticleArrays::append(Vec3 position, Vec3 velocity, uint32_t identity, const ParticleContent& content) {
    setPosition(count, position);
    setVelocity(count, velocity);
    id[count] = identity;
    if (isMixed()) {
        forEachContent([&](auto, auto initial, auto& array) { array[count] = initial; }, *this);
        fluid[count] = content.fluid;
        temperature[count] = content.temperature;
        dye[count] = content.dye;
    }
    ++count;
}

}  // namespace meniscus
