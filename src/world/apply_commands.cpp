// What each command does to a world, between two steps.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "meniscus/core/error.h"
#include "world/check_setup.h"
#include "world/world_impl.h"

namespace meniscus {

namespace {

// One function for each command; each leaves no evaluation behind that does not fit the state any more.
struct Apply {
    World::Impl& w;

    void operator()(const SetSetting& command) const {
        setValue(findSetting(command.key), command.value, w.settings, w.fluid.fluids[0]);
        w.forgetEvaluation();
    }

    void operator()(const SetMethod& command) const { w.setMethod(command.method); }

    void operator()(const SetFluid& command) const {
        const int index = w.fluid.fluidIndex(command.fluid);
        if (index == kNoFluid) return;  // gone with a reset
        setValue(w.fluid.fluids[static_cast<size_t>(index)], findFluidProperty(command.key), command.value);
        w.forgetEvaluation();
    }

    void operator()(const AddFluid& command) const {
        std::vector<FluidKind>& fluids = w.fluid.fluids;
        if (fluids.size() >= kMaxFluids || w.fluid.fluidIndex(command.kind.name) != kNoFluid) return;
        const int own = static_cast<int>(fluids.size());
        fluids.push_back(command.kind);
        if (fluids.back().vapour >= own) fluids.back().vapour = kNoFluid;
        w.setMixed(true);
        w.forgetEvaluation();
    }

    void operator()(const ApplyField& command) const {
        const bool isThermal = command.field.kind == FieldKind::Heat || command.field.kind == FieldKind::Cool;
        if (isThermal && command.field.strength > 0.0f) w.setMixed(true);
        w.userFields[static_cast<size_t>(command.slot)] = command.field;
        w.forgetEvaluation();
    }

    void operator()(const EmitBall& command) const {
        const ParticleContent content = w.fluid.contentOf(std::max(w.fluid.fluidIndex(command.fluid), 0));
        Inflow filling(w.space, w.setup.seed, w.fluid, w.places);
        filling.addBall({command.centre, command.radius, command.velocity, content});
        w.totals.emitterSkipped += filling.skippedCount();
        if (filling.addedCount() > 0) w.forgetEvaluation();
    }

    void operator()(const Pour& command) const {
        if (!command.isOpen) return w.inflow.jet.reset();
        if (!w.inflow.jet) w.inflow.jetState = {.nextLayer = w.totals.simulatedSeconds};
        w.inflow.jet = Emitter{.centre = command.centre,
                               .radius = std::min(command.radius, kMaxJetRadius * w.setup.spacing),
                               .speed = command.speed,
                               .fluid = std::max(w.fluid.fluidIndex(command.fluid), 0),
                               .avoidsFluid = true};
    }

    void operator()(const Drain& command) const {
        keepOutside(command.centre, command.radius);
        w.forgetEvaluation();
    }

    void operator()(const Dye& command) const {
        w.setMixed(true);
        ParticleArrays& particles = w.fluid.particles;
        const float radius2 = command.radius * command.radius;
        for (size_t i = 0; i < particles.count; ++i) {
            if (lengthSquared(particles.position(i) - command.centre) > radius2) continue;
            particles.dye[i] = std::max(particles.dye[i], command.amount);
        }
        w.forgetEvaluation();
    }

    void operator()(const Reset&) const { w.reset(); }

  private:
    void keepOutside(Vec3 centre, float radius) const {
        ParticleArrays& particles = w.fluid.particles;
        particles.keepIf([&](size_t i) { return lengthSquared(particles.position(i) - centre) > radius * radius; });
    }
};

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

void checkAdded(const FluidKind& kind, const std::vector<std::string>& names) {
    const std::string& name = kind.name;
    if (std::find(names.begin(), names.end(), name) != names.end()) {
        throw InputError(fmt::format("fluid '{}' is there already", name));
    }
    if (names.size() >= kMaxFluids) {
        throw InputError(fmt::format("fluid '{}': there are {} already, and no more are allowed", name, names.size()));
    }
    const int own = static_cast<int>(names.size());  // its own index, and it cannot boil into itself
    if (kind.vapour < own) return;
    throw InputError(
        fmt::format("add-fluid vapour: {} is not allowed; allowed: {} to {}", kind.vapour, kNoFluid, own - 1));
}

}  // namespace

void World::Impl::applyCommands() {
    // Taken out first: one that fails, for lack of memory, is not tried again in every step.
    std::vector<Command> due;
    std::swap(due, pending);
    for (Command& command : due) {
        std::visit(Apply{*this}, command);
        log.push_back({stepIndex, std::move(command), clock});
    }
}

void World::Impl::checkNames(const Command& command) const {
    // As table and method will be after the commands that are still on their way.
    std::vector<std::string> names;
    std::string_view methodName = methodInfo->name;
    for (const FluidKind& kind : fluid.fluids) names.push_back(kind.name);
    for (const Command& earlier : pending) {
        if (const auto* add = std::get_if<AddFluid>(&earlier)) names.push_back(add->kind.name);
        if (const auto* set = std::get_if<SetMethod>(&earlier)) methodName = set->method;
        if (!std::holds_alternative<Reset>(earlier)) continue;
        methodName = setup.method;
        names.clear();
        for (const FluidKind& kind : setup.fluids) names.push_back(kind.name);
    }
    if (const auto* set = std::get_if<SetMethod>(&command)) checkMethod(findMethod(set->method), setup, names.size());
    if (const auto* add = std::get_if<AddFluid>(&command)) {
        checkAdded(add->kind, names);
        checkMethod(findMethod(methodName), setup, names.size() + 1);
    }
    std::visit(
        [&]<typename T>(const T& c) {
            FluidNames check{names};
            T::fields(c, check);
        },
        command);
}

}  // namespace meniscus
