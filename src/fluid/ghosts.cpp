#include "meniscus/fluid/ghosts.h"

#include <fmt/format.h>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

constexpr float Vec3::*kAxes[3] = {&Vec3::x, &Vec3::y, &Vec3::z};

}  // namespace

std::unique_ptr<Ghosts> Ghosts::makeFor(const Domain& domain, float supportRadius) {
    bool isPeriodic = false;
    for (int k = 0; k < 3; ++k) {
        if (!domain.periodic[k]) continue;
        isPeriodic = true;
        const float size = domain.bounds.size().*kAxes[k];
        if (size < 2.0f * supportRadius) {
            throw InputError(fmt::format("periodic axis {}: length {} m is not allowed; allowed: {} m or more",
                                         "xyz"[k], size, 2.0f * supportRadius));
        }
    }
    return isPeriodic ? std::unique_ptr<Ghosts>(new Ghosts(domain, supportRadius)) : nullptr;
}

size_t Ghosts::capacityFor(size_t particles) const {
    double factor = 1.5;  // fluid may gather near a border
    for (int k = 0; k < 3; ++k) {
        if (domain_.periodic[k]) factor *= 1.0 + 2.0 * reach_ / (domain_.bounds.size().*kAxes[k]);
    }
    return static_cast<size_t>(static_cast<double>(particles) * factor) + 256;
}

void Ghosts::addTo(ParticleArrays& particles) {
    realCount_ = particles.count;
    source_.clear();
    for (int k = 0; k < 3; ++k) {
        if (!domain_.periodic[k]) continue;
        const auto axis = kAxes[k];
        const float low = domain_.bounds.lower.*axis;
        const float high = domain_.bounds.upper.*axis;
        const size_t before = particles.count;
        for (size_t i = 0; i < before; ++i) {
            Vec3 x = particles.position(i);
            const bool isLow = x.*axis < low + reach_;
            const bool isHigh = x.*axis > high - reach_;
            if (!isLow && !isHigh) continue;
            if (particles.count >= particles.capacity()) {
                particles.count = realCount_;
                throw WorkError("periodic axes: too many ghosts");
            }
            x.*axis += isLow ? high - low : low - high;
            source_.push_back(i < realCount_ ? static_cast<uint32_t>(i) : source_[i - realCount_]);
            particles.copyFrom(particles, i, particles.count);
            particles.setPosition(particles.count++, x);
        }
    }
}

std::span<uint32_t> Ghosts::placeOf(size_t count) {
    placeOf_.resize(count);
    return placeOf_;
}

void Ghosts::mark(std::span<NeighborCounts> counts) const {
    for (NeighborCounts& count : counts.first(placeOf_.size())) count.isGhost = false;
    for (size_t ghost = realCount_; ghost < placeOf_.size(); ++ghost) counts[placeOf_[ghost]].isGhost = true;
}

void Ghosts::copyRecords(std::span<NeighborRecord> records) const {
    copyTo(records, [](const NeighborRecord& from, NeighborRecord& ghost) {
        ghost.volume = from.volume;
        ghost.pressureTerm = from.pressureTerm;
    });
}

Vec3 Ghosts::wrapped(Vec3 x) const {
    for (int k = 0; k < 3; ++k) {
        if (!domain_.periodic[k]) continue;
        const auto axis = kAxes[k];
        const float low = domain_.bounds.lower.*axis;
        const float high = domain_.bounds.upper.*axis;
        if (x.*axis < low) x.*axis += high - low;
        if (x.*axis >= high) x.*axis -= high - low;
        x.*axis = std::max(x.*axis, low);  // rounding may have left it a hair below
    }
    return x;
}

}  // namespace meniscus
