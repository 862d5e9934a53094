#include <cmath>

#include "world/world_impl.h"

namespace meniscus {

void World::evaluate() const {
    impl_->evaluate();
}

ParticleView World::particle(size_t index) const {
    evaluate();
    const Impl& w = *impl_;
    const Fluid fluid = w.fluidFor(0.0f);
    const float rho = fluid.mass / w.records[index].volume;
    return {w.next.id[index],    w.next.position(index), w.next.velocity(index), rho,
            fluid.pressure(rho), w.colourGradient[index]};
}

std::span<const uint32_t> World::ids() const {
    evaluate();
    return {impl_->next.id.data(), impl_->next.count};
}

void World::capture(Frame& frame) const {
    if (!impl_->passesFitCurrent) evaluate();
    const Impl& w = *impl_;
    const Fluid fluid = w.fluidFor(0.0f);
    const ParticleArrays& particles = w.passesFitCurrent ? w.current : w.next;
    frame.totals = w.totals;
    frame.settings = w.settings;
    frame.spacing = w.setup.spacing;
    frame.supportRadius = w.h;
    frame.particleMass = fluid.mass;
    frame.capacity = w.setup.capacity;
    frame.resize(particles.count);
    for (size_t i = 0; i < particles.count; ++i) {
        frame.x[i] = particles.position(i);
        frame.v[i] = particles.velocity(i);
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
    const double mass = w.fluidFor(0.0f).mass;
    const double gravity = static_cast<double>(w.settings.gravityOn) * w.settings.gravity;
    const double floor = w.setup.domain.bounds.lower.y;
    double px = 0.0, py = 0.0, pz = 0.0, speedSum = 0.0, densitySum = 0.0;
    for (size_t i = 0; i < w.next.count; ++i) {
        const Vec3 x = w.next.position(i);
        const Vec3 v = w.next.velocity(i);
        const double speed2 = lengthSquared(v);
        const double ratio = mass / w.records[i].volume / w.settings.restDensity;
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
