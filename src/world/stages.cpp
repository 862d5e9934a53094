// The stages of a substep. Each is one parallel loop over chunks that reads what the stage before it wrote.
#include "world/stage_timer.h"
#include "world/world_impl.h"

namespace meniscus {

namespace {

// A kick to this many times the speed limit is no longer play but a runaway state.
constexpr float kRunawayPerSpeedLimit = 20.0f;

}  // namespace

PassInput World::Impl::passInput(const Fluid& fluid) {
    return {&next,
            grid->view(),
            records.data(),
            isMixed() ? contents.data() : nullptr,
            isMixed() ? stresses.data() : nullptr,
            &notes,
            fluid};
}

void World::Impl::sortIntoCells() {
    const StageTimer timer(totals, Stage::Sort);
    if (!ghosts) {
        grid->sort(current, next, notes.asScratchWords(), threads);
        return;
    }
    const size_t real = current.count;
    ghosts->addTo(current);
    grid->sort(current, next, notes.asScratchWords(), threads, ghosts->placeOf(current.count));
    current.count = real;
    ghosts->mark(notes.counts);
}

// Ghosts leave at the end of a substep; what is kept per particle closes ranks.
void World::Impl::dropGhosts(Vec3* accelerations) {
    if (!ghosts) return;
    size_t kept = 0;
    for (size_t i = 0; i < next.count; ++i) {
        if (notes.counts[i].isGhost) continue;
        next.copyFrom(next, i, kept);
        next.setPosition(kept, ghosts->wrapped(next.position(i)));
        records[kept] = records[i];
        colourGradient[kept] = colourGradient[i];
        if (isMixed()) surfaceGradient[kept] = surfaceGradient[i];
        if (accelerations != nullptr) accelerations[kept] = accelerations[i];
        ++kept;
    }
    next.count = kept;
}

void World::Impl::computeDensity(const Fluid& fluid) {
    const StageTimer timer(totals, Stage::Density);
    const PassInput input = passInput(fluid);
    const bool printed = fluid.pair == KernelPair::Mcg03;
    threads.forChunks(next.count, kPassChunk, [&](size_t begin, size_t end, size_t) {
        float kernelSums[kPassChunk];
        Fluid own = fluid;
        sumKernels(input, begin, end, kernelSums);
        for (size_t i = begin; i < end; ++i) {
            float kernelSum = kernelSums[i - begin];
            const bool isNear = isNearWall(next.position(i));
            notes.counts[i].isNearWall = isNear;
            if (isNear && settings.wallDensityOn) kernelSum += wallKernelSum(next.position(i));
            if (isMixed()) {
                own = ownFluid(fluid, next.content(i));
                contents[i] = contentRecord(own, next.content(i));
            }
            // [MCG03] eq. 3. In mixed fluids the particle's own mass times the sum, not the sum of masses: a light
            // fluid beside a heavy one would else be taken for compressed (Solenthaler and Pajarola 2008).
            const float rho = own.mass * kernelSum;
            const float p = own.pressure(rho);  // [MCG03] eq. 12
            const float volume = own.mass / rho;
            records[i] = {next.x[i],  next.y[i],  next.z[i],  volume,
                          next.vx[i], next.vy[i], next.vz[i], printed ? 0.5f * p : p * volume * volume};
        }
    });
    records[next.count] = kNoRecord;
    if (isMixed()) contents[next.count] = ContentRecord{};
    if (ghosts) ghosts->copyRecords(records);
}

// Near several walls the missing parts of the support overlap: as for independent shares, 1 - (1 - a)(1 - b).
float World::Impl::wallKernelSum(Vec3 x) const {
    ContactList contacts;
    walls->findContacts(x, contacts);
    const float whole = 1.0f / (setup.spacing * setup.spacing * setup.spacing);
    float remaining = 1.0f;
    for (const Contact& contact : contacts.items()) {
        remaining *= 1.0f - wallTable->at(contact.distance).kernelSum / whole;
    }
    return (1.0f - remaining) * whole;
}

void World::Impl::addWallForces(const Fluid& fluid, const NeighborRecord& self, ForceSums& sums) const {
    ContactList contacts;
    walls->findContacts({self.x, self.y, self.z}, contacts);
    const bool printed = fluid.pair == KernelPair::Mcg03;
    // The fluid inside the wall has the particle's own pressure. Eq. 10 with p_j = p_i: p_i V gradW; the record holds
    // p / 2. The consistent pair: 2 p_i V_i gradW per volume of the wall's fluid, of which rho0 / m particles make one.
    const float push =
        printed ? 2.0f * self.pressureTerm : 2.0f * self.pressureTerm * fluid.restDensity / (fluid.mass * self.volume);
    // Half the fluid's own cohesion: at a wall the surface then stands at a right angle.
    const bool isCohesive = fluid.tension == TensionModel::Cohesion;
    const float pull = isCohesive ? 0.5f * fluid.cohesion / self.volume : 0.0f;
    const Vec3 v{self.vx, self.vy, self.vz};
    for (const Contact& contact : contacts.items()) {
        const WallTerms terms = wallTable->at(contact.distance);
        const Vec3 slip = v - contact.normal * dot(v, contact.normal);
        const float drag = settings.wallGrip * fluid.viscosity * terms.viscosity;
        if (settings.wallDensityOn) sums.force += contact.normal * (push * terms.pressureGradient);
        // [Harada07] eq. 8 with the Laplacian, and towards the wall's velocity
        sums.force -= slip * drag + contact.normal * (pull * terms.cohesion);
        // Glass is no surface: its colour goes on inside the wall.
        sums.colourGradient -= contact.normal * terms.colourGradient;
        sums.colourLaplacian += terms.colourLaplacian;
    }
}

// [MCG03] eq. 19: f = -sigma lap(c) n / |n| where |n| is above the threshold
Vec3 World::Impl::surfaceTension(const Fluid& fluid, Vec3 gradient, float laplacian) const {
    if (fluid.tension != TensionModel::ColourField) return {};
    const float n = length(gradient);
    if (!(n > fluid.surfaceThreshold)) return {};
    return gradient * (-fluid.surfaceTension * laplacian / n);
}

// [MCG03] 3.4: applied directly to the particles, without SPH
Vec3 World::Impl::externalAcceleration(Vec3 x, Vec3 v) const {
    Vec3 a{0.0f, -(settings.gravityOn * settings.gravity), 0.0f};
    for (const ForceField& field : activeFields) a += accelerationOf(field, x, v);
    return a;
}

void World::Impl::computeForces(const Fluid& fluid, const Times& times, Vec3* accelerations) {
    const StageTimer timer(totals, Stage::Forces);
    const PassInput input = passInput(fluid);
    if (isMixed()) computeInterface(input);
    reportCount = chunkCount(next.count, kPassChunk);
    threads.forChunks(next.count, kPassChunk, [&](size_t begin, size_t end, size_t chunk) {
        ForceSums sums[kPassChunk];
        sumForces(input, begin, end, sums, isMixed() ? mixedSums.data() + begin : nullptr);
        Fluid own = fluid;
        ChunkReport report;
        for (size_t i = begin; i < end; ++i) {
            if (notes.counts[i].isGhost) continue;
            ForceSums& sum = sums[i - begin];
            const NeighborRecord& self = records[i];
            const Vec3 x{self.x, self.y, self.z};
            const Vec3 v{self.vx, self.vy, self.vz};
            Vec3 a = externalAcceleration(x, v);
            if (isMixed()) {
                own = ownFluid(fluid, next.content(i));
                a += addMixedForces(own, i, sum, mixedSums[i]);
                flowHeat(own, i, mixedSums[i], times.heat, report);
            } else {
                if (notes.counts[i].isNearWall) addWallForces(fluid, self, sum);
                sum.force += surfaceTension(fluid, sum.colourGradient, sum.colourLaplacian);
            }
            a += sum.force * (self.volume / own.mass);  // [MCG03] eq. 8: a = f / rho
            next.setVelocity(i, v + a * times.kick);
            colourGradient[i] = sum.colourGradient;
            report.maxAcceleration2 = std::max(report.maxAcceleration2, lengthSquared(a));
            report.neighbors += sum.neighbors;
            if (accelerations != nullptr) accelerations[i] = a;
        }
        reports[chunk] = report;
    });
}

void World::Impl::moveParticles(const Fluid& fluid) {
    const StageTimer timer(totals, Stage::Move);
    const Bounce bounce{settings.restitution, settings.friction};
    const float limit2 = settings.speedLimit * settings.speedLimit;
    const float runaway2 = limit2 * kRunawayPerSpeedLimit * kRunawayPerSpeedLimit;
    const float farWay2 = 0.25f * fluid.h * fluid.h;
    threads.forChunks(next.count, kPassChunk, [&](size_t begin, size_t end, size_t chunk) {
        ChunkReport& report = reports[chunk];
        for (size_t i = begin; i < end; ++i) {
            if (notes.counts[i].isGhost) continue;
            const Vec3 x = next.position(i);
            Vec3 v = next.velocity(i);
            const float speed2 = lengthSquared(v);
            if (!(speed2 <= runaway2)) {  // also catches what is not a number
                report.firstBad = std::min(report.firstBad, static_cast<uint32_t>(i));
                continue;
            }
            if (speed2 > limit2) {
                v *= settings.speedLimit / std::sqrt(speed2);
                ++report.speedLimited;
            }
            Motion to{x + v * fluid.dt, v};
            // Nothing solid is within half a support radius of a particle that is not near; longer ways are traced.
            if (notes.counts[i].isNearWall || lengthSquared(to.x - x) > farWay2 || !walls->isClear(to.x)) {
                to = walls->move(next.id[i], x, v, fluid.dt, bounce);
            }
            next.setPosition(i, to.x);
            next.setVelocity(i, to.v);
            report.maxSpeed2 = std::max(report.maxSpeed2, lengthSquared(to.v));
        }
    });
}

void World::Impl::evaluate() {
    if (!isEvaluated) evaluateInto(nullptr);
}

void World::Impl::evaluateInto(Vec3* accelerations) {
    const StepTotals kept = totals;  // looking is not stepping
    const Fluid fluid = fluidFor(previousDt);
    sortIntoCells();
    computeDensity(fluid);
    computeForces(fluid, {.kick = 0.5f * previousDt}, accelerations);
    dropGhosts(accelerations);
    totals = kept;
    isEvaluated = true;
    passesFitCurrent = false;
}

}  // namespace meniscus
