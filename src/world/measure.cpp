#include <cmath>

#include "world/world_impl.h"

namespace meniscus {

void World::evaluate() const {
    impl_->evaluate();
}

ParticleView World::particle(size_t index) const {
    evaluate();
    const Impl& w = *impl_;
    const ParticleContent content = w.next.content(index);
    const Fluid fluid = w.ownFluid(w.fluidFor(0.0f), content);
    const float rho = fluid.mass / w.records[index].volume;
    return {w.next.id[index],        w.next.position(index), w.next.velocity(index), rho,        fluid.pressure(rho),
            w.colourGradient[index], content.fluid,          content.temperature,    content.dye};
}

std::span<const uint32_t> World::ids() const {
    evaluate();
    return {impl_->next.id.data(), impl_->next.count};
}

void World::capture(Frame& frame) const {
    if (!impl_->passesFitCurrent) evaluate();
    const Impl& w = *impl_;
    Fluid fluid = w.fluidFor(0.0f);
    const Fluid first = fluid;
    const ParticleArrays& particles = w.passesFitCurrent ? w.current : w.next;
    frame.totals = w.totals;
    frame.stepIndex = w.stepIndex;
    frame.clock = w.clock;
    frame.settings = w.settings;
    frame.spacing = w.setup.spacing;
    frame.supportRadius = w.h;
    frame.particleMass = fluid.mass;
    frame.capacity = w.setup.capacity;
    frame.fluids = w.fluids;
    frame.resize(particles.count, w.isMixed());
    for (size_t i = 0; i < particles.count; ++i) {
        frame.x[i] = particles.position(i);
        frame.v[i] = particles.velocity(i);
        if (w.isMixed()) {
            frame.fluid[i] = particles.fluid[i];
            frame.temperature[i] = particles.temperature[i];
            frame.dye[i] = particles.dye[i];
            fluid = w.ownFluid(first, particles.content(i));
            frame.relativeDensity[i] = fluid.mass / w.records[i].volume / fluid.restDensity;
        }
        frame.density[i] = fluid.mass / w.records[i].volume;
        frame.pressure[i] = fluid.pressure(frame.density[i]);
        frame.colourGradient[i] = w.colourGradient[i];
    }
}

std::vector<Vec3> World::accelerations() const {
    std::vector<Vec3> result(impl_->reports.size() * kPassChunk);
    impl_->evaluateInto(result.data());
    result.resize(impl_->next.count);
    return result;
}

StateMeasure World::measure() const {
    evaluate();
    const Impl& w = *impl_;
    StateMeasure m;
    m.particles = w.next.count;
    const Fluid first = w.fluidFor(0.0f);
    const double gravity = static_cast<double>(w.settings.gravityOn) * w.settings.gravity;
    const double floor = w.setup.domain.bounds.lower.y;
    double px = 0.0, py = 0.0, pz = 0.0, speedSum = 0.0, densitySum = 0.0;
    for (size_t i = 0; i < w.next.count; ++i) {
        const Vec3 x = w.next.position(i);
        const Vec3 v = w.next.velocity(i);
        const double speed2 = lengthSquared(v);
        const ParticleContent content = w.next.content(i);
        const Fluid fluid = w.ownFluid(first, content);
        const double mass = fluid.mass;
        const double ratio = mass / w.records[i].volume / fluid.restDensity;
        ++m.perFluid[content.fluid];
        if (w.isMixed()) {
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
        if (!isFinite(x) || !isFinite(v) || !w.setup.domain.bounds.contains(x) || !w.walls->isFree(x)) ++m.escaped;
    }
    const double count = std::max<double>(1.0, static_cast<double>(w.next.count));
    m.meanSpeed = speedSum / count;
    m.meanDensityRatio = densitySum / count;
    m.meanNeighbors = static_cast<double>(w.combinedReport().neighbors) / count;
    m.momentum = {static_cast<float>(px), static_cast<float>(py), static_cast<float>(pz)};
    return m;
}

}  // namespace meniscus
