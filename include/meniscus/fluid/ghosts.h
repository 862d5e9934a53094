// Periodic axes: copies of the particles near one side stand outside the other side during a substep, so that the
// neighbour loops need not know about periodicity and scenes without it pay nothing.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "meniscus/sph/domain.h"
#include "meniscus/sph/wide_passes.h"

namespace meniscus {

class Ghosts {
  public:
    // Null when no axis is periodic. Throws InputError when a periodic axis is shorter than two support radii.
    [[nodiscard]] static std::unique_ptr<Ghosts> makeFor(const Domain& domain, float supportRadius);

    // Places for so many particles and their ghosts.
    [[nodiscard]] size_t capacityFor(size_t particles) const;

    // Appends the ghosts of all particles; corners get theirs from the ghosts of the axes before.
    void addTo(ParticleArrays& particles);
    // Where the sort notes the new index of each of count particles.
    [[nodiscard]] std::span<uint32_t> placeOf(size_t count);
    void mark(std::span<NeighborCounts> counts) const;
    // Calls copy(value of the particle that it stands for, its own) for every ghost.
    template <typename Value, typename Copy>
    void copyTo(std::span<Value> values, const Copy& copy) const {
        for (size_t ghost = 0; ghost < source_.size(); ++ghost) {
            copy(values[placeOf_[source_[ghost]]], values[placeOf_[realCount_ + ghost]]);
        }
    }
    template <typename Value>
    void copyTo(std::span<Value> values) const {
        copyTo(values, [](const Value& from, Value& ghost) { ghost = from; });
    }
    // A ghost has the density and pressure of the particle that it stands for.
    void copyRecords(std::span<NeighborRecord> records) const;

    // Drops the ghosts and brings the others back into the room. close(i, kept) moves what else is kept of a particle.
    // Returns where the given particle is then, or notThere.
    template <typename Close>
    uint32_t dropFrom(ParticleArrays& particles, std::span<const NeighborCounts> counts, uint32_t particle,
                      uint32_t notThere, const Close& close) const {
        uint32_t place = notThere;
        size_t kept = 0;
        for (size_t i = 0; i < particles.count; ++i) {
            if (counts[i].isGhost) continue;
            if (i == particle) place = static_cast<uint32_t>(kept);
            particles.copyFrom(particles, i, kept);
            particles.setPosition(kept, wrapped(particles.position(i)));
            close(i, kept);
            ++kept;
        }
        particles.count = kept;
        return place;
    }
    [[nodiscard]] Vec3 wrapped(Vec3 x) const;
    [[nodiscard]] size_t bytes() const { return (source_.capacity() + placeOf_.capacity()) * sizeof(uint32_t); }

  private:
    Ghosts(const Domain& domain, float supportRadius) : domain_(domain), reach_(supportRadius) {}

    Domain domain_;
    float reach_;
    size_t realCount_ = 0;
    std::vector<uint32_t> source_;  // of each ghost, before the sort
    std::vector<uint32_t> placeOf_;
};

}  // namespace meniscus
