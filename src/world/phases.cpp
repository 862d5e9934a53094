// Particles that come, go or change their kind between two steps: trapped air ([MSKG05] 3.4), boiling (4.4), flames.
// All loops run over the sorted particles in one thread, so that identities do not depend on the thread count.
#include <cmath>

#include "meniscus/core/rng.h"
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
// Gas that liquid holds is at its rest density or denser; clumps of it that fly in air are thinner.
constexpr float kThinDensity = 0.85f;
// No air is born nearer to another particle, in spacings.
constexpr float kAirRoom = 0.7f;
// Where liquid must be under a new air particle: in a shaft of this radius in spacings and this depth in h.
constexpr float kShaftRadius = 0.6f;
constexpr float kShaftDepth = 2.0f;
// In h: the longest way that stableTimeStep() allows in a substep, and a little more.
constexpr float kMostWay = 0.5f;
constexpr float kFlameOut = 250.0f;    // degrees Celsius
constexpr float kUndercooling = 5.0f;  // K below the boiling point at which vapour condenses
constexpr float kSiteReach = 0.6f;     // of a cavitation site, in h
// Likewise for liquid that touches gas, which boils into it: a bubble grows at its site until it tears off.
constexpr float kBubbleReach = 1.3f;
constexpr float kBesideGas = 0.3f;  // 1/h, of the part of the colour gradient that is due to gas

}  // namespace

void World::Impl::changePhases() {
    const StageTimer timer(totals, Stage::Phases);
    if (settings.heatOn) {
        for (size_t i = 0; i < current.count; ++i) boilOrCondense(i);
    }
    // Before any particle goes, while their indices are those of the grid.
    const size_t before = current.count;
    if (settings.trappedAir && setup.air != kNoFluid) trapAir();
    removeGas(before);
}

// [MSKG05] 4.4: liquid near a cavitation site that is hot enough boils with a probability per time; vapour that cools
// becomes liquid again, which the paper does not have.
void World::Impl::boilOrCondense(size_t i) {
    const FluidKind& kind = fluids[current.fluid[i]];
    if (kind.vapour != kNoFluid && current.temperature[i] >= kind.boilingPoint) {
        const bool isBesideGas = length(colourGradient[i] - surfaceGradient[i]) * h > kBesideGas;
        const float reach = (isBesideGas ? kBubbleReach : kSiteReach) * h;
        const auto isNear = [&](Vec3 site) { return length(current.position(i) - site) < reach; };
        if (std::none_of(setup.cavitationSites.begin(), setup.cavitationSites.end(), isNear)) return;
        // By identity and step: no generator whose state would depend on the order of particles.
        Rng rng((setup.seed * 0x9e3779b97f4a7c15ull + current.id[i]) * 0xbf58476d1ce4e5b9ull + totals.steps);
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
    if (kind.isFlame) return !settings.heatOn || current.temperature[i] < kFlameOut;
    const float threshold = settings.airThreshold / h;
    const float boundary = length(colourGradient[i]);
    const float density = setup.spacing * setup.spacing * setup.spacing / records[i].volume;  // over that at rest
    const bool hasNoLiquid = length(surfaceGradient[i]) * h < kNoLiquid;
    const bool isFarFromLiquid = hasNoLiquid && (boundary > threshold || density < kThinDensity);
    const bool isLone = density < kLoneDensity;
    const bool isOnTop = boundary > 0.8f * threshold && colourGradient[i].y < 0.0f;
    return isFarFromLiquid || isLone || isOnTop;
}

// Of the first ones: what was born in this step stays.
void World::Impl::removeGas(size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < current.count; ++i) {
        if (i < count && vanishes(i)) continue;
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

// [MSKG05] 3.4.1: liquid at the lower side of a boundary makes air, but only over other liquid that may close it in:
// the printed rule wraps every jet and drop that falls freely in air, which is lost again at once.
void World::Impl::trapAir() {
    const float threshold = settings.airThreshold / h;
    const float shift = kAirShift * h * h;
    const size_t before = current.count;
    for (size_t i = 0; i < before; ++i) {
        const Vec3 gradient = colourGradient[i];
        if (fluids[current.fluid[i]].isGas || !(gradient.y > 0.0f) || !(length(gradient) > threshold)) continue;
        if (current.count >= setup.capacity) return;
        const Vec3 place = current.position(i) - gradient * shift;
        if (!setup.domain.bounds.contains(place) || !walls->hasClearance(place)) continue;
        if (isOccupied(place, before) || !isOverLiquid(place)) continue;
        ParticleContent content = contentOf(setup.air);
        content.temperature = current.temperature[i];
        // What the last pass would have left of it, so that the others keep theirs.
        records[current.count] = records[i];
        colourGradient[current.count] = surfaceGradient[current.count] = gradient;
        current.append(place, current.velocity(i), nextId++, content);
        ++totals.airBorn;
    }
}

// Calls visit(j) for all particles in the cells that the box touches, until it returns true. The bins are those of the
// last substep's start, before the particles moved by at most kMostWay h: the box is that much larger on every side.
template <typename Visit>
bool World::Impl::findInBox(Bounds box, const Visit& visit) const {
    const GridView& view = grid->view();
    const float slack = kMostWay * h;
    const auto cell = [&](float x, float origin, int32_t perAxis) {
        return std::clamp(static_cast<int32_t>((x - origin) * view.inverseCell), 0, perAxis - 1);
    };
    const int32_t x0 = cell(box.lower.x - slack, view.origin.x, view.binsPerRow / kBinsPerCell);
    const int32_t x1 = cell(box.upper.x + slack, view.origin.x, view.binsPerRow / kBinsPerCell);
    const int32_t y0 = cell(box.lower.y - slack, view.origin.y, view.rowsPerPlane);
    const int32_t y1 = cell(box.upper.y + slack, view.origin.y, view.rowsPerPlane);
    const int32_t z0 = cell(box.lower.z - slack, view.origin.z, view.planes);
    const int32_t z1 = cell(box.upper.z + slack, view.origin.z, view.planes);
    for (int32_t z = z0; z <= z1; ++z) {
        for (int32_t y = y0; y <= y1; ++y) {
            const int32_t row = (z * view.rowsPerPlane + y) * view.binsPerRow;
            const uint32_t end = view.binBegin[row + (x1 + 1) * kBinsPerCell];
            for (uint32_t j = view.binBegin[row + x0 * kBinsPerCell]; j < end; ++j) {
                if (visit(j)) return true;
            }
        }
    }
    return false;
}

// Whether there is no room for another particle; those from before on were born in this step.
bool World::Impl::isOccupied(Vec3 place, size_t before) const {
    const float room = kAirRoom * setup.spacing;
    const auto isNear = [&](size_t j) { return lengthSquared(current.position(j) - place) < room * room; };
    const Vec3 reach = Vec3{1.0f, 1.0f, 1.0f} * room;
    if (findInBox({place - reach, place + reach}, isNear)) return true;
    for (size_t j = before; j < current.count; ++j) {
        if (isNear(j)) return true;
    }
    return false;
}

bool World::Impl::isOverLiquid(Vec3 place) const {
    const float aside = kShaftRadius * setup.spacing;
    const Vec3 lower = place - Vec3{aside, kShaftDepth * h, aside};
    const Vec3 upper = place + Vec3{aside, 0.0f, aside};
    return findInBox({lower, upper}, [&](size_t j) {
        const Vec3 x = current.position(j);
        return !fluids[current.fluid[j]].isGas && x.y < place.y && x.y > lower.y &&
               std::hypot(x.x - place.x, x.z - place.z) < aside;
    });
}

}  // namespace meniscus
