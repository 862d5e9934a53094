#include "fluid/methods/dfsph/dfsph.h"

#include "fluid/methods/mcg03/matter.h"
#include "meniscus/fluid/material.h"

namespace meniscus {

namespace {

static_assert(kChunk == kPassChunk);

// Of a Jacobi step. From 0.9 on water at rest boils over; 0.7 is stable.
constexpr float kRelaxation = 0.5f;
// Of denser crowds, whose rows are all alike, each particle takes its share only.
constexpr float kCrowd = 1.5f;  // relative density
// Of all iterations of a substep, in neighbours that are visited: half a second of one core.
constexpr uint64_t kMaxSolveWork = 300'000'000;
// Thinner fluid is spray: what it meets stops it by density, when it is there.
constexpr float kLeastOfFlow = 0.8f;  // relative density

const MethodRegistration kDfsph{
    {.name = "dfsph",
     .title = "Bender, Koschier 2015",
     .description = "Divergence-free SPH: no springs, pressure is solved for, so that the volume stays",
     .supports = {.periodic = true, .needsOneFluid = true},
     .make = [](Space& space) -> std::unique_ptr<Method> { return std::make_unique<Dfsph>(space); }}};

int wholeOf(float setting) {
    return static_cast<int>(std::lround(setting));
}

Vec3 velocityOf(const NeighborRecord& record) {
    return {record.vx, record.vy, record.vz};
}

void setVelocity(NeighborRecord& record, Vec3 v) {
    record.vx = v.x, record.vy = v.y, record.vz = v.z;
}

}  // namespace

struct Dfsph::Pass {
    const StepContext& context;
    SubstepTimes times;
    Fluid fluid;
    ParticleArrays& particles;  // sorted by cell
    Evaluation& evaluation;
    SolverInput input;

    [[nodiscard]] NeighborRecord& record(size_t i) const { return evaluation.records[i]; }
    template <typename Body>
    void forChunks(const Body& body) const {
        context.threads.forChunks(particles.count, kChunk, body);
    }
};

Dfsph::Dfsph(Space& space)
    : space_(space),
      walls_(space),
      table_(KernelPair::Wendland, space.h, space.spacing),
      cell_(calibratedMass(KernelPair::Wendland, space.h, space.spacing, 1.0f)),
      rows_(space.places),
      touches_(space.places * kMaxTouches),
      potentials_(space.places + 1),
      motions_(space.places + 1),
      surfaces_(space.places + 1),
      pressure_(space.places),
      reports_(space.places, space.boundary.wallCount()) {
    notes_.reserve(space.places);
}

// There is no sound to resolve: what limits the step is the way of particles, and viscosity.
float Dfsph::stableTimeStep(const StepContext& context, const FluidState& state) const {
    const float h = space_.h;
    const FluidKind& first = state.fluids[0];
    const float mu = context.settings.viscosityOn ? first.viscosity : 0.0f;
    const float viscous = first.restDensity * h * h / (40.0f * std::max(mu, 1e-6f));
    const float skin = 0.7f * h / std::sqrt(skinStiffness(context.settings, first, h) + 1e-6f);
    const float way = 0.4f * h / std::max(state.maxSpeed, 1e-6f);
    const float push = 0.3f * std::sqrt(h / std::max(state.maxAcceleration, 1e-6f));
    return std::min({viscous, skin, way, push});
}

SubstepReport Dfsph::substep(const StepContext& context, const SubstepTimes& times, ParticleArrays& current,
                             ParticleArrays& next, Evaluation& evaluation) {
    sortIntoCells(context, current, next);
    const Pass pass = makePass(context, times, next, evaluation);
    solve(pass);
    moveParticles(pass);
    const StageTimer timer(context.stageSeconds, Stage::Check);
    SubstepReport report = reports_.combined();
    report.firstBad = dropGhosts(pass, nullptr, report.firstBad);
    // Each iteration visits all neighbours twice, as the rest of a substep does: the budget of a step counts them.
    report.neighbors *= 1 + static_cast<uint64_t>(counts_.divergence + counts_.density);
    report.leftOut = counts_.leftOut;
    return report;
}

// The solve needs a time over which density may change; before the first substep it is that of a step.
void Dfsph::evaluate(const StepContext& context, const SubstepTimes& times, ParticleArrays& current,
                     ParticleArrays& next, Evaluation& evaluation, Vec3* accelerations) {
    sortIntoCells(context, current, next);
    const float dt = times.dt > 0.0f ? times.dt : context.settings.timeStep;
    const Pass pass = makePass(context, {.dt = dt, .kick = dt}, next, evaluation);
    solve(pass);
    pass.forChunks([&](size_t begin, size_t end, size_t) {
        for (size_t i = begin; i < end; ++i) {
            const Vec3 before = rows_[i].start;
            const Vec3 a = (next.velocity(i) - before) * (1.0f / dt);
            next.setVelocity(i, before + a * times.kick);
            if (accelerations != nullptr) accelerations[i] = a;
        }
    });
    (void)dropGhosts(pass, accelerations, SubstepReport::kNoneBad);
    const double count = std::max<double>(1.0, static_cast<double>(next.count));
    evaluation.meanNeighbors = static_cast<double>(reports_.combined().neighbors) / count;
}

Dfsph::Pass Dfsph::makePass(const StepContext& context, const SubstepTimes& times, ParticleArrays& next,
                            Evaluation& evaluation) {
    walls_.prepare(context.settings);
    reports_.begin(next.count);
    Fluid fluid = firstFluid(context.settings, context.fluids[0], space_);
    fluid.pair = KernelPair::Wendland;  // one kernel for density and gradient, whatever mcg03 uses
    fluid.stabiliser = 0.0f;            // a part of mcg03; its half at the walls must not act alone
    // Nor is the viscosity that of mcg03 with the stabiliser, over its settled sums.
    fluid.viscosity = context.settings.viscosityOn * context.fluids[0].viscosity;
    SolverInput input;
    input.particles = &next;
    input.grid = space_.grid.view();
    input.motions = motions_.data();
    input.records = evaluation.records.data();
    input.potentials = potentials_.data();
    input.notes = &notes_;
    input.fluid = fluid;
    if (fluid.hasSurfaceStress()) input.surfaces = surfaces_.data();
    return {context, times, fluid, next, evaluation, input};
}

// Bender and Koschier 2015, algorithm 1, which begins at the end of its loop: the divergence of a substep is taken out
// where the next one has found neighbours and densities.
void Dfsph::solve(const Pass& pass) {
    const Settings& settings = pass.context.settings;
    computeDensity(pass);
    const StageTimer timer(pass.context.stageSeconds, Stage::Forces);
    computeDiagonal(pass);
    counts_ = settings.pressureOn ? iterationsFor(pass) : IterationCounts{};
    iterate(pass, Goal::Divergence, counts_.divergence);
    applyForces(pass);
    takeVelocities(pass);
    iterate(pass, Goal::Density, counts_.density);
    endSolve(pass);
}

// Those that the settings ask for, or as many as there is time for in one substep.
Dfsph::IterationCounts Dfsph::iterationsFor(const Pass& pass) const {
    const Settings& settings = pass.context.settings;
    const int divergence = wholeOf(settings.divergenceIterations), density = wholeOf(settings.pressureIterations);
    const auto most = static_cast<int>(std::clamp<uint64_t>(kMaxSolveWork / workOfIteration(pass), 2, 1000));
    if (divergence + density <= most) return {divergence, density, 0};
    const int kept = std::clamp(most * density / (divergence + density), 1, most - 1);
    const IterationCounts counts{std::min(divergence, most - kept), std::min(density, kept)};
    return {counts.divergence, counts.density, divergence + density - counts.divergence - counts.density};
}

// In neighbours that are visited, as the budget of a step has it.
uint64_t Dfsph::workOfIteration(const Pass& pass) const {
    constexpr uint64_t kPerParticle = 40, kOverflown = 200;  // of particles whose notes did not fit
    uint64_t work = 1;
    for (size_t i = 0; i < pass.particles.count; ++i) {
        const NeighborCounts& counts = notes_.counts[i];
        work += kPerParticle;
        if (counts.hasNotes) {
            for (const uint8_t inPlane : counts.inPlane) work += inPlane;
        } else {
            // Without notes each of its sums searches again.
            work += counts.isCrowded ? 27 * static_cast<uint64_t>(pass.input.grid.maxPerRow) : kOverflown;
        }
    }
    return work;
}

void Dfsph::sortIntoCells(const StepContext& context, ParticleArrays& current, ParticleArrays& next) {
    const StageTimer timer(context.stageSeconds, Stage::Sort);
    space_.sortIntoCells(current, next, notes_, context.threads);
}

void Dfsph::computeDensity(const Pass& pass) {
    const StageTimer timer(pass.context.stageSeconds, Stage::Density);
    const ParticleArrays& particles = pass.particles;
    const float restVolume = pass.fluid.mass / pass.fluid.restDensity;
    const bool hasSkin = pass.fluid.hasSurfaceStress();
    if (hasSkin) {
        pass.forChunks([&](size_t begin, size_t end, size_t) { copyMotions(particles, begin, end, motions_.data()); });
        motions_[particles.count] = kNoRecord;
    }
    pass.forChunks([&](size_t begin, size_t end, size_t) {
        float kernelSums[kChunk];
        SurfaceSums surfaces[kChunk];
        sumKernels(pass.input, begin, end, kernelSums, nullptr, hasSkin ? surfaces : nullptr);
        for (size_t i = begin; i < end; ++i) {
            const Vec3 x = particles.position(i), v = particles.velocity(i);
            Row row;
            row.density = cell_ * kernelSums[i - begin];
            const bool isNear = space_.isNearWall(x);
            notes_.counts[i].isNearWall = isNear;
            row.start = v;
            ContactList contacts;
            if (isNear) {
                walls_.findContacts(x, contacts);
                findWalls(pass, i, contacts, row);
            }
            rows_[i] = row;
            pass.record(i) = {x.x, x.y, x.z, 0.0f, v.x, v.y, v.z, restVolume / row.density};
            potentials_[i] = {x.x, x.y, x.z, 0.0f};
            if (hasSkin) surfaces_[i] = walls_.surfaceStress(pass.fluid, surfaces[i - begin], contacts);
        }
    });
    pass.record(particles.count) = kNoRecord;
    potentials_[particles.count] = {kNoRecord.x, kNoRecord.y, kNoRecord.z, 0.0f};
    if (hasSkin) surfaces_[particles.count] = SurfaceRecord{};
    if (!space_.ghosts) return;
    space_.ghosts->copyRecords(pass.evaluation.records);
    if (hasSkin) space_.ghosts->copyTo(std::span(surfaces_));
}

// The walls' density as in WallForces, 1 - (1 - a)(1 - b) where several meet, with its exact gradient: pressure then
// does no work that the density does not know of. (With the pressure mirrored into the wall, twice that push, walls
// feed energy into water at rest.)
void Dfsph::findWalls(const Pass& pass, size_t i, const ContactList& contacts, Row& row) {
    const float perCell = cell_ / space_.restVolume();
    const float clearance = space_.boundary.clearanceOf(pass.particles.id[i]);
    const bool hasDensity = pass.context.settings.wallDensityOn;
    Touch* const touches = &touches_[i * kMaxTouches];
    float remaining = 1.0f;
    for (const Contact& contact : contacts.items()) {
        if (row.touchCount == kMaxTouches) break;
        const WallTerms terms = hasDensity ? table_.at(contact.distance) : WallTerms{};
        const float left = 1.0f - terms.kernelSum * space_.restVolume();
        for (int k = 0; k < row.touchCount; ++k) touches[k].slope *= left;
        touches[row.touchCount++] = {.normal = contact.normal,
                                     .slope = terms.pressureGradient * remaining * perCell,
                                     .inflow = std::max(contact.distance - clearance, 0.0f) / pass.times.dt,
                                     .speed = dot(contact.velocity, contact.normal),
                                     .wall = contact.wall};
        remaining *= left;
    }
    row.density += (1.0f - remaining) * perCell;
    for (const Touch& touch : touchesOf(row, i)) {
        row.wallGradient -= touch.normal * touch.slope;
        row.wallRate += touch.slope * touch.speed;
    }
}

// How the relative density of a particle changes with its own potential: the diagonal of the system, eq. 8 and 9.
void Dfsph::computeDiagonal(const Pass& pass) {
    const float least = 1e-3f / (space_.h * space_.h);  // for particles without neighbours
    pass.forChunks([&](size_t begin, size_t end, size_t) {
        GradientSums sums[kChunk];
        sumGradients(pass.input, begin, end, sums);
        for (size_t i = begin; i < end; ++i) {
            const GradientSums& sum = sums[i - begin];
            const Vec3 own = sum.gradient * cell_ + rows_[i].wallGradient;
            rows_[i].inverse = 1.0f / std::max(lengthSquared(own) + sum.squares * cell_ * cell_, least);
            if (rows_[i].density > kCrowd) rows_[i].inverse *= kCrowd / rows_[i].density;
        }
    });
}

// All but pressure: viscosity, tension, what acts from outside, and the grip of walls.
void Dfsph::applyForces(const Pass& pass) {
    pass.forChunks([&](size_t begin, size_t end, size_t chunk) {
        ForceSums sums[kChunk];
        sumForces(pass.input, begin, end, sums);
        SubstepReport& report = reports_.at(chunk);
        const std::span<WallLoad> loads = reports_.wallLoads(chunk);
        for (size_t i = begin; i < end; ++i) {
            if (notes_.counts[i].isGhost) continue;
            ForceSums& sum = sums[i - begin];
            const NeighborRecord& self = pass.record(i);
            const Vec3 v = velocityOf(self);
            if (notes_.counts[i].isNearWall) {
                const OwnStress stress{.surface = surfaces_[i], .relief = {}};
                walls_.addForces(pass.fluid, self, stress, pass.times.kick, sum, loads);
            }
            sum.force += surfaceTension(pass.fluid, sum.colourGradient, sum.colourLaplacian);
            const Vec3 a = externalAcceleration(pass.context, {self.x, self.y, self.z}, v) +
                           sum.force * (self.volume / pass.fluid.mass);
            pass.particles.setVelocity(i, v + a * pass.times.kick);
            pass.evaluation.colourGradient[i] = sum.colourGradient;
            report.maxAcceleration2 = std::max(report.maxAcceleration2, lengthSquared(a));
            report.neighbors += sum.neighbors;
            report.crowded += !notes_.counts[i].hasNotes && notes_.counts[i].isCrowded;
        }
    });
}

void Dfsph::takeVelocities(const Pass& pass) {
    pass.forChunks([&](size_t begin, size_t end, size_t chunk) {
        for (size_t i = begin; i < end; ++i) {
            if (notes_.counts[i].isGhost) continue;
            const Vec3 v = pass.particles.velocity(i);
            setVelocity(pass.record(i), stoppedAtWalls(i, v, pass.fluid.mass, reports_.wallLoads(chunk)));
        }
    });
    copyGhostVelocities(pass);
}

// Jacobi steps towards the goal, with the run-up of Nesterov 1983: four reach as far as five without it, eight as far
// as sixteen. The last has none, so that no potential stays negative.
void Dfsph::iterate(const Pass& pass, Goal goal, int steps) {
    float t = 1.0f;
    for (int step = 0; step < steps; ++step) {
        const float nextT = 0.5f * (1.0f + std::sqrt(1.0f + 4.0f * t * t));
        updatePotentials(pass, goal, step == 0, step + 1 < steps ? (t - 1.0f) / nextT : 0.0f);
        push(pass);
        t = nextT;
    }
}

// Potentials rise where density would, and never pull: q >= 0.
void Dfsph::updatePotentials(const Pass& pass, Goal goal, bool isFirst, float runUp) {
    const bool isDensity = goal == Goal::Density;
    const float perTime = isDensity ? 1.0f / pass.times.dt : 0.0f;
    pass.forChunks([&](size_t begin, size_t end, size_t) {
        float rates[kChunk];
        sumRates(pass.input, begin, end, rates);
        for (size_t i = begin; i < end; ++i) {
            Row& row = rows_[i];
            if (isFirst) row.potential = row.solution = 0.0f;
            const float wallRate = dot(row.wallGradient, velocityOf(pass.record(i))) + row.wallRate;
            const float rate = rates[i - begin] * cell_ + wallRate + (row.density - 1.0f) * perTime;
            const bool isFree = !isDensity && row.density < kLeastOfFlow;
            const float better = isFree ? 0.0f : std::max(row.potential + kRelaxation * rate * row.inverse, 0.0f);
            const float potential = better + runUp * (better - row.solution);
            potentials_[i].change = potential - row.potential;
            row.potential = potential;
            row.solution = better;
        }
    });
    if (space_.ghosts) {
        space_.ghosts->copyTo(std::span(potentials_),
                              [](const PotentialRecord& from, PotentialRecord& ghost) { ghost.change = from.change; });
    }
}

// v_i -= sum over j of (q_i + q_j) grad; of walls only the particle's own, as it is the own density that they change.
void Dfsph::push(const Pass& pass) {
    pass.forChunks([&](size_t begin, size_t end, size_t chunk) {
        Vec3 pushes[kChunk];
        sumPushes(pass.input, begin, end, pushes);
        const std::span<WallLoad> loads = reports_.wallLoads(chunk);
        for (size_t i = begin; i < end; ++i) {
            if (notes_.counts[i].isGhost) continue;
            Vec3 v = velocityOf(pass.record(i)) - pushes[i - begin] * cell_;
            if (notes_.counts[i].isNearWall) {
                const float change = potentials_[i].change;
                v -= rows_[i].wallGradient * change;
                for (const Touch& touch : touchesOf(rows_[i], i)) {
                    loads[touch.wall].add(touch.normal * (-touch.slope * change * pass.fluid.mass));
                }
                v = stoppedAtWalls(i, v, pass.fluid.mass, loads);
            }
            setVelocity(pass.record(i), v);
        }
    });
    copyGhostVelocities(pass);
}

// A wall stops what would move into it in this substep. The solve must know: otherwise it would take the layer at the
// floor for one that makes room, and the layer above it would be compressed.
Vec3 Dfsph::stoppedAtWalls(size_t i, Vec3 v, float mass, std::span<WallLoad> loads) const {
    if (!notes_.counts[i].isNearWall) return v;
    for (const Touch& touch : touchesOf(rows_[i], i)) {
        const float excess = touch.speed - dot(v, touch.normal) - touch.inflow;
        if (!(excess > 0.0f)) continue;
        v += touch.normal * excess;
        loads[touch.wall].add(touch.normal * (-excess * mass));
    }
    return v;
}

void Dfsph::endSolve(const Pass& pass) {
    const float perTime = pass.context.settings.pressureOn ? 1.0f / pass.times.dt : 0.0f;
    pass.forChunks([&](size_t begin, size_t end, size_t) {
        for (size_t i = begin; i < end; ++i) {
            pressure_[i] = rows_[i].solution * perTime;
            pass.particles.setVelocity(i, velocityOf(pass.record(i)));
        }
    });
}

void Dfsph::moveParticles(const Pass& pass) {
    const StageTimer timer(pass.context.stageSeconds, Stage::Move);
    const ParticleMover mover(pass.context.settings, space_, pass.times.dt);
    pass.forChunks([&](size_t begin, size_t end, size_t chunk) {
        SubstepReport& report = reports_.at(chunk);
        const std::span<WallLoad> loads = reports_.wallLoads(chunk);
        for (size_t i = begin; i < end; ++i) {
            const NeighborCounts notes = notes_.counts[i];
            if (!notes.isGhost) mover.move(pass.particles, i, pass.fluid.mass, notes.isNearWall, report, loads);
        }
    });
}

void Dfsph::copyGhostVelocities(const Pass& pass) {
    if (!space_.ghosts) return;
    space_.ghosts->copyTo(std::span(pass.evaluation.records), [](const NeighborRecord& from, NeighborRecord& ghost) {
        setVelocity(ghost, velocityOf(from));
    });
}

// Ghosts leave at the end of a pass; what is kept per particle closes ranks. Returns where the given particle is then.
uint32_t Dfsph::dropGhosts(const Pass& pass, Vec3* accelerations, uint32_t particle) {
    if (!space_.ghosts) return particle;
    const auto close = [&](size_t i, size_t kept) {
        pass.evaluation.copy(i, kept);
        pressure_[kept] = pressure_[i];
        if (accelerations != nullptr) accelerations[kept] = accelerations[i];
    };
    return space_.ghosts->dropFrom(pass.particles, notes_.counts, particle, SubstepReport::kNoneBad, close);
}

size_t Dfsph::bytes() const {
    return notes_.bytes() + reports_.bytes() + rows_.size() * sizeof(Row) + touches_.size() * sizeof(Touch) +
           potentials_.size() * sizeof(PotentialRecord) + pressure_.size() * sizeof(float);
}

}  // namespace meniscus
