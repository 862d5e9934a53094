#include "fluid/methods/mcg03/viscous_stages.h"

#include <cmath>

namespace meniscus {

int ViscousStages::countFor(float rate, float otherRate, float kick) {
    // At once up to half of what is stable, as ever; rounding of the guard's substep is no reason for stages.
    if ((rate + otherRate) * kick <= 1.001f) return 1;
    // In stages up to nine tenths: s^2 + s is stable (Meyer, Balsara and Aslam 2012, eq. 18).
    const float needed = 1.1f * kStiffest * rate * kick;
    int stages = 2;
    while (stages < kMaxStages && static_cast<float>(stages * (stages + 1)) < needed) ++stages;
    return stages;
}

void ViscousStages::begin(size_t places) {
    if (accelerations_.size() > places) return;
    accelerations_.resize(places + 1);
    for (auto& changes : changes_) changes.resize(places + 1);
    grips_.resize(places + 1);
    held_.resize(places + 1);
}

// Meyer, Balsara and Aslam 2012, eq. 13 to 17, with Y_0 = 0:
//   Y_1 = w dt a,  Y_j = mu_j Y_{j-1} + nu_j Y_{j-2} + mu_j w dt (L Y_{j-1} + a)
//   mu_j = (2 j - 1) / j,  nu_j = (1 - j) / j,  w = 2 / (s^2 + s)
void ViscousStages::run(const Input& input, ChunkReports& reports) {
    const int s = input.stages;
    const float share = 2.0f / static_cast<float>(s * (s + 1));
    // By what a stage adds the result changes as the stages after it pass it on: from the last one back.
    std::array<float, kMaxStages + 3> passedOn{};
    passedOn[static_cast<size_t>(s)] = 1.0f;
    for (int j = s; j >= 1; --j) {
        const auto at = static_cast<size_t>(j);
        const auto next = static_cast<float>(j + 1), second = static_cast<float>(j + 2);
        if (j < s) {
            passedOn[at] = (2.0f * next - 1.0f) / next * passedOn[at + 1] + (1.0f - second) / second * passedOn[at + 2];
        }
        const float mu = j == 1 ? 1.0f : (2.0f * static_cast<float>(j) - 1.0f) / static_cast<float>(j);
        weights_[at] = passedOn[at] * mu * share;
    }
    findGrips(input);
    beginFirst(input, share);
    for (int stage = 2; stage <= s; ++stage) makeStage(input, stage);
    loadWalls(input, reports);
}

void ViscousStages::findGrips(const Input& input) {
    const Fluid& fluid = input.pass.fluid;
    input.threads.forChunks(input.pass.particles->count, kChunk, [&](size_t begin, size_t end, size_t) {
        for (size_t i = begin; i < end; ++i) {
            held_[i] = Vec3{};
            Grip& grip = grips_[i];
            grip = Grip{};
            if (!input.pass.notes->counts[i].isNearWall) continue;
            const NeighborRecord& self = input.pass.records[i];
            ContactList contacts;
            input.walls.findContacts({self.x, self.y, self.z}, contacts);
            for (const Contact& contact : contacts.items()) {
                const Vec3 n = contact.normal;
                const float rate = input.walls.viscousGrip(fluid, contact) * self.volume / fluid.mass;
                grip.xx += rate * (1.0f - n.x * n.x);
                grip.yy += rate * (1.0f - n.y * n.y);
                grip.zz += rate * (1.0f - n.z * n.z);
                grip.xy -= rate * n.x * n.y;
                grip.yz -= rate * n.y * n.z;
                grip.zx -= rate * n.z * n.x;
            }
        }
    });
}

void ViscousStages::beginFirst(const Input& input, float first) {
    const size_t count = input.pass.particles->count;
    last_ = 0;
    input.threads.forChunks(count, kChunk, [&](size_t begin, size_t end, size_t) {
        for (size_t i = begin; i < end; ++i) {
            const Vec3 change = accelerations_[i] * (first * input.kick);
            const float share = input.pass.strains != nullptr ? input.pass.strains[i].share() : 0.0f;
            const float volume = ChangeRecord::volumeWithShare(input.pass.records[i].volume, share);
            changes_[0][i] = {change.x, change.y, change.z, volume};
            changes_[1][i] = {0.0f, 0.0f, 0.0f, volume};
        }
    });
    for (auto& changes : changes_) changes[count] = ChangeRecord{};
    copyToGhosts(input, changes_[0]);
}

void ViscousStages::makeStage(const Input& input, int stage) {
    const auto j = static_cast<float>(stage), s = static_cast<float>(input.stages);
    const float mu = (2.0f * j - 1.0f) / j, nu = (1.0f - j) / j;
    const float time = mu * input.kick * 2.0f / (s * s + s);
    const float held = weights_[static_cast<size_t>(stage)] * input.kick;
    const float viscosity = input.pass.fluid.viscosity / input.pass.fluid.mass;
    const AlignedVector<ChangeRecord>& from = changes_[last_];
    AlignedVector<ChangeRecord>& to = changes_[1 - last_];  // holds the stage before that, which only i itself reads
    input.threads.forChunks(input.pass.particles->count, kChunk, [&](size_t begin, size_t end, size_t) {
        Vec3 flows[kChunk];
        sumViscousFlow(input.pass, from.data(), begin, end, flows);
        for (size_t i = begin; i < end; ++i) {
            if (input.pass.notes->counts[i].isGhost) continue;
            const Vec3 change = velocityOf(from[i]), before = velocityOf(to[i]);
            Vec3 rate = flows[i - begin] * (viscosity * from[i].volume) + accelerations_[i];
            if (input.pass.notes->counts[i].isNearWall) {
                const Grip& g = grips_[i];
                rate -= Vec3{g.xx * change.x + g.xy * change.y + g.zx * change.z,
                             g.xy * change.x + g.yy * change.y + g.yz * change.z,
                             g.zx * change.x + g.yz * change.y + g.zz * change.z};
                held_[i] += change * held;
            }
            const Vec3 next = change * mu + before * nu + rate * time;
            to[i] = {next.x, next.y, next.z, from[i].volume};
        }
    });
    copyToGhosts(input, to);
    last_ = 1 - last_;
}

// What holds the change back goes to the walls, too.
void ViscousStages::loadWalls(const Input& input, ChunkReports& reports) {
    const Fluid& fluid = input.pass.fluid;
    input.threads.forChunks(input.pass.particles->count, kChunk, [&](size_t begin, size_t end, size_t chunk) {
        const std::span<WallLoad> loads = reports.wallLoads(chunk);
        for (size_t i = begin; i < end; ++i) {
            const NeighborCounts notes = input.pass.notes->counts[i];
            if (!notes.isNearWall || notes.isGhost) continue;
            const NeighborRecord& self = input.pass.records[i];
            ContactList contacts;
            input.walls.findContacts({self.x, self.y, self.z}, contacts);
            for (const Contact& contact : contacts.items()) {
                const Vec3 along = held_[i] - contact.normal * dot(held_[i], contact.normal);
                loads[static_cast<size_t>(contact.wall)].add(along *
                                                             (input.walls.viscousGrip(fluid, contact) * self.volume));
            }
        }
    });
}

void ViscousStages::copyToGhosts(const Input& input, AlignedVector<ChangeRecord>& changes) const {
    if (input.space.ghosts) input.space.ghosts->copyTo(std::span(changes));
}

}  // namespace meniscus
