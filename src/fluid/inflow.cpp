#include "meniscus/fluid/inflow.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "meniscus/core/rng.h"

namespace meniscus {

namespace {

// Looks at particles in one step, for places where there is room. A step that simulates its own time needs far fewer;
// a file may ask for any number of layers that are overdue.
constexpr uint64_t kMaxLooks = 200'000'000;

// Two unit vectors that span the plane across the direction.
struct CrossSection {
    Vec3 u;
    Vec3 w;
};
CrossSection acrossOf(Vec3 direction) {
    const Vec3 helper = std::abs(direction.y) < 0.9f ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
    const Vec3 u = normalizedOr(cross(direction, helper), {1, 0, 0});
    return {u, cross(direction, u)};
}

float openingArea(const Emitter& emitter) {
    const float half = emitter.radius;
    return emitter.shape == EmitterShape::Disc ? std::numbers::pi_v<float> * half * half : 4.0f * half * half;
}

}  // namespace

bool Inflow::tryAppend(Vec3 x, Vec3 v, const ParticleContent& content) {
    if (!space_.hasRoomFor(x)) return false;
    if (fluid_.particles.count >= space_.capacity) {
        ++skipped_;
        return false;
    }
    fluid_.particles.append(x, v, fluid_.nextId++, content);
    fluid_.maxSpeed = std::max(fluid_.maxSpeed, length(v));
    ++added_;
    return true;
}

void Inflow::run(std::span<const Emitter> emitters, InflowState& state, double now, float rateFactor) {
    for (size_t k = 0; k < emitters.size(); ++k) runEmitter(emitters[k], state.emitters[k], now, rateFactor);
    if (!state.jet) return;
    places_.reserve(space_.capacity);  // at once, so that no later step allocates
    runEmitter(*state.jet, state.jetState, now, rateFactor);
}

void Inflow::delay(std::span<const Emitter> emitters, InflowState& state, double from, double seconds,
                   float rateFactor) const {
    const auto delayOne = [&](const Emitter& emitter, EmitterState& emitterState) {
        const double waiting = from + seconds - std::max(from, emitter.startTime);
        if (waiting > 0.0) emitterState.nextLayer += (1.0 - paceOf(emitter, rateFactor).share) * waiting;
    };
    for (size_t k = 0; k < emitters.size(); ++k) delayOne(emitters[k], state.emitters[k]);
    if (state.jet) delayOne(*state.jet, state.jetState);
}

void Inflow::addBall(const FluidBall& ball) {
    const float dx = space_.spacing;
    const OccupiedPlaces occupied(fluid_.particles, {ball.centre, ball.radius}, 0.9f * dx, places_);
    // The part of the ball's lattice that lies in the room.
    const Vec3 lower = (space_.domain.bounds.lower - ball.centre) / dx;
    const Vec3 upper = (space_.domain.bounds.upper - ball.centre) / dx;
    const float reach = ball.radius / dx;
    const auto first = [reach](float low) { return static_cast<int>(std::ceil(std::max(low, -reach))); };
    const auto last = [reach](float high) { return static_cast<int>(std::floor(std::min(high, reach))); };
    for (int z = first(lower.z); z <= last(upper.z); ++z) {
        for (int y = first(lower.y); y <= last(upper.y); ++y) {
            for (int x = first(lower.x); x <= last(upper.x); ++x) {
                const Vec3 offset = Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * dx;
                if (lengthSquared(offset) > ball.radius * ball.radius) continue;
                const Vec3 place = ball.centre + offset;
                if (!occupied.isNear(place)) tryAppend(place, ball.velocity, ball.content);
            }
        }
    }
}

// Calls visit(u, w, offset) for the places of one layer across the opening. Every other column leaves half a spacing
// later, like the fields of a chess board: a jet of plain layers would tear into plates as it falls.
template <typename Visit>
static void forLayer(const Emitter& emitter, float dx, const Visit& visit) {
    // As many columns as the opening is wide; together their cross-sections make up its area.
    const int columns = std::max(1, static_cast<int>(std::round(2.0f * emitter.radius / dx)));
    const float first = -0.5f * dx * static_cast<float>(columns - 1);
    const float reach = std::max(emitter.radius - 0.2f * dx, 0.5f * dx);
    for (int b = 0; b < columns; ++b) {
        for (int a = 0; a < columns; ++a) {
            const float u = first + dx * static_cast<float>(a);
            const float w = first + dx * static_cast<float>(b);
            if (emitter.shape == EmitterShape::Disc && u * u + w * w > reach * reach) continue;
            visit(u, w, (a + b) % 2 == 0 ? 0.0f : 0.5f * dx);
        }
    }
}

// Holds liquid at the speed of the opening until it is a support radius away, as the pipe behind the opening would. A
// wide jet that is free at once pushes itself back, where the next layer is laid over it: that squeezes it more, and so
// on until it bursts.
void Inflow::guide(const Emitter& emitter) {
    if (emitter.radius <= 1.5f * space_.spacing) return;  // three columns have no inside that is under pressure
    const Vec3 direction = normalizedOr(emitter.direction, {0, -1, 0});
    const bool isDisc = emitter.shape == EmitterShape::Disc;
    const float half = (isDisc ? 1.0f : std::numbers::sqrt2_v<float>)*emitter.radius + 0.5f * space_.spacing;
    ParticleArrays& particles = fluid_.particles;
    fluid_.maxSpeed = std::max(fluid_.maxSpeed, emitter.speed);
    for (size_t i = 0; i < particles.count; ++i) {
        const Vec3 offset = particles.position(i) - emitter.centre;
        const float along = dot(offset, direction);
        if (along < -0.7f * space_.spacing || along > space_.h) continue;
        if (lengthSquared(offset) - along * along > half * half) continue;
        if (particles.isMixed() && particles.fluid[i] != emitter.fluid) continue;
        particles.setVelocity(i, direction * emitter.speed);
    }
}

Inflow::Pace Inflow::paceOf(const Emitter& emitter, float rateFactor) const {
    const float dx = space_.spacing;
    const float opening = openingArea(emitter) * emitter.speed;
    const float fullRate = emitter.rate > 0.0f ? std::min(emitter.rate, opening) : opening;
    size_t perLayer = 0;
    forLayer(emitter, dx, [&](float, float, float) { ++perLayer; });
    // Layers leave no closer than the spacing: whatever the rate, fluid comes out at rest density or thinner.
    const auto intervalAt = [&](float rate) {
        return std::max(static_cast<double>(perLayer) * dx * dx * dx / rate, static_cast<double>(dx) / emitter.speed);
    };
    const float rate = rateFactor * fullRate;
    if (!(rate > 0.0f)) return {.perLayer = perLayer};
    const double interval = intervalAt(fullRate);
    return {perLayer, interval, interval / intervalAt(rate)};
}

// Layers are counted in time at full rate: a lower one puts them off afterwards, see delay(). So what was poured at one
// rate never counts at another, however often the rate changes. The lead of a layer at a lower rate is too short for
// that, by less than the way of a step.
void Inflow::runEmitter(const Emitter& emitter, EmitterState& state, double now, float rateFactor) {
    const Pace pace = paceOf(emitter, rateFactor);
    if (!(pace.share > 0.0)) return;
    const bool isOpen = now >= emitter.startTime && now < emitter.endTime && state.emitted < emitter.particleLimit;
    // Emitters that avoid fluid lay nothing over it.
    if (isOpen && !emitter.avoidsFluid && !fluid_.fluids[emitter.fluid].isGas) guide(emitter);
    // A jet that was faster, or a snapshot of an earlier version, may have put it off further than the present pace.
    state.nextLayer = std::min(state.nextLayer, std::max(now + pace.interval, emitter.startTime));
    while (state.nextLayer <= now && state.nextLayer < emitter.endTime && state.emitted < emitter.particleLimit) {
        if (looks_ <= kMaxLooks) {
            emitLayer(emitter, state, static_cast<float>(now - state.nextLayer) * emitter.speed);
        } else {
            skipped_ += pace.perLayer;
        }
        state.nextLayer += pace.interval;
    }
}

// lead is how far the layer has come since it left the opening: steps do not fall together with layers.
void Inflow::emitLayer(const Emitter& emitter, EmitterState& state, float lead) {
    const Vec3 direction = normalizedOr(emitter.direction, {0, -1, 0});
    const CrossSection across = acrossOf(direction);
    const float jitter = 0.15f * space_.spacing;
    ParticleContent content = fluid_.contentOf(emitter.fluid);
    content.dye = emitter.dye;
    std::optional<OccupiedPlaces> occupied;
    if (emitter.avoidsFluid) {
        looks_ += fluid_.particles.count;
        const Ball reach{emitter.centre, 1.5f * emitter.radius + lead + 2.0f * space_.spacing};  // of a square's corner
        // Layers are a spacing apart, less jitter.
        occupied.emplace(fluid_.particles, reach, 0.6f * space_.spacing, places_);
    }
    forLayer(emitter, space_.spacing, [&](float u, float w, float offset) {
        if (state.emitted >= emitter.particleLimit) return;
        // Jitter by identity needs no state of its own.
        Rng rng(seed_ * 0x9e3779b97f4a7c15ull + fluid_.nextId);
        const float ju = jitter * rng.signedUniform(), jw = jitter * rng.signedUniform();
        const float along = lead - offset + jitter * rng.signedUniform();
        const Vec3 place = emitter.centre + across.u * (u + ju) + across.w * (w + jw) + direction * along;
        if (occupied && occupied->isNear(place)) return;
        if (tryAppend(place, direction * emitter.speed, content)) ++state.emitted;
    });
}

}  // namespace meniscus
