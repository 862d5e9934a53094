// The same substep as mcg03, by plain sums in double precision. Tests take it as the truth, the benchmark as the
// baseline. It knows no periodic axes, heaters and changes of phase.
#include "fluid/methods/mcg03/mcg03.h"
#include "fluid/methods/reference/plain_sums.h"
#include "meniscus/fluid/motion.h"

namespace meniscus {

namespace {

class Reference final : public Method {
  public:
    explicit Reference(Space& space)
        : space_(space), sums_(space), reports_(space.capacity, space.boundary.wallCount()) {}

    // That of the method whose truth it is.
    [[nodiscard]] float stableTimeStep(const StepContext& context, const FluidState& state) const override {
        return stableSphTimeStep(context, state, space_.h);
    }

    [[nodiscard]] SubstepReport substep(const StepContext& context, const SubstepTimes& times, ParticleArrays& current,
                                        ParticleArrays& next, Evaluation& evaluation) override {
        const Stride stride = strideOf(context, times, current.isMixed(), space_.h);
        evaluateFor(stride, context, times, current, next, evaluation, nullptr);
        if (next.isMixed()) sums_.flowHeatAndDye(times.heat);
        const ParticleMover mover(context.settings, space_, times.dt);
        for (size_t i = 0; i < next.count; ++i) {
            const PlainParticle& particle = sums_.particles()[i];
            if (next.isMixed()) {
                next.temperature[i] = static_cast<float>(particle.temperature);
                next.dye[i] = static_cast<float>(particle.dye);
            }
            const size_t chunk = i / kChunk;
            mover.move(next, i, particle.fluid.mass, true, reports_.at(chunk), reports_.wallLoads(chunk));
        }
        SubstepReport report = reports_.combined();
        report.owed = stride.kicks > 0.0f ? 0.0f : times.owed + times.kick;
        report.neighbors = sums_.neighborCount();
        report.crowded = sums_.crowdedCount();
        return report;
    }

    void evaluate(const StepContext& context, const SubstepTimes& times, ParticleArrays& current, ParticleArrays& next,
                  Evaluation& evaluation, Vec3* accelerations) override {
        const Stride stride = wholeStride(context, times, current.isMixed(), space_.h);
        evaluateFor(stride, context, times, current, next, evaluation, accelerations);
    }

    [[nodiscard]] float pressureOf(size_t, const Fluid& own, float density) const override {
        return own.pressure(density);
    }
    [[nodiscard]] size_t bytes() const override { return sums_.bytes() + reports_.bytes(); }

  private:
    void evaluateFor(const Stride& stride, const StepContext& context, const SubstepTimes& times,
                     ParticleArrays& current, ParticleArrays& next, Evaluation& evaluation, Vec3* accelerations) {
        sums_.begin(context, current, stride);
        sums_.computeAccelerations();
        if (stride.stages > 1) sums_.actInStages(stride.stages, times.kick);
        next.count = current.count;
        reports_.begin(next.count);
        for (size_t i = 0; i < next.count; ++i) {
            const PlainParticle& particle = sums_.particles()[i];
            const Vec3 a = particle.a.rounded();
            next.copyFrom(current, particle.source, i);
            next.setVelocity(i, (particle.v + particle.a * times.kick).rounded());
            evaluation.records[i] = sums_.recordOf(particle);
            evaluation.colourGradient[i] = particle.colourGradient;
            if (next.isMixed()) evaluation.surfaceGradient[i] = particle.surfaceGradient;
            if (accelerations != nullptr) accelerations[i] = a;
            SubstepReport& report = reports_.at(i / kChunk);
            report.maxAcceleration2 = std::max(report.maxAcceleration2, lengthSquared(a));
        }
        const double count = std::max<double>(1.0, static_cast<double>(next.count));
        evaluation.meanNeighbors = static_cast<double>(sums_.neighborCount()) / count;
    }

    Space& space_;
    PlainSums sums_;
    ChunkReports reports_;
};

const MethodRegistration kReference{
    {.name = "reference",
     .title = "Reference in double precision",
     .description = "mcg03 written plainly, one sum for each equation: slow, and what the fast one is compared with",
     .supports = {},
     .costFactor = 20,
     .maxParticles = 50'000,
     .make = [](Space& space) -> std::unique_ptr<Method> { return std::make_unique<Reference>(space); }}};

}  // namespace

}  // namespace meniscus
