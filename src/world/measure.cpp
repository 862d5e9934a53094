#include <algorithm>
#include <array>
#include <cmath>

#include "meniscus/core/hash.h"
#include "world/world_impl.h"

namespace meniscus {

void World::Impl::evaluate() {
    if (evaluated != Evaluated::Next) evaluateInto(nullptr);
}

void World::Impl::evaluateInto(Vec3* accelerations) {
    const StepTotals kept = totals;  // looking is not stepping
    gatherFields();
    fluidCounts = countFluids(fluid.particles);
    forgetEvaluation();
    const SubstepTimes times{.dt = fluid.previousDt, .kick = 0.5f * fluid.previousDt};
    method->evaluate(context(), times, fluid.particles, next, evaluation, accelerations);
    if (times.kick > 0.0f) holdAtWalls();
    totals = kept;
    evaluated = Evaluated::Next;
}

// The half kick knows nothing of walls. Water at rest presses on its floor, and what lies there would seem to move into
// it by half a step's worth of its weight and of all that it carries.
void World::Impl::holdAtWalls() {
    for (size_t i = 0; i < next.count; ++i) {
        const Vec3 x = next.position(i);
        if (!space.isNearWall(x)) continue;
        next.setVelocity(i, space.boundary.heldVelocity({.id = next.id[i], .x = x, .v = next.velocity(i)}));
    }
}

void World::evaluate() const {
    impl_->evaluate();
}

ParticleView World::particle(size_t index) const {
    evaluate();
    const Impl& w = *impl_;
    const ParticleContent content = w.next.content(index);
    const Fluid own = w.ownFluidOf(w.firstFluid(), content);
    const float rho = own.mass / w.evaluation.records[index].volume;
    return {.id = w.next.id[index],
            .x = w.next.position(index),
            .v = w.next.velocity(index),
            .density = rho,
            .pressure = w.method->pressureOf(index, own, rho),
            .colourGradient = w.evaluation.colourGradient[index],
            .fluid = content.fluid,
            .temperature = content.temperature,
            .dye = content.dye};
}

std::span<const uint32_t> World::ids() const {
    evaluate();
    return {impl_->next.id.data(), impl_->next.count};
}

void World::capture(Frame& frame) const {
    if (impl_->evaluated != Evaluated::Current) evaluate();
    const Impl& w = *impl_;
    const Fluid first = w.firstFluid();
    const bool isCurrent = w.evaluated == Evaluated::Current;
    const ParticleArrays& particles = isCurrent ? w.fluid.particles : w.next;
    frame.totals = w.totals;
    frame.stepIndex = w.stepIndex;
    frame.clock = w.clock;
    frame.settings = w.settings;
    frame.method = w.methodInfo->name;
    frame.spacing = w.setup.spacing;
    frame.supportRadius = w.space.h;
    frame.particleMass = first.mass;
    frame.capacity = w.setup.capacity;
    frame.budgetNote = budgetNote();
    frame.maxSpeed = w.fluid.maxSpeed;
    frame.maxAcceleration = w.fluid.maxAcceleration;
    frame.fluids = w.fluid.fluids;
    frame.resize(particles.count, w.fluid.isMixed());
    if (w.fluid.isMixed()) {
        const auto copy = [&](auto, auto, const auto& from, auto& to) {
            std::copy_n(from.begin(), to.size(), to.begin());
        };
        forEachContent(copy, static_cast<const ContentColumns<AlignedVector>&>(particles),
                       static_cast<ContentColumns<PlainVector>&>(frame));
    }
    Fluid own = first;
    for (size_t i = 0; i < particles.count; ++i) {
        frame.x[i] = particles.position(i);
        frame.v[i] = particles.velocity(i);
        if (w.fluid.isMixed()) {
            own = w.ownFluidOf(first, particles.content(i));
            frame.relativeDensity[i] = own.mass / w.evaluation.records[i].volume / own.restDensity;
        }
        frame.density[i] = own.mass / w.evaluation.records[i].volume;
        frame.pressure[i] = w.method->pressureOf(i, own, frame.density[i]);
        frame.colourGradient[i] = w.evaluation.colourGradient[i];
    }
}

std::vector<Vec3> World::accelerations() const {
    std::vector<Vec3> result(impl_->space.places);
    impl_->evaluateInto(result.data());
    result.resize(impl_->next.count);
    return result;
}

std::vector<WallForce> World::wallForces() const {
    std::vector<WallForce> forces;
    for (size_t wall = 0; wall < impl_->wallLoads.size(); ++wall) {
        const WallLoad& load = impl_->wallLoads[wall];
        const double perSecond = impl_->wallLoadSeconds > 0.0 ? 1.0 / impl_->wallLoadSeconds : 0.0;
        const auto force = [&](double momentum) { return static_cast<float>(momentum * perSecond); };
        forces.push_back({Boundary::wallName(static_cast<int>(wall)), {force(load.x), force(load.y), force(load.z)}});
    }
    return forces;
}

StateMeasure World::measure() const {
    evaluate();
    const Impl& w = *impl_;
    StateMeasure m;
    m.particles = w.next.count;
    const Fluid first = w.firstFluid();
    const double gravity = static_cast<double>(w.settings.gravityOn) * w.settings.gravity;
    const double floor = w.setup.domain.bounds.lower.y;
    double px = 0.0, py = 0.0, pz = 0.0, speedSum = 0.0, densitySum = 0.0;
    for (size_t i = 0; i < w.next.count; ++i) {
        const Vec3 x = w.next.position(i);
        const Vec3 v = w.next.velocity(i);
        const double speed2 = lengthSquared(v);
        const ParticleContent content = w.next.content(i);
        const Fluid fluid = w.ownFluidOf(first, content);
        const double mass = fluid.mass;
        const double ratio = mass / w.evaluation.records[i].volume / fluid.restDensity;
        ++m.perFluid[content.fluid];
        if (w.fluid.isMixed()) {
            m.heat += mass * content.temperature;
            m.coldest = i == 0 ? content.temperature : std::min<double>(m.coldest, content.temperature);
            m.hottest = i == 0 ? content.temperature : std::max<double>(m.hottest, content.temperature);
        }
        m.kineticEnergy += 0.5 * mass * speed2;
        m.potentialEnergy += mass * gravity * (x.y - floor);
        px += mass * v.x, py += mass * v.y, pz += mass * v.z;
        speedSum += std::sqrt(speed2);
        m.maxSpeed = std::max(m.maxSpeed, std::sqrt(speed2));
        densitySum += ratio;
        m.maxDensityRatio = std::max(m.maxDensityRatio, ratio);
        if (!isFinite(x) || !isFinite(v) || !w.setup.domain.bounds.contains(x) || !w.space.boundary.isFree(x))
            ++m.escaped;
    }
    const double count = std::max<double>(1.0, static_cast<double>(w.next.count));
    m.meanSpeed = speedSum / count;
    m.meanDensityRatio = densitySum / count;
    m.meanNeighbors = w.evaluation.meanNeighbors;
    m.momentum = {static_cast<float>(px), static_cast<float>(py), static_cast<float>(pz)};
    return m;
}

// As replays of version 1 hash them: all that there were, in this order.
constexpr std::array kSettingsOfVersion1{
    "restDensity", "stiffness",        "viscosity",    "surfaceTension", "surfaceThreshold", "gravity",
    "timeStep",    "restitution",      "friction",     "wallGrip",       "fieldStrength",    "emitterRate",
    "speedLimit",  "interfaceTension", "wallPolarity", "dyeDiffusion",   "heaterStrength",   "airThreshold",
    "boilingRate", "kernelPair",       "tensionModel", "interfaceModel", "allowSuction",     "pressureOn",
    "viscosityOn", "tensionOn",        "gravityOn",    "fieldsOn",       "wallDensityOn",    "interfaceOn",
    "heatOn",      "trappedAir"};

constexpr std::string_view kColumnsOfVersion1[] = {"fluid", "temperature", "dye"};

uint64_t World::stateHash(HashRule rule) const {
    const FluidState& fluid = impl_->fluid;
    const ParticleArrays& particles = fluid.particles;
    StateHash hash;
    const auto valuesOf = [&](const auto& array) { return std::span(array.data(), particles.count); };
    forEachMotion([&](auto, const auto& array) { hash.addSpan(valuesOf(array)); }, particles);
    if (particles.isMixed()) {
        // Of what particles carry since version 2 only what differs from its initial value anywhere, so that a further
        // column changes no hash of before.
        const auto addColumn = [&](std::string_view name, auto initial, const auto& array) {
            if (std::ranges::find(kColumnsOfVersion1, name) == std::end(kColumnsOfVersion1)) {
                if (std::ranges::all_of(valuesOf(array), [&](auto value) { return value == initial; })) return;
                hash.addBytes(name.data(), name.size());
            }
            hash.addSpan(valuesOf(array));
        };
        forEachContent(addColumn, particles);
        hash.addSpan(std::span<const float>(impl_->heaterTemperatures));
        for (const FluidKind& kind : fluid.fluids) {
            for (const FluidProperty& property : fluidPropertyTable()) {
                if (rule == HashRule::Physics && property.isOnlyDrawn) continue;
                hash.add(kind.*property.value);
            }
        }
    }
    hash.add(impl_->totals.simulatedSeconds);
    hash.add(fluid.previousDt);
    if (fluid.owed > 0.0f) hash.add(fluid.owed);
    const auto settingOf = [&](const SettingInfo& info) { return valueOf(info, impl_->settings, fluid.fluids[0]); };
    if (rule == HashRule::WithColours) {
        for (const char* key : kSettingsOfVersion1) hash.add(settingOf(findSetting(key)));
        return hash.value();
    }
    // Only what differs from its default, so that a further setting changes no hash of before.
    for (const SettingInfo& info : settingTable()) {
        if (settingOf(info) == defaultOf(info)) continue;
        hash.addBytes(info.key.data(), info.key.size());
        hash.add(settingOf(info));
    }
    if (impl_->methodInfo->name != kDefaultMethod)
        hash.addBytes(impl_->methodInfo->name.data(), impl_->methodInfo->name.size());
    return hash.value();
}

size_t World::allocatedBytes() const {
    const Impl& w = *impl_;
    return w.fluid.particles.bytes() + w.next.bytes() + w.evaluation.bytes() + w.method->bytes() + w.space.bytes() +
           w.setup.particles.size() * sizeof(ParticleSeed) + w.places.capacity() * sizeof(OccupiedPlace);
}

}  // namespace meniscus
