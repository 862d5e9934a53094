// Particles that come, go or change their kind between two steps: trapped air ([MSKG05] 3.4), boiling (4.4), flames.
// All loops run over the sorted particles in one thread, so that identities do not depend on the thread count.
#include <cmath>

#include "meniscus/core/rng.h"
#include "world/occupied_places.h"
#include "world/stage_timer.h"
#include "world/world_impl.h"

namespace meniscus {

namespace {

// [MSKG05] 3.4.1: a new air particle stands this far along the gradient, in units of h^2. The gradient is about 1 / h
// at a surface, so that the distance is about a spacing.
constexpr float kAirShift = 0.514f;
// [MSKG05] 3.4.2: t_s, in 1 / h; far from all liquid the sum is empty.
constexpr float kNoLiquid = 0.02f;
// t_rho: a particle without neighbours measures 0.2 of its rest density.
constexpr float kLoneDensity = 0.35f;
constexpr float kFlameOut = 250.0f;    // degrees Celsius
constexpr float kUndercooling = 5.0f;  // K below the boiling point at which vapour condenses
constexpr float kSiteReach = 1.0f;     // of a cavitation site, in h

}  // namespace

void World::Impl::changePhases() {
    const StageTimer timer(totals, Stage::Phases);
    if (settings.heatOn != 0.0f) {
        for (size_t i = 0; i < current.count; ++i) boilOrCondense(i);
    }
    removeGas();
    if (settings.trappedAir != 0.0f && setup.air != kNoFluid) trapAir();
}

// [MSKG05] 4.4: liquid near a cavitation site that is hot enough boils with a probability per time; vapour that cools
// becomes liquid again, which the paper does not have.
void World::Impl::boilOrCondense(size_t i) {
    const FluidKind& kind = fluids[current.fluid[i]];
    if (kind.vapour != kNoFluid && current.temperature[i] >= kind.boilingPoint) {
        const auto isNear = [&](Vec3 site) { return length(current.position(i) - site) < kSiteReach * h; };
        if (std::none_of(setup.cavitationSites.begin(), setup.cavitationSites.end(), isNear)) return;
        // By identity and step: no generator whose state would depend on the order of particles.
        Rng rng((setup.seed * 0x9e3779b97f4a7c15ull + current.id[i]) * 0xbf58476d1ce4e5b9ull + stepIndex);
        if (rng.uniform() >= 1.0f - std::exp(-settings.boilingRate * settings.timeStep)) return;
        current.fluid[i] = static_cast<uint8_t>(kind.vapour);
        ++totals.boiled;
        return;
    }
    if (!kind.isGas) return;
    for (size_t liquid = 0; liquid < fluids.size(); ++liquid) {
        if (fluids[liquid].vapour != current.fluid[i]) continue;
        if (current.temperature[i] >= fluids[liquid].boilingPoint - kUndercooling) continue;
        current.fluid[i] = static_cast<uint8_t>(liquid);
        ++totals.condensed;
        return;
    }
}

// [MSKG05] 3.4.2, and air at the top: the printed rule leaves a blanket of it on the surface.
bool World::Impl::vanishes(size_t i) const {
    const FluidKind& kind = fluids[current.fluid[i]];
    if (!kind.isGas) return false;
    if (kind.isFlame) return current.temperature[i] < kFlameOut;
    const float threshold = settings.airThreshold / h;
    const float boundary = length(colourGradient[i]);
    const bool isFarFromLiquid = length(surfaceGradient[i]) * h < kNoLiquid && boundary > threshold;
    const bool isLone = setup.spacing * setup.spacing * setup.spacing / records[i].volume < kLoneDensity;
    const bool isOnTop = boundary > 0.8f * threshold && colourGradient[i].y < 0.0f;
    return isFarFromLiquid || isLone || isOnTop;
}

void World::Impl::removeGas() {
    size_t kept = 0;
    for (size_t i = 0; i < current.count; ++i) {
        if (vanishes(i)) continue;
        if (kept != i) {
            current.copyFrom(current, i, kept);
            records[kept] = records[i];
            colourGradient[kept] = colourGradient[i];
            surfaceGradient[kept] = surfaceGradient[i];
        }
        ++kept;
    }
    totals.gasGone += current.count - kept;
    current.count = kept;
}

// [MSKG05] 3.4.1: liquid at the lower side of a boundary makes air.
void World::Impl::trapAir() {
    const float threshold = settings.airThreshold / h;
    const float shift = kAirShift * h * h;
    const size_t before = current.count;
    for (size_t i = 0; i < before; ++i) {
        const Vec3 gradient = colourGradient[i];
        if (fluids[current.fluid[i]].isGas || !(gradient.y > 0.0f) || !(length(gradient) > threshold)) continue;
        if (current.count >= setup.capacity) return;
        const Vec3 place = current.position(i) - gradient * shift;
        const OccupiedPlaces occupied(current, {place, 0.0f}, 0.7f * setup.spacing);
        if (!setup.domain.bounds.contains(place) || !walls->hasClearance(place) || occupied.isNear(place)) continue;
        ParticleContent content = contentOf(setup.air);
        content.temperature = current.temperature[i];
        // What the last pass would have left of it, so that the others keep theirs.
        records[current.count] = records[i];
        colourGradient[current.count] = surfaceGradient[current.count] = gradient;
        current.append(place, current.velocity(i), nextId++, content);
        ++totals.airBorn;
    }
}

}  // namespace meniscus
