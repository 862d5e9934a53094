// How emitters and fields change the world between steps.
#include <algorithm>
#include <cmath>
#include <optional>

#include "meniscus/core/rng.h"
#include "world/occupied_places.h"
#include "world/world_impl.h"

namespace meniscus {

namespace {

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

void World::Impl::gatherFields() {
    activeFields.clear();
    if (!settings.fieldsOn) return;
    const auto addIfActive = [&](ForceField field, float factor) {
        field.strength *= factor;
        if (field.kind == FieldKind::Swirl) field.direction = normalizedOr(field.direction, {0.0f, 1.0f, 0.0f});
        if (field.strength > 0.0f && totals.simulatedSeconds < field.endTime) activeFields.push_back(field);
    };
    for (const ForceField& field : setup.fields) addIfActive(field, settings.fieldStrength);
    for (const ForceField& field : userFields) addIfActive(field, 1.0f);
}

bool World::Impl::tryAppend(Vec3 x, Vec3 v, const ParticleContent& content) {
    if (!setup.domain.bounds.contains(x) || !walls->hasClearance(x)) return false;
    if (current.count >= setup.capacity) {
        ++totals.emitterSkipped;
        return false;
    }
    current.append(x, v, nextId++, content);
    maxSpeed = std::max(maxSpeed, length(v));
    forgetPasses();
    return true;
}

void World::Impl::runEmitters() {
    for (size_t k = 0; k < setup.emitters.size(); ++k) runEmitter(setup.emitters[k], emitterStates[k]);
    if (jet) runEmitter(*jet, jetState);
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

void World::Impl::runEmitter(const Emitter& emitter, EmitterState& state) {
    const double now = totals.simulatedSeconds;
    const float dx = setup.spacing;
    const float fullRate = openingArea(emitter) * emitter.speed;
    const float rate = settings.emitterRate * (emitter.rate > 0.0f ? std::min(emitter.rate, fullRate) : fullRate);
    if (!(rate > 0.0f)) {
        state.nextLayer = std::max(state.nextLayer, now);
        return;
    }
    size_t perLayer = 0;
    forLayer(emitter, dx, [&](float, float, float) { ++perLayer; });
    // Layers leave no closer than the spacing: whatever the rate, fluid comes out at rest density or thinner.
    const double interval =
        std::max(static_cast<double>(perLayer) * dx * dx * dx / rate, static_cast<double>(dx) / emitter.speed);
    while (state.nextLayer <= now && state.nextLayer < emitter.endTime && state.emitted < emitter.particleLimit) {
        emitLayer(emitter, state, static_cast<float>(now - state.nextLayer) * emitter.speed);
        state.nextLayer += interval;
    }
}

// lead is how far the layer has come since it left the opening: steps do not fall together with layers.
void World::Impl::emitLayer(const Emitter& emitter, EmitterState& state, float lead) {
    const Vec3 direction = normalizedOr(emitter.direction, {0, -1, 0});
    const CrossSection across = acrossOf(direction);
    const float jitter = 0.15f * setup.spacing;
    ParticleContent content = contentOf(emitter.fluid);
    content.dye = emitter.dye;
    std::optional<OccupiedPlaces> occupied;
    if (emitter.avoidsFluid) {
        const Ball reach{emitter.centre, 1.5f * emitter.radius + lead + 2.0f * setup.spacing};  // of a square's corner
        occupied.emplace(current, reach, 0.6f * setup.spacing);  // layers are a spacing apart, less jitter
    }
    forLayer(emitter, setup.spacing, [&](float u, float w, float offset) {
        if (state.emitted >= emitter.particleLimit) return;
        // Jitter by identity needs no state of its own.
        Rng rng(setup.seed * 0x9e3779b97f4a7c15ull + nextId);
        const float ju = jitter * rng.signedUniform(), jw = jitter * rng.signedUniform();
        const float along = lead - offset + jitter * rng.signedUniform();
        const Vec3 place = emitter.centre + across.u * (u + ju) + across.w * (w + jw) + direction * along;
        if (occupied && occupied->isNear(place)) return;
        if (tryAppend(place, direction * emitter.speed, content)) ++state.emitted;
    });
}

}  // namespace meniscus
