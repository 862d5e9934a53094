// Particles that come, go or change their kind between two steps: trapped air ([MSKG05] 3.4), boiling (4.4), flames.
// All loops run over the sorted particles in one thread, so that identities do not depend on the thread count.
#include "meniscus/fluid/phases.h"

#include <algorithm>
#include <cmath>

#include "meniscus/core/rng.h"

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
constexpr float kMaxWay = 0.5f;
constexpr float kFlameOut = 250.0f;    // degrees Celsius
constexpr float kUndercooling = 5.0f;  // K below the boiling point at which vapour condenses
constexpr float kSiteReach = 0.6f;     // of a cavitation site, in h
// Likewise for liquid that touches gas, which boils into it: a bubble grows at its site until it tears off.
constexpr float kBubbleReach = 1.3f;
constexpr float kBesideGas = 0.3f;  // 1/h, of the part of the colour gradient that is due to gas
// The search for places of new air ends after so many looks at particles, where they are crowded; more air comes in the
// next step.
constexpr uint64_t kMaxLooks = 100'000'000;

}  // namespace

Phases::Phases(const PhaseScene& scene, const Settings& settings, const Space& space, uint64_t step, float seconds,
               FluidState& state, Evaluation& evaluation, PhaseCounts& counts)
    : scene_(scene),
      settings_(settings),
      space_(space),
      h_(space.h),
      step_(step),
      seconds_(seconds),
      state_(state),
      particles_(state.particles),
      evaluation_(evaluation),
      counts_(counts) {}

void Phases::change() {
    if (settings_.heatOn) {
        for (size_t i = 0; i < particles_.count; ++i) boilOrCondense(i);
    }
    // Before any particle goes, while their indices are those of the grid.
    const size_t before = particles_.count;
    if (settings_.trappedAir && scene_.air != kNoFluid) trapAir();
    removeGas(before);
}

// [MSKG05] 4.4: liquid near a cavitation site that is hot enough boils with a probability per time; vapour that cools
// becomes liquid again, which the paper does not have.
void Phases::boilOrCondense(size_t i) {
    const FluidKind& kind = state_.fluids[particles_.fluid[i]];
    if (kind.vapour != kNoFluid && particles_.temperature[i] >= kind.boilingPoint) {
        const bool isBesideGas =
            length(evaluation_.colourGradient[i] - evaluation_.surfaceGradient[i]) * h_ > kBesideGas;
        const float reach = (isBesideGas ? kBubbleReach : kSiteReach) * h_;
        const auto isNear = [&](Vec3 site) { return length(particles_.position(i) - site) < reach; };
        if (std::none_of(scene_.cavitationSites.begin(), scene_.cavitationSites.end(), isNear)) return;
        // Hashed from seed, particle id and step: a generator's state would depend on the order of particles.
        Rng rng((scene_.seed * 0x9e3779b97f4a7c15ull + particles_.id[i]) * 0xbf58476d1ce4e5b9ull + step_);
        if (rng.uniform() >= 1.0f - std::exp(-settings_.boilingRate * seconds_)) return;
        particles_.fluid[i] = static_cast<uint8_t>(kind.vapour);
        ++counts_.boiled;
        return;
    }
    if (!kind.isGas) return;
    for (size_t liquid = 0; liquid < state_.fluids.size(); ++liquid) {
        if (state_.fluids[liquid].vapour != particles_.fluid[i]) continue;
        if (particles_.temperature[i] >= state_.fluids[liquid].boilingPoint - kUndercooling) continue;
        particles_.fluid[i] = static_cast<uint8_t>(liquid);
        ++counts_.condensed;
        return;
    }
}

// [MSKG05] 3.4.2, and air at the top: the printed rule leaves a blanket of it on the surface.
bool Phases::vanishes(size_t i) const {
    const FluidKind& kind = state_.fluids[particles_.fluid[i]];
    if (!kind.isGas) return false;
    if (kind.isFlame) return !settings_.heatOn || particles_.temperature[i] < kFlameOut;
    const float threshold = settings_.airThreshold / h_;
    const float boundary = length(evaluation_.colourGradient[i]);
    const float density =
        space_.spacing * space_.spacing * space_.spacing / evaluation_.records[i].volume;  // over that at rest
    const bool hasNoLiquid = length(evaluation_.surfaceGradient[i]) * h_ < kNoLiquid;
    const bool isFarFromLiquid = hasNoLiquid && (boundary > threshold || density < kThinDensity);
    const bool isLone = density < kLoneDensity;
    const bool isOnTop = boundary > 0.8f * threshold && evaluation_.colourGradient[i].y < 0.0f;
    return isFarFromLiquid || isLone || isOnTop;
}

// Of the first ones: what was born in this step stays.
void Phases::removeGas(size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < particles_.count; ++i) {
        if (i < count && vanishes(i)) continue;
        if (kept != i) {
            particles_.copyFrom(particles_, i, kept);
            evaluation_.copy(i, kept);
        }
        ++kept;
    }
    counts_.gasGone += particles_.count - kept;
    particles_.count = kept;
}

// [MSKG05] 3.4.1: liquid at the lower side of a boundary makes air, but only over other liquid that may close it in:
// the printed rule wraps every jet and drop that falls freely in air, which is lost again at once.
void Phases::trapAir() {
    const float threshold = settings_.airThreshold / h_;
    const float shift = kAirShift * h_ * h_;
    const size_t before = particles_.count;
    for (size_t i = 0; i < before; ++i) {
        const Vec3 gradient = evaluation_.colourGradient[i];
        if (state_.fluids[particles_.fluid[i]].isGas || !(gradient.y > 0.0f) || !(length(gradient) > threshold))
            continue;
        if (particles_.count >= space_.capacity || looks_ > kMaxLooks) return;
        const Vec3 place = particles_.position(i) - gradient * shift;
        if (!space_.hasRoomFor(place)) continue;
        if (isOccupied(place, before) || !isOverLiquid(place)) continue;
        ParticleContent content = state_.contentOf(scene_.air);
        content.temperature = particles_.temperature[i];
        // What the last pass would have left of it, so that the others keep theirs.
        evaluation_.copy(i, particles_.count);
        evaluation_.surfaceGradient[particles_.count] = gradient;
        particles_.append(place, particles_.velocity(i), state_.nextId++, content);
        ++counts_.airBorn;
    }
}

// Calls visit(j) for all particles in the cells that the box touches, until it returns true. The bins are those of the
// last substep's start, before the particles moved by at most kMaxWay h: the box is that much larger on every side.
template <typename Visit>
bool Phases::findInBox(Bounds box, const Visit& visit) const {
    const GridView& view = space_.grid.view();
    const float slack = kMaxWay * h_;
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
            const uint32_t begin = view.binBegin[row + x0 * kBinsPerCell];
            const uint32_t end = view.binBegin[row + (x1 + 1) * kBinsPerCell];
            looks_ += end - begin;
            for (uint32_t j = begin; j < end; ++j) {
                if (visit(j)) return true;
            }
        }
    }
    return false;
}

// Whether there is no room for another particle; those from before on were born in this step.
bool Phases::isOccupied(Vec3 place, size_t before) const {
    const float room = kAirRoom * space_.spacing;
    const auto isNear = [&](size_t j) { return lengthSquared(particles_.position(j) - place) < room * room; };
    const Vec3 reach = Vec3{1.0f, 1.0f, 1.0f} * room;
    if (findInBox({place - reach, place + reach}, isNear)) return true;
    looks_ += particles_.count - before;
    for (size_t j = before; j < particles_.count; ++j) {
        if (isNear(j)) return true;
    }
    return false;
}

bool Phases::isOverLiquid(Vec3 place) const {
    const float aside = kShaftRadius * space_.spacing;
    const Vec3 lower = place - Vec3{aside, kShaftDepth * h_, aside};
    const Vec3 upper = place + Vec3{aside, 0.0f, aside};
    return findInBox({lower, upper}, [&](size_t j) {
        const Vec3 x = particles_.position(j);
        return !state_.fluids[particles_.fluid[j]].isGas && x.y < place.y && x.y > lower.y &&
               std::hypot(x.x - place.x, x.z - place.z) < aside;
    });
}

}  // namespace meniscus
