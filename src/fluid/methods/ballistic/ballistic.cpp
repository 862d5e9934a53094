// Particles that know nothing of each other: gravity, force fields and walls only. For teaching, as what remains of a
// fluid without the forces between its particles, and as the shortest example of a method.
#include "meniscus/fluid/material.h"
#include "meniscus/fluid/motion.h"

namespace meniscus {

namespace {

class Ballistic final : public Method {
  public:
    explicit Ballistic(Space& space) : space_(space), reports_(space.capacity, space.boundary.wallCount()) {}

    // No particle passes a wall's clearance unseen, and a field is sampled often enough.
    [[nodiscard]] float stableTimeStep(const StepContext&, const FluidState& state) const override {
        const float way = 0.4f * space_.h / std::max(state.maxSpeed, 1e-6f);
        const float push = 0.3f * std::sqrt(space_.h / std::max(state.maxAcceleration, 1e-6f));
        return std::min(way, push);
    }

    [[nodiscard]] SubstepReport substep(const StepContext& context, const SubstepTimes& times, ParticleArrays& current,
                                        ParticleArrays& next, Evaluation& evaluation) override {
        accelerate(context, times, current, next, evaluation, nullptr);
        const StageTimer timer(context.stageSeconds, Stage::Move);
        const ParticleMover mover(context.settings, space_, times.dt);
        context.threads.forChunks(next.count, kChunk, [&](size_t begin, size_t end, size_t chunk) {
            for (size_t i = begin; i < end; ++i) {
                const float mass = evaluation.records[i].volume * densityOf(context, next, i);
                const bool isNear = space_.isNearWall(next.position(i));
                mover.move(next, i, mass, isNear, reports_.at(chunk), reports_.wallLoads(chunk));
            }
        });
        return reports_.combined();
    }

    void evaluate(const StepContext& context, const SubstepTimes& times, ParticleArrays& current, ParticleArrays& next,
                  Evaluation& evaluation, Vec3* accelerations) override {
        accelerate(context, times, current, next, evaluation, accelerations);
        evaluation.meanNeighbors = 0.0;
    }

    [[nodiscard]] float pressureOf(size_t, const Fluid&, float) const override { return 0.0f; }
    [[nodiscard]] size_t bytes() const override { return reports_.bytes(); }

  private:
    static float densityOf(const StepContext& context, const ParticleArrays& particles, size_t i) {
        const ParticleContent content = particles.content(i);
        return particles.isMixed() ? context.fluids[content.fluid].restDensityAt(content.temperature)
                                   : context.fluids[0].restDensity;
    }

    void accelerate(const StepContext& context, const SubstepTimes& times, const ParticleArrays& current,
                    ParticleArrays& next, Evaluation& evaluation, Vec3* accelerations) {
        const StageTimer timer(context.stageSeconds, Stage::Forces);
        std::array<float, kMaxFluids> masses{};
        for (size_t k = 0; k < context.fluids.size(); ++k) {
            masses[k] = massOf(context.fluids[k], context.settings, space_);
        }
        next.count = current.count;
        reports_.begin(next.count);
        context.threads.forChunks(next.count, kChunk, [&](size_t begin, size_t end, size_t chunk) {
            SubstepReport& report = reports_.at(chunk);
            for (size_t i = begin; i < end; ++i) {
                next.copyFrom(current, i, i);
                const Vec3 x = next.position(i), v = next.velocity(i);
                const Vec3 a = externalAcceleration(context, x, v);
                next.setVelocity(i, v + a * times.kick);
                report.maxAcceleration2 = std::max(report.maxAcceleration2, lengthSquared(a));
                const float volume = masses[next.content(i).fluid] / densityOf(context, next, i);
                evaluation.records[i] = {x.x, x.y, x.z, 0.0f, v.x, v.y, v.z, volume};
                evaluation.colourGradient[i] = {};
                if (next.isMixed()) evaluation.surfaceGradient[i] = {};
                if (accelerations != nullptr) accelerations[i] = a;
            }
        });
    }

    Space& space_;
    ChunkReports reports_;
};

const MethodRegistration kBallistic{
    {.name = "ballistic",
     .title = "Ballistic particles",
     .description = "Gravity, force fields and walls only: particles do not feel each other",
     .supports = {},
     .make = [](Space& space) -> std::unique_ptr<Method> { return std::make_unique<Ballistic>(space); }}};

}  // namespace

}  // namespace meniscus
