// How commands and emitters change the world between steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "meniscus/core/error.h"
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

void World::Impl::applyCommands() {
    for (Command& command : pending) {
        std::visit([this](const auto& c) { apply(c); }, command);
        log.push_back({stepIndex, std::move(command), clock});
    }
    pending.clear();
}

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

void World::Impl::apply(const SetSetting& command) {
    setValue(findSetting(command.key), command.value, settings, fluids[0]);
    rebuildWallTable();
    forgetPasses();
}

void World::Impl::apply(const ApplyField& command) {
    const bool isThermal = command.field.kind == FieldKind::Heat || command.field.kind == FieldKind::Cool;
    if (isThermal && command.field.strength > 0.0f) setMixed(true);
    userFields[command.slot] = command.field;
}

void World::Impl::apply(const Reset&) {
    reset();
}

void World::Impl::apply(const SetFluid& command) {
    const int index = fluidIndex(command.fluid);
    if (index == kNoFluid) return;  // gone with a reset
    setValue(fluids[static_cast<size_t>(index)], findFluidProperty(command.key), command.value);
    forgetPasses();
}

void World::Impl::apply(const AddFluid& command) {
    if (fluids.size() >= kMostFluids || fluidIndex(command.kind.name) != kNoFluid) return;
    fluids.push_back(command.kind);
    if (fluids.back().vapour >= static_cast<int>(fluids.size())) fluids.back().vapour = kNoFluid;
    setMixed(true);
    forgetPasses();
}

void World::Impl::apply(const Dye& command) {
    setMixed(true);
    const float radius2 = command.radius * command.radius;
    for (size_t i = 0; i < current.count; ++i) {
        if (lengthSquared(current.position(i) - command.centre) > radius2) continue;
        current.dye[i] = std::max(current.dye[i], command.amount);
    }
    forgetPasses();
}

void World::Impl::checkFluidNames(const Command& command) const {
    // As the table will be after the commands that are still on their way.
    std::vector<std::string> names;
    for (const FluidKind& kind : fluids) names.push_back(kind.name);
    for (const Command& earlier : pending) {
        if (const auto* add = std::get_if<AddFluid>(&earlier)) names.push_back(add->kind.name);
        if (!std::holds_alternative<Reset>(earlier)) continue;
        names.clear();
        for (const FluidKind& kind : setup.fluids) names.push_back(kind.name);
    }
    const auto isThere = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    const auto require = [&](const std::string& name) {
        if (isThere(name)) return;
        throw InputError(fmt::format("fluid '{}' is unknown; allowed: {}", name, fmt::join(names, ", ")));
    };
    if (const auto* set = std::get_if<SetFluid>(&command)) require(set->fluid);
    if (const auto* emit = std::get_if<EmitBall>(&command); emit != nullptr && !emit->fluid.empty()) {
        require(emit->fluid);
    }
    if (const auto* pour = std::get_if<Pour>(&command); pour != nullptr && !pour->fluid.empty()) require(pour->fluid);
    if (const auto* add = std::get_if<AddFluid>(&command)) {
        if (isThere(add->kind.name)) throw InputError(fmt::format("fluid '{}' is there already", add->kind.name));
        if (names.size() >= kMostFluids) {
            throw InputError(
                fmt::format("fluid '{}': there are {} already, and no more are allowed", add->kind.name, names.size()));
        }
    }
}

void World::Impl::apply(const EmitBall& command) {
    const float dx = setup.spacing;
    const OccupiedPlaces occupied(current, {command.centre, command.radius}, 0.9f * dx);
    const ParticleContent content = contentOf(std::max(fluidIndex(command.fluid), 0));
    // The part of the ball's lattice that lies in the room.
    const Vec3 lower = (setup.domain.bounds.lower - command.centre) / dx;
    const Vec3 upper = (setup.domain.bounds.upper - command.centre) / dx;
    const float reach = command.radius / dx;
    const auto first = [reach](float low) { return static_cast<int>(std::ceil(std::max(low, -reach))); };
    const auto last = [reach](float high) { return static_cast<int>(std::floor(std::min(high, reach))); };
    for (int z = first(lower.z); z <= last(upper.z); ++z) {
        for (int y = first(lower.y); y <= last(upper.y); ++y) {
            for (int x = first(lower.x); x <= last(upper.x); ++x) {
                const Vec3 offset = Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * dx;
                if (lengthSquared(offset) > command.radius * command.radius) continue;
                const Vec3 place = command.centre + offset;
                if (!occupied.isNear(place)) tryAppend(place, command.velocity, content);
            }
        }
    }
}

void World::Impl::apply(const Pour& command) {
    if (!command.isOpen) return jet.reset();
    if (!jet) jetState = {.nextLayer = totals.simulatedSeconds};
    jet = Emitter{.centre = command.centre,
                  .radius = std::min(command.radius, kWidestJet * setup.spacing),
                  .speed = command.speed,
                  .fluid = std::max(fluidIndex(command.fluid), 0),
                  .avoidsFluid = true};
}

void World::Impl::apply(const Drain& command) {
    const float radius2 = command.radius * command.radius;
    current.keepIf([&](size_t i) { return lengthSquared(current.position(i) - command.centre) > radius2; });
    forgetPasses();
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
