#include "surface/block_mesher.h"

#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <cassert>
#include <cstring>

#include "meniscus/core/error.h"

namespace meniscus {

namespace {

constexpr int kBinSide = 8;           // nodes
constexpr size_t kMaxBins = 1 << 27;  // half a gigabyte of numbers
constexpr size_t kBlobsPerChunk = 2048;
constexpr uint32_t kNoSums = ~0u;

// std::floor is a call of a function on processors as old as those that the program still runs on.
int floorOf(float a) {
    const int truncated = static_cast<int>(a);
    return truncated - (a < static_cast<float>(truncated) ? 1 : 0);
}

GridPoint nodeBelow(Vec3 place) {
    return {floorOf(place.x), floorOf(place.y), floorOf(place.z)};
}

// The cube of the given side, a power of two, that holds the node; shifting rounds down below zero, too.
GridPoint cubeOf(GridPoint node, unsigned side) {
    const int shift = std::countr_zero(side);
    return {node.x >> shift, node.y >> shift, node.z >> shift};
}

GridPoint cubeOf(Vec3 place, unsigned side) {
    return cubeOf(nodeBelow(place), side);
}

GridBox boxBetween(GridPoint lower, GridPoint upper) {
    return {lower, {upper.x - lower.x + 1, upper.y - lower.y + 1, upper.z - lower.z + 1}};
}

template <typename Visit>
void forEachPoint(GridPoint lower, GridPoint upper, const Visit& visit) {
    for (int z = lower.z; z <= upper.z; ++z) {
        for (int y = lower.y; y <= upper.y; ++y) {
            for (int x = lower.x; x <= upper.x; ++x) visit(GridPoint{x, y, z});
        }
    }
}

}  // namespace

size_t GridBox::count() const {
    return static_cast<size_t>(size.x) * static_cast<size_t>(size.y) * static_cast<size_t>(size.z);
}

bool GridBox::contains(GridPoint p) const {
    const auto isWithin = [](int a, int low, int length) { return a >= low && a < low + length; };
    return isWithin(p.x, lower.x, size.x) && isWithin(p.y, lower.y, size.y) && isWithin(p.z, lower.z, size.z);
}

size_t GridBox::index(GridPoint p) const {
    return (static_cast<size_t>(p.z - lower.z) * static_cast<size_t>(size.y) + static_cast<size_t>(p.y - lower.y)) *
               static_cast<size_t>(size.x) +
           static_cast<size_t>(p.x - lower.x);
}

GridPoint GridBox::point(size_t index) const {
    const auto x = static_cast<size_t>(size.x);
    const auto y = static_cast<size_t>(size.y);
    return {lower.x + static_cast<int>(index % x), lower.y + static_cast<int>(index / x % y),
            lower.z + static_cast<int>(index / x / y)};
}

void BlockMesher::makeField(std::span<const Blob> blobs, float reach, float isoValue, Threads& threads) {
    given_ = {};
    reach_ = reach;
    isoValue_ = isoValue;
    blocks_.clear();
    bits_.clear();
    sorted_.clear();
    order_.clear();
    if (blobs.empty()) return;
    sortIntoBins(blobs, threads);
    findBlocks(reach, threads);
    field_.resize(blocks_.size() * kBlockNodes);
    bits_.resize(blocks_.size());
    threads.forChunks(blocks_.size(), 1, [&](size_t block, size_t, size_t) {
        float* const nodes = field_.data() + block * kBlockNodes;
        std::memset(nodes, 0, kBlockNodes * sizeof(float));
        addBinnedBlobs(block, sorted_.data(), nodes);
        // At once, as long as the nodes are in the nearest cache.
        blocks_[block].filling = findInside({nodes}, isoValue, bits_[block]);
    });
}

void BlockMesher::useField(std::span<const float> nodes, GridPoint size, float isoValue, Threads& threads) {
    assert(size.x % kBlockSide == 0 && size.y % kBlockSide == 0 && size.z % kBlockSide == 0);
    given_ = nodes;
    givenSize_ = size;
    blockBox_ = {{0, 0, 0}, {size.x / kBlockSide, size.y / kBlockSide, size.z / kBlockSide}};
    blockAt_.assign(blockBox_.count(), 0);
    isoValue_ = isoValue;
    listBlocks();
    bits_.resize(blocks_.size());
    threads.forChunks(blocks_.size(), 1, [&](size_t block, size_t, size_t) {
        blocks_[block].filling = findInside(nodesOf(block), isoValue, bits_[block]);
    });
}

Bounds BlockMesher::boundsOf(std::span<const Blob> blobs, Threads& threads) {
    chunkBounds_.resize(chunkCount(blobs.size(), kBlobsPerChunk));
    threads.forChunks(blobs.size(), kBlobsPerChunk, [&](size_t begin, size_t end, size_t chunk) {
        Bounds bounds{{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}};
        for (const Blob& blob : blobs.subspan(begin, end - begin)) {
            bounds.lower = minPerAxis(bounds.lower, {blob.x, blob.y, blob.z});
            bounds.upper = maxPerAxis(bounds.upper, {blob.x, blob.y, blob.z});
        }
        chunkBounds_[chunk] = bounds;
    });
    Bounds all = chunkBounds_.front();
    for (const Bounds& bounds : chunkBounds_) {
        all = {minPerAxis(all.lower, bounds.lower), maxPerAxis(all.upper, bounds.upper)};
    }
    return all;
}

void BlockMesher::sortIntoBins(std::span<const Blob> blobs, Threads& threads) {
    constexpr float kFarthest = 1e6f;
    const auto [lower, upper] = boundsOf(blobs, threads);
    const Vec3 extent = (upper - lower) / static_cast<float>(kBinSide) + Vec3{2.0f, 2.0f, 2.0f};
    const bool isPossible = std::max(length(lower), length(upper)) < kFarthest &&
                            extent.x * extent.y * extent.z < static_cast<float>(kMaxBins);
    if (!isPossible) {
        throw WorkError(
            fmt::format("the surface spans {:.0f} x {:.0f} x {:.0f} cells, more than fit into memory; "
                        "larger cells need less",
                        upper.x - lower.x, upper.y - lower.y, upper.z - lower.z));
    }
    bins_ = boxBetween(cubeOf(lower, kBinSide), cubeOf(upper, kBinSide));

    binOf_.resize(blobs.size());
    threads.forChunks(blobs.size(), kBlobsPerChunk, [&](size_t begin, size_t end, size_t) {
        for (size_t i = begin; i < end; ++i) {
            const GridPoint bin = cubeOf(Vec3{blobs[i].x, blobs[i].y, blobs[i].z}, kBinSide);
            binOf_[i] = static_cast<uint32_t>(bins_.index(bin));
        }
    });
    binStarts_.assign(bins_.count() + 2, 0);
    for (const uint32_t bin : binOf_) ++binStarts_[bin + 2];
    for (size_t k = 2; k < binStarts_.size(); ++k) binStarts_[k] += binStarts_[k - 1];
    sorted_.resize(blobs.size());
    order_.resize(blobs.size());
    // Shifted by one, so that the starts are in place once all are put down.
    for (size_t i = 0; i < blobs.size(); ++i) {
        const uint32_t place = binStarts_[binOf_[i] + 1]++;
        order_[place] = static_cast<uint32_t>(i);
        sorted_[place] = blobs[i];
    }
}

// Blocks with a node in reach of a blob. A cell belongs to the block of its lowest corner, so a block is also needed
// where only the node after its last one is reached.
void BlockMesher::findBlocks(float reach, Threads& threads) {
    const auto below = [&](Vec3 p) { return p - Vec3{1.0f, 1.0f, 1.0f} * (reach + 1.0f); };
    const auto above = [&](Vec3 p) { return p + Vec3{1.0f, 1.0f, 1.0f} * reach; };
    const float side = kBinSide;
    const auto corner = [&](GridPoint p, int by) {
        return Vec3{static_cast<float>(p.x + by), static_cast<float>(p.y + by), static_cast<float>(p.z + by)} * side;
    };
    const GridPoint last{bins_.lower.x + bins_.size.x - 1, bins_.lower.y + bins_.size.y - 1,
                         bins_.lower.z + bins_.size.z - 1};
    blockBox_ =
        boxBetween(cubeOf(below(corner(bins_.lower, 0)), kBlockSide), cubeOf(above(corner(last, 1)), kBlockSide));
    blockAt_.assign(blockBox_.count(), -1);
    threads.forChunks(sorted_.size(), kBlobsPerChunk, [&](size_t begin, size_t end, size_t) {
        GridPoint lastLower;
        GridPoint lastUpper{-1, -1, -1};
        for (size_t k = begin; k < end; ++k) {
            const Vec3 place{sorted_[k].x, sorted_[k].y, sorted_[k].z};
            const GridPoint lower = cubeOf(below(place), kBlockSide);
            const GridPoint upper = cubeOf(above(place), kBlockSide);
            if (lower == lastLower && upper == lastUpper) continue;
            // Several threads may mark a block, all with the same mark.
            forEachPoint(lower, upper, [&](GridPoint p) {
                std::atomic_ref(blockAt_[blockBox_.index(p)]).store(0, std::memory_order_relaxed);
            });
            lastLower = lower;
            lastUpper = upper;
        }
    });
    listBlocks();
}

void BlockMesher::listBlocks() {
    blocks_.clear();
    for (size_t k = 0; k < blockAt_.size(); ++k) {
        if (blockAt_[k] < 0) continue;
        blockAt_[k] = static_cast<int32_t>(blocks_.size());
        blocks_.push_back({.at = blockBox_.point(k)});
    }
}

// Bins that follow along x lie behind each other, so each row of them is one run of blobs.
void BlockMesher::addBinnedBlobs(size_t block, const Blob* blobs, float* nodes) const {
    const Vec3 origin = originOf(block);
    const float last = kBlockSide - 1;
    const GridPoint lower = cubeOf(origin - Vec3{reach_, reach_, reach_}, kBinSide);
    const GridPoint upper = cubeOf(origin + Vec3{last + reach_, last + reach_, last + reach_}, kBinSide);
    const int firstX = std::max(lower.x, bins_.lower.x);
    const int lastX = std::min(upper.x, bins_.lower.x + bins_.size.x - 1);
    if (firstX > lastX) return;
    forEachPoint({firstX, lower.y, lower.z}, {firstX, upper.y, upper.z}, [&](GridPoint p) {
        if (!bins_.contains(p)) return;
        const size_t bin = bins_.index(p);
        const uint32_t begin = binStarts_[bin];
        const uint32_t end = binStarts_[bin + static_cast<size_t>(lastX - firstX) + 1];
        if (begin < end) addBlobs(blobs + begin, end - begin, origin, reach_, nodes);
    });
}

void BlockMesher::extract(float cell, Threads& threads, TriangleMesh& mesh) {
    threads.forChunks(blocks_.size(), 1, [&](size_t block, size_t, size_t) {
        BlockBits& bits = bits_[block];
        const std::array<int32_t, 8> neighbors = neighborsOf(block);
        const Filling filling = blocks_[block].filling;
        const bool isUniform =
            filling != Filling::Some && std::ranges::all_of(neighbors, [&](int32_t neighbor) {
                return (neighbor < 0 ? Filling::None : blocks_[static_cast<size_t>(neighbor)].filling) == filling;
            });
        blocks_[block].hasCuts = !isUniform;
        if (isUniform) {
            bits.cut = {};
            bits.vertexCount = 0;
            bits.triangleCount = 0;
        } else {
            countCuts(neighborhoodOf(neighbors), bits);
        }
    });
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    for (size_t block = 0; block < blocks_.size(); ++block) {
        blocks_[block].firstVertex = vertices;
        blocks_[block].firstTriangle = triangles;
        vertices += bits_[block].vertexCount;
        triangles += bits_[block].triangleCount;
    }
    mesh.positions.resize(vertices);
    mesh.indices.resize(size_t{3} * triangles);
    threads.forChunks(blocks_.size(), 1, [&](size_t block, size_t, size_t) {
        if (!blocks_[block].hasCuts) return;
        const std::array<int32_t, 8> neighbors = neighborsOf(block);
        BlockOutput output{};
        for (size_t k = 0; k < 8; ++k) {
            if (neighbors[k] >= 0) output.firstVertex[k] = blocks_[static_cast<size_t>(neighbors[k])].firstVertex;
        }
        output.positions = mesh.positions.data() + blocks_[block].firstVertex;
        output.indices = mesh.indices.data() + size_t{3} * blocks_[block].firstTriangle;
        emitMesh(neighborhoodOf(neighbors), originOf(block), cell, isoValue_, output);
    });
}

void BlockMesher::findValues(std::span<const float> blobValues, Threads& threads, std::vector<float>& values) {
    assert(given_.empty() && blobValues.size() == sorted_.size());
    weighted_.resize(sorted_.size());
    for (size_t k = 0; k < sorted_.size(); ++k) {
        weighted_[k] = sorted_[k];
        weighted_[k].weight *= blobValues[order_[k]];
    }
    // Only in blocks that hold an end of a cut edge.
    sumsAt_.assign(blocks_.size(), kNoSums);
    std::vector<uint32_t> wanted;
    for (size_t block = 0; block < blocks_.size(); ++block) {
        if (bits_[block].vertexCount == 0) continue;
        const std::array<int32_t, 8> neighbors = neighborsOf(block);
        for (const size_t k : {0, 1, 2, 4}) {  // edges end in the block itself or beyond one of its faces
            const int32_t neighbor = neighbors[k];
            if (neighbor < 0 || sumsAt_[static_cast<size_t>(neighbor)] != kNoSums) continue;
            sumsAt_[static_cast<size_t>(neighbor)] = static_cast<uint32_t>(wanted.size());
            wanted.push_back(static_cast<uint32_t>(neighbor));
        }
    }
    sums_.resize(wanted.size() * kBlockNodes);
    threads.forChunks(wanted.size(), 1, [&](size_t k, size_t, size_t) {
        float* const nodes = sums_.data() + k * kBlockNodes;
        std::memset(nodes, 0, kBlockNodes * sizeof(float));
        addBinnedBlobs(wanted[k], weighted_.data(), nodes);
    });
    const size_t vertices = blocks_.empty() ? 0 : blocks_.back().firstVertex + bits_.back().vertexCount;
    values.resize(vertices);
    threads.forChunks(blocks_.size(), 1, [&](size_t block, size_t, size_t) {
        if (bits_[block].vertexCount == 0) return;
        const std::array<int32_t, 8> neighbors = neighborsOf(block);
        std::array<BlockNodes, 8> sums;
        for (size_t k = 0; k < 8; ++k) {
            const bool hasSums = neighbors[k] >= 0 && sumsAt_[static_cast<size_t>(neighbors[k])] != kNoSums;
            if (hasSums) sums[k] = sumsOf(static_cast<size_t>(neighbors[k]));
        }
        emitValues(neighborhoodOf(neighbors), sums, isoValue_, values.data() + blocks_[block].firstVertex);
    });
}

Vec3 BlockMesher::originOf(size_t block) const {
    const GridPoint at = blocks_[block].at;
    return Vec3{static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)} *
           static_cast<float>(kBlockSide);
}

BlockNodes BlockMesher::nodesOf(size_t block) const {
    if (given_.empty()) return {field_.data() + block * kBlockNodes};
    const GridPoint at = blocks_[block].at;
    const auto rowStride = static_cast<size_t>(givenSize_.x);
    const size_t planeStride = rowStride * static_cast<size_t>(givenSize_.y);
    const size_t first =
        static_cast<size_t>(at.x) + static_cast<size_t>(at.y) * rowStride + static_cast<size_t>(at.z) * planeStride;
    return {given_.data() + first * kBlockSide, rowStride, planeStride};
}

BlockNodes BlockMesher::sumsOf(size_t block) const {
    return {sums_.data() + sumsAt_[block] * kBlockNodes};
}

std::array<int32_t, 8> BlockMesher::neighborsOf(size_t block) const {
    const GridPoint at = blocks_[block].at;
    std::array<int32_t, 8> neighbors;
    for (size_t k = 0; k < 8; ++k) {
        const int bits = static_cast<int>(k);
        const GridPoint p{at.x + (bits & 1), at.y + (bits >> 1 & 1), at.z + (bits >> 2)};
        neighbors[k] = blockBox_.contains(p) ? blockAt_[blockBox_.index(p)] : -1;
    }
    return neighbors;
}

BlockNeighborhood BlockMesher::neighborhoodOf(const std::array<int32_t, 8>& neighbors) const {
    BlockNeighborhood blocks;
    for (size_t k = 0; k < 8; ++k) {
        if (neighbors[k] < 0) continue;
        blocks.bits[k] = &bits_[static_cast<size_t>(neighbors[k])];
        blocks.nodes[k] = nodesOf(static_cast<size_t>(neighbors[k]));
    }
    return blocks;
}

float BlockMesher::nodeAt(GridPoint p) const {
    const GridPoint at = cubeOf(p, kBlockSide);
    if (!blockBox_.contains(at)) return 0.0f;
    const int32_t block = blockAt_[blockBox_.index(at)];
    if (block < 0) return 0.0f;
    const float* const row =
        nodesOf(static_cast<size_t>(block))
            .row(static_cast<size_t>(p.y - at.y * kBlockSide), static_cast<size_t>(p.z - at.z * kBlockSide));
    return row[p.x - at.x * kBlockSide];
}

bool BlockMesher::isInside(Vec3 place) const {
    if (blocks_.empty()) return false;
    const GridPoint p = nodeBelow(place);
    const GridPoint at = cubeOf(p, kBlockSide);
    if (!blockBox_.contains(at)) return false;
    const int32_t block = blockAt_[blockBox_.index(at)];
    if (block < 0) return false;
    const int x = p.x - at.x * kBlockSide;
    const int y = p.y - at.y * kBlockSide;
    const int z = p.z - at.z * kBlockSide;
    if (std::max({x, y, z}) + 1 == kBlockSide) return false;  // some of them belong to other blocks
    const auto& inside = bits_[static_cast<size_t>(block)].inside;
    const size_t row = static_cast<size_t>(y + kBlockSide * z);
    const int all = inside[row] & inside[row + 1] & inside[row + kBlockSide] & inside[row + kBlockSide + 1];
    return (all >> x & 3) == 3;
}

float BlockMesher::sample(Vec3 place) const {
    if (blocks_.empty()) return 0.0f;
    const GridPoint p = nodeBelow(place);
    const Vec3 part = place - Vec3{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    const auto alongX = [&](int y, int z) {
        return (1.0f - part.x) * nodeAt({p.x, y, z}) + part.x * nodeAt({p.x + 1, y, z});
    };
    const auto alongXY = [&](int z) { return (1.0f - part.y) * alongX(p.y, z) + part.y * alongX(p.y + 1, z); };
    return (1.0f - part.z) * alongXY(p.z) + part.z * alongXY(p.z + 1);
}

}  // namespace meniscus
