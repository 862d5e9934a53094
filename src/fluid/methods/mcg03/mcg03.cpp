#include "fluid/methods/mcg03/mcg03.h"

#include "meniscus/fluid/material.h"

namespace meniscus {

namespace {

static_assert(kChunk == kPassChunk);

// So many stages of viscosity are as much work as the rest of a substep.
constexpr uint64_t kStagesPerSubstep = 5;

const MethodRegistration kMcg03{
    {.name = "mcg03",
     .title = "Müller, Charypar, Gross 2003",
     .description =
         "Springy SPH as in the paper: density from kernels, pressure by stiffness, viscosity between neighbours",
     .supports = {.mixtures = true, .periodic = true},
     .make = [](Space& space) -> std::unique_ptr<Method> { return std::make_unique<Mcg03>(space); }}};

PassInput inputOf(const Pass& pass) {
    PassInput input;
    input.particles = &pass.particles;
    input.grid = pass.space.grid.view();
    input.records = pass.evaluation.records.data();
    input.notes = &pass.notes;
    input.fluid = pass.fluid;
    return input;
}

}  // namespace

Mcg03::Mcg03(Space& space)
    : space_(space),
      gradientScale_(-Kernels<float>(space.h).wendlandGradientScale),
      walls_(space),
      reports_(space.places, space.boundary.wallCount()) {
    notes_.reserve(space.places);
    motions_.resize(space.places + 1);
    strains_.resize(space.places + 1);
    reliefs_.resize(space.places + 1);
    surfaces_.resize(space.places + 1);
}

float Mcg03::stableTimeStep(const StepContext& context, const FluidState& state) const {
    return stableSphTimeStep(context, state, space_.h);
}

// [MCG03] 3.6 names the Courant-Friedrichs-Lewy condition.
float stableSphTimeStep(const StepContext& context, const FluidState& state, float h) {
    const Settings& settings = context.settings;
    const FluidKind& first = state.fluids[0];
    const bool printed = settings.kernelPair == KernelPair::Mcg03;
    // Sound: measured limits are 1.0 to 1.2 h / sqrt(k) for the printed pair and 0.8 for the consistent one.
    const float springs = settings.pressureOn * first.stiffness + skinStiffness(settings, first, h);
    const float sound = std::min((printed ? 0.9f : 0.72f) * h / std::sqrt(std::max(springs, 1e-6f)), 1.0f);
    // Viscosity: a lone pair of particles, thin as it is, is the stiffest case, about 40 mu / (rho0 h^2) per second.
    const float mu = settings.viscosityOn ? first.viscosity : 0.0f;
    const float against = settings.stabiliser ? stabiliserViscosity(settings, first, h) : 0.0f;
    const float mass = first.restDensity * h * h;
    float viscous = mass / (40.0f * mu + 20.0f * against + 1e-6f);
    // In stages a kick may be longer, but is less exact: waves of 100 Pa s become 1.4 % too slow instead of 0.7 %. So
    // it has them only where they save most of the substeps. What has the mean of two viscosities in each pair has
    // none.
    if (!state.isMixed()) {
        constexpr float kWorthIt = 4.0f;
        const float longest = mass / (40.0f * mu / ViscousStages::kMaxGain + 20.0f * against + 1e-6f);
        const float inStages = std::min(longest, 0.75f * sound);
        if (inStages > kWorthIt * viscous) viscous = inStages;
    }
    // Way: no particle passes another, nor a wall's table, in one substep.
    const float way = 0.4f * h / std::max(state.maxSpeed, 1e-6f);
    // A kick moves no particle by more than 0.09 h; by 0.13 h among the consistent kernels, which are not steep at r =
    // 0.
    const float push = (printed ? 0.3f : 0.36f) * std::sqrt(h / std::max(state.maxAcceleration, 1e-6f));
    const float mixed = state.isMixed() ? stableMixtureTimeStep(context, h) : way;
    return std::min({sound, viscous, way, push, mixed});
}

// All but pressure (viscosity, the stabiliser, the relief of shear, the skin, what brakes at walls) makes a substep 1.5
// times as long, and hardly changes from one to the next. So in fast water it acts in every fourth one only, as long as
// four, or in every third (multiple time stepping: Tuckerman, Berne and Martyna 1992). Not in every second one, where
// the fastest vibrations are in step with it, nor in calm water: strides leave it a noise of 1 % of its wave speed.
// Mixed fluids forget what is owed: they never leave out.
Stride strideOf(const StepContext& context, const SubstepTimes& times, bool isMixed, float h) {
    constexpr float kFast = 0.03f;      // of sqrt(k)
    constexpr float kMinShare = 0.35f;  // of the stabiliser; with less of it fast water is noisy
    const Settings& settings = context.settings;
    const FluidKind& first = context.fluids[0];
    const float skin = skinStiffness(settings, first, h);
    const float against = settings.stabiliser ? stabiliserViscosity(settings, first, h) : 0.0f;
    const Stride whole = wholeStride(context, times, isMixed, h);
    if (whole.stages > 1 || isMixed || skin + against <= 0.0f) return whole;
    const bool isFast = context.maxSpeed > kFast * std::sqrt(first.stiffness + skin);
    // Each kick must be short enough for these forces alone. Noise between a lone pair dies at 20 mu_s / (rho0 h^2) per
    // second, 40 mu / (rho0 h^2) with viscosity; it is turned around, but shrinks, in a kick of less than twice that.
    // A strong stabiliser is for calm water: a long kick has as much of it as it is short enough for.
    const float mass = first.restDensity * h * h;
    const float mu = settings.viscosityOn ? 23.0f * first.viscosity : 0.0f, mus = 11.5f * against;
    const float longest = std::min(mass / (kMinShare * mus + mu + 1e-6f), 0.5f * h / std::sqrt(std::max(skin, 1e-6f)));
    float stride = kMaxStride;
    while (stride > 2.0f && stride * times.dt > longest) stride -= 1.0f;
    // What is more, as after a change of settings, is forgotten: a little less is damped.
    const float due = std::min(times.owed + times.kick, std::max(times.kick, longest));
    if (isFast && stride > 2.0f && due < (stride - 0.5f) * times.dt) return {.kicks = 0.0f};
    const float share = std::clamp((mass / due - mu) / (mus + 1e-6f), kMinShare, 1.0f);
    return {.kicks = due / times.kick, .stabiliserShare = share};
}

Stride wholeStride(const StepContext& context, const SubstepTimes& times, bool isMixed, float h) {
    if (isMixed) return {};
    const Settings& settings = context.settings;
    const FluidKind& first = context.fluids[0];
    const float mass = first.restDensity * h * h;
    const float mu = settings.viscosityOn ? first.viscosity : 0.0f;
    const float against = settings.stabiliser ? stabiliserViscosity(settings, first, h) : 0.0f;
    return {.stages = ViscousStages::countFor(40.0f * mu / mass, 20.0f * against / mass, times.kick)};
}

void actInStrides(Fluid& fluid, const Stride& stride) {
    fluid.stabiliser *= stride.kicks * stride.stabiliserShare;
    fluid.viscosity *= stride.kicks;
    if (fluid.tension != TensionModel::Stress) return;
    fluid.surfaceTension *= stride.kicks;
    fluid.rimFriction *= stride.kicks;
}

SubstepReport Mcg03::substep(const StepContext& context, const SubstepTimes& times, ParticleArrays& current,
                             ParticleArrays& next, Evaluation& evaluation) {
    sortIntoCells(context, current, next);
    const Stride stride = strideOf(context, times, next.isMixed(), space_.h);
    const Pass pass = makePass(context, times, next, evaluation, stride);
    withMatter(pass, [&](const auto& matter) {
        computeDensity(pass, matter);
        computeForces(pass, matter, nullptr);
        moveParticles(pass, matter);
    });
    const StageTimer timer(context.stageSeconds, Stage::Check);
    SubstepReport report = reports_.combined();
    report.neighbors += report.neighbors * static_cast<uint64_t>(stride.stages - 1) / kStagesPerSubstep;
    report.owed = stride.kicks > 0.0f ? 0.0f : times.owed + times.kick;
    report.firstBad = dropGhosts(pass, nullptr, report.firstBad);
    return report;
}

void Mcg03::evaluate(const StepContext& context, const SubstepTimes& times, ParticleArrays& current,
                     ParticleArrays& next, Evaluation& evaluation, Vec3* accelerations) {
    sortIntoCells(context, current, next);
    const Stride stride = wholeStride(context, times, next.isMixed(), space_.h);
    const Pass pass = makePass(context, times, next, evaluation, stride);
    withMatter(pass, [&](const auto& matter) {
        computeDensity(pass, matter);
        computeForces(pass, matter, accelerations);
    });
    (void)dropGhosts(pass, accelerations, SubstepReport::kNoneBad);
    const double count = std::max<double>(1.0, static_cast<double>(next.count));
    evaluation.meanNeighbors = static_cast<double>(reports_.combined().neighbors) / count;
}

Pass Mcg03::makePass(const StepContext& context, const SubstepTimes& times, ParticleArrays& next,
                     Evaluation& evaluation, const Stride& stride) {
    walls_.prepare(context.settings, stride.kicks);
    mixture_.fit(next.isMixed() ? space_.places : 0);
    Fluid fluid = firstFluid(context.settings, context.fluids[0], space_);
    actInStrides(fluid, stride);
    const bool isStabilised = context.settings.stabiliser && stride.kicks > 0.0f;
    return {.context = context,
            .space = space_,
            .times = times,
            .fluid = fluid,
            .particles = next,
            .evaluation = evaluation,
            .notes = notes_,
            .walls = walls_,
            .surfaces = fluid.hasSurfaceStress() ? surfaces_.data() : nullptr,
            .strains = isStabilised ? strains_.data() : nullptr,
            .reliefs = isStabilised && fluid.pair == KernelPair::Wendland ? reliefs_.data() : nullptr,
            .stride = stride.kicks,
            .stages = stride.stages};
}

template <typename With>
void Mcg03::withMatter(const Pass& pass, const With& with) {
    if (pass.particles.isMixed()) {
        with(Mixture(pass, mixture_));
    } else {
        with(OneFluid(pass));
    }
}

void Mcg03::sortIntoCells(const StepContext& context, ParticleArrays& current, ParticleArrays& next) {
    const StageTimer timer(context.stageSeconds, Stage::Sort);
    space_.sortIntoCells(current, next, notes_, context.threads);
}

template <typename Matter>
void Mcg03::computeDensity(const Pass& pass, const Matter& matter) {
    const StageTimer timer(pass.context.stageSeconds, Stage::Density);
    const ParticleArrays& particles = pass.particles;
    NeighborRecord* const records = pass.evaluation.records.data();
    PassInput input = inputOf(pass);
    const bool printed = pass.fluid.pair == KernelPair::Mcg03;
    const bool isStabilised = pass.strains != nullptr;
    const float gain = pressureGain(pass.fluid, pass.context.settings.stabiliser);
    const bool hasSkin = pass.surfaces != nullptr;
    if (isStabilised || hasSkin) {
        pass.context.threads.forChunks(particles.count, kChunk, [&](size_t begin, size_t end, size_t) {
            copyMotions(particles, begin, end, motions_.data());
        });
        motions_[particles.count] = kNoRecord;
        input.motions = motions_.data();
    }
    pass.context.threads.forChunks(particles.count, kChunk, [&](size_t begin, size_t end, size_t) {
        float kernelSums[kChunk];
        StrainSums strains[kChunk];
        SurfaceSums surfaces[kChunk];
        sumKernels(input, begin, end, kernelSums, isStabilised ? strains : nullptr, hasSkin ? surfaces : nullptr);
        for (size_t i = begin; i < end; ++i) {
            const float fluidSum = kernelSums[i - begin];
            float kernelSum = fluidSum;
            const bool isNear = space_.isNearWall(particles.position(i));
            notes_.counts[i].isNearWall = isNear;
            ContactList contacts;
            if (isNear) walls_.findContacts(particles.position(i), contacts);
            const float growth = walls_.addKernelSum(contacts, kernelSum);
            const Fluid& own = matter.fluidOf(i);
            if (hasSkin) surfaces_[i] = walls_.surfaceStress(own, surfaces[i - begin], contacts);
            matter.noteContent(i, own);
            // [MCG03] eq. 3. In mixed fluids the particle's own mass times the sum, not the sum of masses: otherwise a
            // light fluid beside a heavy one would be taken for compressed (Solenthaler and Pajarola 2008).
            const float rho = own.mass * kernelSum;
            const float p = own.pressure(rho);  // [MCG03] eq. 12
            const float volume = own.mass / rho;
            if (isStabilised) {
                const Density at{.pressureTerm = pass.stride * p * volume * volume,
                                 .volume = volume,
                                 .growth = growth,
                                 .wallShare = 1.0f - fluidSum / kernelSum};
                noteStrain(pass, i, own, at, contacts, strains[i - begin]);
            }
            const float term = printed ? 0.5f * p : gain * growth * p * volume * volume;
            records[i] = {particles.x[i],  particles.y[i],  particles.z[i],  term,
                          particles.vx[i], particles.vy[i], particles.vz[i], volume};
        }
    });
    records[particles.count] = kNoRecord;
    if (isStabilised) strains_[particles.count] = reliefs_[particles.count] = StrainRecord{};
    if (hasSkin) surfaces_[particles.count] = SurfaceRecord{};
    if (!space_.ghosts) return;
    space_.ghosts->copyRecords(pass.evaluation.records);
    if (isStabilised) space_.ghosts->copyTo(std::span(strains_));
    if (isStabilised) space_.ghosts->copyTo(std::span(reliefs_));
    if (hasSkin) space_.ghosts->copyTo(std::span(surfaces_));
}

// What the stabiliser has neighbours read of a particle, with what viscosity passes on as a stress.
void Mcg03::noteStrain(const Pass& pass, size_t i, const Fluid& own, const Density& at, const ContactList& contacts,
                       StrainSums& sums) {
    const bool isOfSkin = pass.surfaces != nullptr && !surfaces_[i].isZero();
    const Strain strain = strainOf(sums, space_.h);
    if (own.pair == KernelPair::Mcg03) {
        strains_[i] = StrainRecord::packed(strain, isOfSkin);
        return;
    }
    // Where fluids differ in viscosity, the pair's mean is a matter of eq. 14.
    const float share = pass.particles.isMixed() ? 0.0f : stressShare(at.wallShare);
    strains_[i] = StrainRecord::packed(strain, isOfSkin, share);
    if (own.thickness > 0.0f) walls_.addAround(contacts, sums);
    const Strain relief = reliefOf(sums, at, gradientScale_, own, strain);
    reliefs_[i] = StrainRecord::packed(relief + viscousStress(strain, share * own.viscosity, at.volume));
}

template <typename Matter>
void Mcg03::computeForces(const Pass& pass, const Matter& matter, Vec3* accelerations) {
    const StageTimer timer(pass.context.stageSeconds, Stage::Forces);
    PassInput input = inputOf(pass);
    input.strains = pass.strains;
    input.reliefs = pass.reliefs;
    // The other models of tension act in every substep.
    const bool pulls = pass.fluid.tension != TensionModel::Stress && pass.fluid.surfaceTension > 0.0f;
    input.onlyPressure = pass.stride == 0.0f && !pulls;
    matter.addTo(input);
    matter.beginForces(input);
    reports_.begin(pass.particles.count);
    const bool hasStages = pass.stages > 1;
    if (hasStages) stages_.begin(space_.places);
    pass.context.threads.forChunks(pass.particles.count, kChunk, [&](size_t begin, size_t end, size_t chunk) {
        ForceSums sums[kChunk];
        sumForces(input, begin, end, sums, matter.sumsFrom(begin));
        SubstepReport report;
        const std::span<WallLoad> loads = reports_.wallLoads(chunk);
        for (size_t i = begin; i < end; ++i) {
            if (notes_.counts[i].isGhost) continue;
            ForceSums& sum = sums[i - begin];
            const NeighborRecord& self = pass.evaluation.records[i];
            const Vec3 v{self.vx, self.vy, self.vz};
            const Fluid& own = matter.fluidOf(i);
            Vec3 a = externalAcceleration(pass.context, {self.x, self.y, self.z}, v);
            matter.addForces(own, i, sum, a, loads);
            matter.flow(own, i, report);
            a += sum.force * (self.volume / own.mass);  // [MCG03] eq. 8: a = f / rho
            pass.evaluation.colourGradient[i] = sum.colourGradient;
            report.neighbors += sum.neighbors;
            report.crowded += !notes_.counts[i].hasNotes && notes_.counts[i].isCrowded;
            if (hasStages) {
                stages_.setAcceleration(i, a);
                continue;
            }
            pass.particles.setVelocity(i, v + a * pass.times.kick);
            report.maxAcceleration2 = std::max(report.maxAcceleration2, lengthSquared(a));
            if (accelerations != nullptr) accelerations[i] = a;
        }
        reports_.at(chunk) = report;
    });
    if (hasStages) kickInStages(pass, input, accelerations);
}

void Mcg03::kickInStages(const Pass& pass, const PassInput& input, Vec3* accelerations) {
    const float kick = pass.times.kick;
    stages_.run({input, space_, walls_, pass.context.threads, kick, pass.stages}, reports_);
    pass.context.threads.forChunks(pass.particles.count, kChunk, [&](size_t begin, size_t end, size_t chunk) {
        SubstepReport& report = reports_.at(chunk);
        for (size_t i = begin; i < end; ++i) {
            if (notes_.counts[i].isGhost) continue;
            const Vec3 change = stages_.changeOf(i), a = change * (1.0f / kick);
            const NeighborRecord& self = pass.evaluation.records[i];
            pass.particles.setVelocity(i, Vec3{self.vx, self.vy, self.vz} + change);
            report.maxAcceleration2 = std::max(report.maxAcceleration2, lengthSquared(a));
            if (accelerations != nullptr) accelerations[i] = a;
        }
    });
}

template <typename Matter>
void Mcg03::moveParticles(const Pass& pass, const Matter& matter) {
    const StageTimer timer(pass.context.stageSeconds, Stage::Move);
    const ParticleMover mover(pass.context.settings, space_, pass.times.dt);
    pass.context.threads.forChunks(pass.particles.count, kChunk, [&](size_t begin, size_t end, size_t chunk) {
        // Copies on the stack: what particles are written to cannot be part of them, as the compiler knows then.
        const ParticleMover local = mover;
        SubstepReport report = reports_.at(chunk);
        const std::span<WallLoad> loads = reports_.wallLoads(chunk);
        for (size_t i = begin; i < end; ++i) {
            const NeighborCounts notes = notes_.counts[i];
            if (!notes.isGhost) local.move(pass.particles, i, matter.massOf(i), notes.isNearWall, report, loads);
        }
        reports_.at(chunk) = report;
    });
}

// Ghosts leave at the end of a pass; what is kept per particle closes ranks. Returns where the given particle is then.
uint32_t Mcg03::dropGhosts(const Pass& pass, Vec3* accelerations, uint32_t particle) {
    if (!space_.ghosts) return particle;
    const auto close = [&](size_t i, size_t kept) {
        pass.evaluation.copy(i, kept);
        if (accelerations != nullptr) accelerations[kept] = accelerations[i];
    };
    return space_.ghosts->dropFrom(pass.particles, notes_.counts, particle, SubstepReport::kNoneBad, close);
}

size_t Mcg03::bytes() const {
    return notes_.bytes() + mixture_.bytes() + reports_.bytes() + stages_.bytes() +
           motions_.size() * sizeof(NeighborRecord) + 2 * strains_.size() * sizeof(StrainRecord) +
           surfaces_.size() * sizeof(SurfaceRecord);
}

}  // namespace meniscus
