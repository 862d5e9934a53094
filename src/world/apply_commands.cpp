// What each command does to the world, between two steps: an overload each.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "meniscus/core/error.h"
#include "world/occupied_places.h"
#include "world/world_impl.h"

namespace meniscus {

struct World::Impl::Apply {
    Impl& w;

    void operator()(const SetSetting& command) const {
        setValue(findSetting(command.key), command.value, w.settings, w.fluids[0]);
        w.rebuildWallTable();
        w.forgetPasses();
    }

    void operator()(const ApplyField& command) const {
        const bool isThermal = command.field.kind == FieldKind::Heat || command.field.kind == FieldKind::Cool;
        if (isThermal && command.field.strength > 0.0f) w.setMixed(true);
        w.userFields[command.slot] = command.field;
    }

    void operator()(const EmitBall& command) const {
        const float dx = w.setup.spacing;
        const OccupiedPlaces occupied(w.current, {command.centre, command.radius}, 0.9f * dx);
        const ParticleContent content = w.contentOf(std::max(w.fluidIndex(command.fluid), 0));
        // The part of the ball's lattice that lies in the room.
        const Vec3 lower = (w.setup.domain.bounds.lower - command.centre) / dx;
        const Vec3 upper = (w.setup.domain.bounds.upper - command.centre) / dx;
        const float reach = command.radius / dx;
        const auto first = [reach](float low) { return static_cast<int>(std::ceil(std::max(low, -reach))); };
        const auto last = [reach](float high) { return static_cast<int>(std::floor(std::min(high, reach))); };
        for (int z = first(lower.z); z <= last(upper.z); ++z) {
            for (int y = first(lower.y); y <= last(upper.y); ++y) {
                for (int x = first(lower.x); x <= last(upper.x); ++x) {
                    const Vec3 offset = Vec3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * dx;
                    if (lengthSquared(offset) > command.radius * command.radius) continue;
                    const Vec3 place = command.centre + offset;
                    if (!occupied.isNear(place)) w.tryAppend(place, command.velocity, content);
                }
            }
        }
    }

    void operator()(const Pour& command) const {
        if (!command.isOpen) return w.jet.reset();
        if (!w.jet) w.jetState = {.nextLayer = w.totals.simulatedSeconds};
        w.jet = Emitter{.centre = command.centre,
                        .radius = std::min(command.radius, kWidestJet * w.setup.spacing),
                        .speed = command.speed,
                        .fluid = std::max(w.fluidIndex(command.fluid), 0),
                        .avoidsFluid = true};
    }

    void operator()(const Drain& command) const {
        const float radius2 = command.radius * command.radius;
        w.current.keepIf([&](size_t i) { return lengthSquared(w.current.position(i) - command.centre) > radius2; });
        w.forgetPasses();
    }

    void operator()(const Reset&) const { w.reset(); }

    void operator()(const SetFluid& command) const {
        const int index = w.fluidIndex(command.fluid);
        if (index == kNoFluid) return;  // gone with a reset
        setValue(w.fluids[static_cast<size_t>(index)], findFluidProperty(command.key), command.value);
        w.forgetPasses();
    }

    void operator()(const AddFluid& command) const {
        if (w.fluids.size() >= kMostFluids || w.fluidIndex(command.kind.name) != kNoFluid) return;
        w.fluids.push_back(command.kind);
        if (w.fluids.back().vapour >= static_cast<int>(w.fluids.size())) w.fluids.back().vapour = kNoFluid;
        w.setMixed(true);
        w.forgetPasses();
    }

    void operator()(const Dye& command) const {
        w.setMixed(true);
        const float radius2 = command.radius * command.radius;
        for (size_t i = 0; i < w.current.count; ++i) {
            if (lengthSquared(w.current.position(i) - command.centre) > radius2) continue;
            w.current.dye[i] = std::max(w.current.dye[i], command.amount);
        }
        w.forgetPasses();
    }
};

namespace {

// Refuses names of fluids that are not in the table, in any field that has one.
struct FluidNames {
    const std::vector<std::string>& names;

    void operator()(std::string_view, const auto&, const auto&, std::string_view) const {}
    void operator()(std::string_view, const std::string& name, const FluidRule& rule, std::string_view) const {
        if (rule.isOptional && name.empty()) return;
        if (std::find(names.begin(), names.end(), name) != names.end()) return;
        throw InputError(fmt::format("fluid '{}' is unknown; allowed: {}", name, fmt::join(names, ", ")));
    }
};

void checkAdded(const std::string& name, const std::vector<std::string>& names) {
    if (std::find(names.begin(), names.end(), name) != names.end()) {
        throw InputError(fmt::format("fluid '{}' is there already", name));
    }
    if (names.size() < kMostFluids) return;
    throw InputError(fmt::format("fluid '{}': there are {} already, and no more are allowed", name, names.size()));
}

}  // namespace

void World::Impl::applyCommands() {
    for (Command& command : pending) {
        std::visit(Apply{*this}, command);
        log.push_back({stepIndex, std::move(command), clock});
    }
    pending.clear();
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
    if (const auto* add = std::get_if<AddFluid>(&command)) checkAdded(add->kind.name, names);
    std::visit(
        [&]<typename T>(const T& c) {
            FluidNames check{names};
            T::fields(c, check);
        },
        command);
}

}  // namespace meniscus
