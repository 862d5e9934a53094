// A stable counting sort in two levels: planes of cells first, over fixed chunks of particles, then the bins of each
// plane. Both levels run in parallel without atomics. A one-level sort would need a histogram of all bins per chunk.
#include "meniscus/sph/cell_grid.h"

#include <fmt/format.h>

#include <span>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

constexpr size_t kSortChunk = 4096;
// Slightly more than the support radius, so that rounding in cell coordinates never hides a neighbour.
constexpr float kCellPerSupport = 1.001f;

// Whole cells over the length, its far end included also after rounding.
double cellsAlong(float length, float cell, int border) {
    return std::floor(length / cell + 0.01) + 1.0 + 2.0 * border;
}

// Candidates of all particles together: some tenths of a second of one core.
constexpr size_t kMaxCandidates = 128'000'000;
constexpr size_t kLeastPerRow = 56;

}  // namespace

int32_t maxCandidatesPerRow(size_t particles) {
    const size_t most = kMaxCandidates / (9 * std::max<size_t>(particles, 1));
    return static_cast<int32_t>(std::max(most, kLeastPerRow));
}

double CellGrid::binsNeeded(Bounds room, float supportRadius, int borderCells) {
    const Vec3 size = room.size();
    const float cell = supportRadius * kCellPerSupport;
    return cellsAlong(size.x, cell, borderCells) * kBinsPerCell * cellsAlong(size.y, cell, borderCells) *
           cellsAlong(size.z, cell, borderCells);
}

CellGrid::CellGrid(Bounds room, float supportRadius, size_t capacity, int borderCells) {
    const double bins = binsNeeded(room, supportRadius, borderCells);
    if (!(bins < 2e9)) {
        throw InputError(
            fmt::format("grid: {:.3g} bins for a room of {} x {} x {} m at support radius {} m; at most 2e9", bins,
                        room.size().x, room.size().y, room.size().z, supportRadius));
    }
    const float cell = supportRadius * kCellPerSupport;
    view_.origin = room.lower - Vec3{cell, cell, cell} * static_cast<float>(borderCells);
    view_.inverseCell = 1.0f / cell;
    view_.binsPerRow = static_cast<int32_t>(cellsAlong(room.size().x, cell, borderCells)) * kBinsPerCell;
    view_.rowsPerPlane = static_cast<int32_t>(cellsAlong(room.size().y, cell, borderCells));
    view_.planes = static_cast<int32_t>(cellsAlong(room.size().z, cell, borderCells));
    binBegin_.resize(static_cast<size_t>(view_.binsPerPlane()) * view_.planes + 1, 0u);
    view_.binBegin = binBegin_.data();
    planeCounts_.resize(chunkCount(capacity, kSortChunk) * view_.planes);
    planeBegin_.resize(view_.planes + 1);
}

size_t CellGrid::cellCount() const {
    return static_cast<size_t>(view_.binsPerRow / kBinsPerCell) * view_.rowsPerPlane * view_.planes;
}

Vec3 CellGrid::cellCentre(size_t cell) const {
    const size_t cellsPerRow = view_.binsPerRow / kBinsPerCell;
    const size_t row = cell / cellsPerRow;
    const Vec3 index{static_cast<float>(cell % cellsPerRow), static_cast<float>(row % view_.rowsPerPlane),
                     static_cast<float>(row / view_.rowsPerPlane)};
    return view_.origin + (index + Vec3{0.5f, 0.5f, 0.5f}) * cellSize();
}

size_t CellGrid::bytes() const {
    return (binBegin_.size() + planeCounts_.size() + planeBegin_.size()) * sizeof(uint32_t);
}

void CellGrid::countPlanes(const ParticleArrays& from, std::span<uint32_t> keys, Threads& threads) {
    const size_t planes = view_.planes;
    const uint32_t binsPerPlane = view_.binsPerPlane();
    threads.forChunks(from.count, kSortChunk, [&](size_t begin, size_t end, size_t chunk) {
        uint32_t* counts = planeCounts_.data() + chunk * planes;
        std::fill(counts, counts + planes, 0u);
        for (size_t i = begin; i < end; ++i) {
            keys[i] = binOf(from.x[i], from.y[i], from.z[i]);
            ++counts[keys[i] / binsPerPlane];
        }
    });
    // Turn counts into places: plane by plane, within a plane chunk by chunk, which keeps the order stable.
    const size_t chunks = chunkCount(from.count, kSortChunk);
    uint32_t place = 0;
    for (size_t plane = 0; plane < planes; ++plane) {
        planeBegin_[plane] = place;
        for (size_t chunk = 0; chunk < chunks; ++chunk) {
            const uint32_t inChunk = planeCounts_[chunk * planes + plane];
            planeCounts_[chunk * planes + plane] = place;
            place += inChunk;
        }
    }
    planeBegin_[planes] = place;
}

void CellGrid::sortPlane(const ParticleArrays& from, ParticleArrays& to, std::span<const uint32_t> keys,
                         std::span<const uint32_t> order, int32_t plane, std::span<uint32_t> placeOf) {
    // Entry bin + 1 counts the bin, then holds its begin, and ends as its end, which is the begin of the next bin.
    const size_t firstBin = static_cast<size_t>(plane) * view_.binsPerPlane();
    uint32_t* next = binBegin_.data() + 1;
    std::fill(next + firstBin, next + firstBin + view_.binsPerPlane(), 0u);
    const auto members = order.subspan(planeBegin_[plane], planeBegin_[plane + 1] - planeBegin_[plane]);
    for (const uint32_t i : members) ++next[keys[i]];
    uint32_t place = planeBegin_[plane];
    for (size_t bin = firstBin; bin < firstBin + view_.binsPerPlane(); ++bin) {
        const uint32_t inBin = next[bin];
        next[bin] = place;
        place += inBin;
    }
    const bool isMixed = from.isMixed();
    for (const uint32_t i : members) {
        const uint32_t target = next[keys[i]]++;
        to.copyFrom(from, i, target, isMixed);
        if (!placeOf.empty()) placeOf[i] = target;
    }
}

void CellGrid::sort(const ParticleArrays& from, ParticleArrays& to, std::span<uint32_t> scratch, Threads& threads,
                    std::span<uint32_t> placeOf) {
    view_.maxPerRow = maxCandidatesPerRow(from.count);
    const auto keys = scratch.first(from.count);
    const auto order = scratch.subspan(from.count, from.count);
    countPlanes(from, keys, threads);
    const uint32_t binsPerPlane = view_.binsPerPlane();
    threads.forChunks(from.count, kSortChunk, [&](size_t begin, size_t end, size_t chunk) {
        uint32_t* place = planeCounts_.data() + chunk * view_.planes;
        for (size_t i = begin; i < end; ++i) order[place[keys[i] / binsPerPlane]++] = static_cast<uint32_t>(i);
    });
    threads.forChunks(view_.planes, 1, [&](size_t plane, size_t, size_t) {
        sortPlane(from, to, keys, order, static_cast<int32_t>(plane), placeOf);
    });
    to.count = from.count;
}

}  // namespace meniscus
