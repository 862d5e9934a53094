// The grid of copies and the sums over neighbours, against counting by hand.
#include <catch2/catch.hpp>
#include <set>

#include "meniscus/core/error.h"
#include "meniscus/sph/wide_passes.h"
#include "worlds.h"

using namespace meniscus;

namespace {

struct Cloud {
    Bounds room;
    float h = 0.0f;
    std::vector<Vec3> points;
};

constexpr float kCellPerSupport = 1.001f;  // as in cell_grid.cpp; only to put points onto the borders of cells

// Rooms whose sides are no multiples of a cell, one thinner than a cell, one a single cell.
std::vector<Bounds> oddRooms() {
    return {{{-0.2f, 0.0f, -0.3f}, {0.111f, 0.173f, 0.237f}},
            {{10.0f, -7.0f, 3.0f}, {10.5f, -6.97f, 3.31f}},
            {{0.0f, 0.0f, 0.0f}, {0.04f, 0.04f, 0.04f}},
            {{0.0f, 0.0f, 0.0f}, {0.9f, 0.05f, 0.05f}}};
}

Vec3 randomPoint(const Bounds& room, Rng& rng) {
    const float x = rng.uniform(), y = rng.uniform(), z = rng.uniform();
    const Vec3 size = room.size();
    return room.lower + Vec3{size.x * x, size.y * y, size.z * z};
}

// The grid relies on the walls to keep particles off the very faces of the room: they stay farther away than this.
Vec3 offFaces(Vec3 p, const Cloud& cloud) {
    const Vec3 margin = Vec3{1, 1, 1} * (1e-3f * cloud.h);
    return maxPerAxis(cloud.room.lower + margin, minPerAxis(cloud.room.upper - margin, p));
}

// Moves some coordinates exactly onto borders of cells and bins.
Vec3 onBorders(Vec3 p, const Cloud& cloud, Rng& rng) {
    const float step = cloud.h * kCellPerSupport / kBinsPerCell;
    for (float Vec3::*c : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        if (rng.uniform() < 0.4f) continue;
        const float low = cloud.room.lower.*c;
        p.*c = low + std::round((p.*c - low) / step) * step;
    }
    return p;
}

// Evenly spread points, points on borders, points in the corners, and a heap in one place.
Cloud makeCloud(const Bounds& room, float h, size_t count, uint64_t seed) {
    Cloud cloud{room, h, {}};
    Rng rng(seed);
    for (size_t n = 0; n < count; ++n) {
        const Vec3 p = randomPoint(room, rng);
        cloud.points.push_back(offFaces(n % 3 == 0 ? onBorders(p, cloud, rng) : p, cloud));
    }
    for (size_t n = 0; n < count / 20; ++n) {
        const Vec3 corner{n % 2 ? room.lower.x : room.upper.x, n / 2 % 2 ? room.lower.y : room.upper.y,
                          n / 4 % 2 ? room.lower.z : room.upper.z};
        cloud.points.push_back(offFaces(corner + (room.centre() - corner) * (0.01f * rng.uniform()), cloud));
    }
    return cloud;
}

ParticleArrays arraysOf(const Cloud& cloud) {
    ParticleArrays arrays;
    arrays.reserve(cloud.points.size());
    Rng rng(5);
    for (size_t n = 0; n < cloud.points.size(); ++n) {
        arrays.append(cloud.points[n], randomDirection(rng), static_cast<uint32_t>(n));
    }
    return arrays;
}

struct Sorted {
    Sorted(const Cloud& cloud, int threadCount)
        : input(arraysOf(cloud)), grid(cloud.room, cloud.h, std::max<size_t>(cloud.points.size(), 1)) {
        particles.reserve(input.count);
        notes.reserve(std::max<size_t>(input.count, 1));
        Threads threads(threadCount);
        grid.sort(input, particles, notes.asScratchWords(), threads);
    }

    ParticleArrays input;
    CellGrid grid;
    ParticleArrays particles;
    NeighborNotes notes;
};

uint32_t binOf(const GridView& view, Vec3 p) {
    const auto bx = static_cast<int32_t>((p.x - view.origin.x) * view.inverseCell * kBinsPerCell);
    const auto cy = static_cast<int32_t>((p.y - view.origin.y) * view.inverseCell);
    const auto cz = static_cast<int32_t>((p.z - view.origin.z) * view.inverseCell);
    return static_cast<uint32_t>((cz * view.rowsPerPlane + cy) * view.binsPerRow + bx);
}

Fluid fluidOf(KernelPair pair, float h) {
    Fluid fluid;
    fluid.pair = pair;
    fluid.h = h;
    fluid.spacing = h / kSupportPerSpacing;
    fluid.mass = 0.7f;
    fluid.restDensity = 1000.0f;
    fluid.stiffness = 100.0f;
    fluid.viscosity = 3.0f;
    return fluid;
}

double distanceBetween(Vec3 a, Vec3 b) {
    const double x = static_cast<double>(a.x) - b.x, y = static_cast<double>(a.y) - b.y,
                 z = static_cast<double>(a.z) - b.z;
    return std::sqrt(x * x + y * y + z * z);
}

// What the two passes should find, in double precision over all pairs.
struct ByHand {
    double kernelSum = 0.0;
    double viscous[3] = {0.0, 0.0, 0.0};
    double viscousSize = 0.0;  // of the terms if none were far away and none cancelled
    size_t fewest = 0;         // neighbours that are nearer than h by more than rounding
    size_t most = 0;
};

ByHand sumByHand(const ParticleArrays& p, const std::vector<NeighborRecord>& records, const Fluid& fluid, size_t i) {
    const Kernels<double> kernels(fluid.h);
    ByHand sum;
    for (size_t j = 0; j < p.count; ++j) {
        const double r = distanceBetween(p.position(i), p.position(j));
        if (r >= fluid.h * 1.00001) continue;
        sum.kernelSum += fluid.pair == KernelPair::Mcg03 ? kernels.poly6(r * r) : kernels.wendland(r);
        if (j == i) continue;
        ++sum.most;
        if (r < fluid.h * 0.99999) ++sum.fewest;
        const double weight = fluid.viscosity * records[j].volume * kernels.viscosityLaplacian(r);
        sum.viscous[0] += weight * (static_cast<double>(p.vx[j]) - p.vx[i]);
        sum.viscous[1] += weight * (static_cast<double>(p.vy[j]) - p.vy[i]);
        sum.viscous[2] += weight * (static_cast<double>(p.vz[j]) - p.vz[i]);
        sum.viscousSize += fluid.viscosity * records[j].volume * kernels.viscosityLaplacian(0.0);
    }
    return sum;
}

// Volumes and velocities are random, so that a neighbour taken twice for another that is missed does not cancel out.
std::vector<NeighborRecord> recordsOf(const ParticleArrays& p) {
    Rng rng(11);
    std::vector<NeighborRecord> records;
    for (size_t i = 0; i < p.count; ++i) {
        records.push_back({p.x[i], p.y[i], p.z[i], 0.0f, p.vx[i], p.vy[i], p.vz[i], 1e-6f * (0.5f + rng.uniform())});
    }
    records.push_back(kNoRecord);
    return records;
}

void checkSums(const Cloud& cloud, KernelPair pair) {
    Sorted sorted(cloud, 1);
    const ParticleArrays& p = sorted.particles;
    const Fluid fluid = fluidOf(pair, cloud.h);
    const std::vector<NeighborRecord> records = recordsOf(p);
    const PassInput input{
        .particles = &p, .grid = sorted.grid.view(), .records = records.data(), .notes = &sorted.notes, .fluid = fluid};
    double worstKernel = 0.0;
    double worstViscous = 0.0;
    size_t wrongCounts = 0;
    for (size_t begin = 0; begin < p.count; begin += kPassChunk) {
        const size_t end = std::min(p.count, begin + kPassChunk);
        float kernelSums[kPassChunk];
        ForceSums sums[kPassChunk];
        sumKernels(input, begin, end, kernelSums);
        sumForces(input, begin, end, sums);
        for (size_t i = begin; i < end; ++i) {
            const ByHand hand = sumByHand(p, records, fluid, i);
            const ForceSums& wide = sums[i - begin];
            worstKernel = std::max(worstKernel, std::abs(kernelSums[i - begin] - hand.kernelSum) / hand.kernelSum);
            if (wide.neighbors < hand.fewest || wide.neighbors > hand.most) ++wrongCounts;
            const double error =
                std::max({std::abs(wide.force.x - hand.viscous[0]), std::abs(wide.force.y - hand.viscous[1]),
                          std::abs(wide.force.z - hand.viscous[2])});
            if (hand.viscousSize > 0.0) worstViscous = std::max(worstViscous, error / hand.viscousSize);
        }
    }
    CHECK(worstKernel < 2e-5);
    CHECK(worstViscous < 1e-5);
    CHECK(wrongCounts == 0);
}

}  // namespace

TEST_CASE("Sorting by cell is a permutation, sorted by bin, and stable", "[grid]") {
    for (const Bounds& room : oddRooms()) {
        for (const size_t count : {0u, 1u, 2u, 100u, 15000u}) {
            const Cloud cloud = makeCloud(room, 0.03f, count, count + 1);
            const Sorted sorted(cloud, 1);
            const ParticleArrays& p = sorted.particles;
            const GridView& view = sorted.grid.view();
            REQUIRE(p.count == cloud.points.size());
            CHECK(std::set<uint32_t>(p.id.begin(), p.id.begin() + static_cast<ptrdiff_t>(p.count)).size() == p.count);
            size_t moved = 0, unsorted = 0, unstable = 0, misplaced = 0;
            for (size_t i = 0; i < p.count; ++i) {
                const uint32_t id = p.id[i];
                if (p.position(i) != cloud.points[id] || p.velocity(i) != sorted.input.velocity(id)) ++moved;
                const uint32_t bin = binOf(view, p.position(i));
                if (i < view.binBegin[bin] || i >= view.binBegin[bin + 1]) ++misplaced;
                if (i == 0) continue;
                const uint32_t before = binOf(view, p.position(i - 1));
                if (before > bin) ++unsorted;
                if (before == bin && p.id[i - 1] > id) ++unstable;
            }
            CHECK(moved == 0);
            CHECK(misplaced == 0);
            CHECK(unsorted == 0);
            CHECK(unstable == 0);
            CHECK(view.binBegin[view.binsPerPlane() * view.planes] == p.count);
        }
    }
}

TEST_CASE("Sorting gives the same order for every thread count", "[grid][parallel]") {
    const Cloud cloud = makeCloud(oddRooms()[0], 0.01f, 40000, 3);
    const Sorted single(cloud, 1);
    for (const int threads : {2, 3, 8}) {
        const Sorted several(cloud, threads);
        CHECK(several.particles.id == single.particles.id);
        CHECK(several.particles.x == single.particles.x);
        CHECK(several.particles.vz == single.particles.vz);
    }
}

TEST_CASE("A room with too many bins for its keys is refused", "[grid]") {
    CHECK_THROWS_AS(CellGrid({{0, 0, 0}, {1000, 1000, 1000}}, 0.01f, 10), InputError);
}

TEST_CASE("Sums over neighbours equal those over all pairs", "[grid]") {
    for (const KernelPair pair : {KernelPair::Mcg03, KernelPair::Wendland}) {
        for (const Bounds& room : oddRooms()) {
            for (const float h : {0.017f, 0.03f, 0.1f}) {
                CAPTURE(static_cast<int>(pair), room.size().x, room.size().y, h);
                checkSums(makeCloud(room, h, 1500, 7), pair);
            }
        }
    }
}

TEST_CASE("Sums over neighbours are right for the fewest particles", "[grid]") {
    for (size_t count = 1; count <= 70; ++count) {
        CAPTURE(count);
        checkSums(makeCloud({{0, 0, 0}, {0.1f, 0.1f, 0.1f}}, 0.04f, count, count), KernelPair::Mcg03);
    }
}

TEST_CASE("Sums over neighbours are right where all particles crowd into one place", "[grid]") {
    // 300 and more neighbours each: neither 8-bit counts nor the room for notes suffice.
    for (const KernelPair pair : {KernelPair::Mcg03, KernelPair::Wendland}) {
        for (const size_t count : {60u, 260u, 300u, 2000u}) {
            CAPTURE(static_cast<int>(pair), count);
            Cloud cloud{{{0, 0, 0}, {1, 1, 1}}, 0.1f, {}};
            Rng rng(count);
            for (size_t n = 0; n < count; ++n) {
                cloud.points.push_back(randomPoint({{0.48f, 0.5f, 0.5f}, {0.53f, 0.55f, 0.56f}}, rng));
            }
            checkSums(cloud, pair);
        }
    }
}

TEST_CASE("Every pair of neighbours is found from both sides", "[grid]") {
    const Cloud cloud = makeCloud(oddRooms()[0], 0.03f, 3000, 21);
    Sorted sorted(cloud, 1);
    const ParticleArrays& p = sorted.particles;
    const std::vector<NeighborRecord> records = recordsOf(p);
    const PassInput input{.particles = &p,
                          .grid = sorted.grid.view(),
                          .records = records.data(),
                          .notes = &sorted.notes,
                          .fluid = fluidOf(KernelPair::Mcg03, cloud.h)};
    size_t found = 0;
    for (size_t begin = 0; begin < p.count; begin += kPassChunk) {
        const size_t end = std::min(p.count, begin + kPassChunk);
        float kernelSums[kPassChunk];
        ForceSums sums[kPassChunk];
        sumKernels(input, begin, end, kernelSums);
        sumForces(input, begin, end, sums);
        for (size_t i = begin; i < end; ++i) found += sums[i - begin].neighbors;
    }
    size_t pairs = 0;
    for (size_t i = 0; i < p.count; ++i) {
        for (size_t j = i + 1; j < p.count; ++j) {
            if (distanceBetween(p.position(i), p.position(j)) < cloud.h) ++pairs;
        }
    }
    // Rounding decides pairs at the support radius itself, alike from both sides.
    CHECK(found % 2 == 0);
    CHECK(static_cast<double>(found) == Approx(2.0 * static_cast<double>(pairs)).epsilon(1e-4));
}
