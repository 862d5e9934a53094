// Highway compiles everything between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE once per instruction set. Every node
// sums its blobs one by one in their order, so all instruction sets give the same bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/block_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>
#include <cstring>

#include "surface/block_kernels.h"
#include "surface/case_table.h"

HWY_BEFORE_NAMESPACE();
namespace meniscus {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::CappedTag<float, kBlockSide>;
using Floats = hn::Vec<Wide>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(Wide()));
constexpr int kVectors = kBlockSide / kLanes;  // a row

constexpr float kHighestNode = kBlockSide - 1;

// The nodes of one axis within reach of a place.
struct Range {
    int first;
    int last;

    HWY_INLINE Range(float place, float reach)
        : first(static_cast<int>(std::max(place - reach, -1.0f) + 1.0f)),
          last(static_cast<int>(std::min(place + reach, kHighestNode))) {}
};

// Where a blob is seen from the nodes of a block along each axis.
struct BlobAxes {
    alignas(64) float dx2[kBlockSide];
    alignas(64) float dy2[kBlockSide];
    alignas(64) float leftZ[kBlockSide];  // of the reach squared

    HWY_INLINE void set(float x, float y, float z, float reach2) {
        const Wide d;
        for (int k = 0; k < kBlockSide; k += kLanes) {
            const Floats node = hn::Iota(d, static_cast<float>(k));
            const Floats dx = hn::Sub(node, hn::Set(d, x));
            const Floats dy = hn::Sub(node, hn::Set(d, y));
            const Floats dz = hn::Sub(node, hn::Set(d, z));
            hn::Store(hn::Mul(dx, dx), d, dx2 + k);
            hn::Store(hn::Mul(dy, dy), d, dy2 + k);
            hn::Store(hn::Sub(hn::Set(d, reach2), hn::Mul(dz, dz)), d, leftZ + k);
        }
    }
};

// kFirst and kCount: the vectors of a row that the blob reaches. Rows in the corners of the square of y and z are out
// of reach and add nothing: leaving them out would cost more, in mispredicted ends of the loop over y.
template <int kFirst, int kCount>
HWY_INLINE void addBlob(const BlobAxes& axes, Range inY, Range inZ, float weight, float* HWY_RESTRICT nodes) {
    const Wide d;
    const Floats scale = hn::Set(d, weight);
    const Floats zero = hn::Zero(d);
    for (int z = inZ.first; z <= inZ.last; ++z) {
        Floats left[kCount];
        for (int k = 0; k < kCount; ++k) {
            left[k] = hn::Sub(hn::Set(d, axes.leftZ[z]), hn::Load(d, axes.dx2 + (kFirst + k) * kLanes));
        }
        float* row = nodes + (z * kBlockSide + inY.first) * kBlockSide + kFirst * kLanes;
        for (int y = inY.first; y <= inY.last; ++y, row += kBlockSide) {
            const Floats dy2 = hn::Set(d, axes.dy2[y]);
            for (int k = 0; k < kCount; ++k) {
                const Floats near = hn::Max(hn::Sub(left[k], dy2), zero);
                const Floats added = hn::Mul(hn::Mul(near, near), hn::Mul(near, scale));
                hn::Store(hn::Add(hn::Load(d, row + k * kLanes), added), d, row + k * kLanes);
            }
        }
    }
}

// Halves of the row as long as one of them is out of reach.
template <int kFirst, int kCount>
HWY_INLINE void addBlobOrPart(Range inX, const BlobAxes& axes, Range inY, Range inZ, float weight, float* nodes) {
    if constexpr (kCount > 1) {
        constexpr int kHalf = kCount / 2;
        constexpr int kMiddle = (kFirst + kHalf) * kLanes;
        if (inX.first >= kMiddle) return addBlobOrPart<kFirst + kHalf, kHalf>(inX, axes, inY, inZ, weight, nodes);
        if (inX.last < kMiddle) return addBlobOrPart<kFirst, kHalf>(inX, axes, inY, inZ, weight, nodes);
    }
    addBlob<kFirst, kCount>(axes, inY, inZ, weight, nodes);
}

void addBlobsWide(const Blob* blobs, size_t count, Vec3 origin, float reach, float* nodes) {
    const float reach2 = reach * reach;
    const float highest = kHighestNode + reach;
    BlobAxes axes;
    for (size_t k = 0; k < count; ++k) {
        const float x = blobs[k].x - origin.x;
        const float y = blobs[k].y - origin.y;
        const float z = blobs[k].z - origin.z;
        const bool isNear = x > -reach && x < highest && y > -reach && y < highest && z > -reach && z < highest;
        if (!isNear) continue;
        axes.set(x, y, z, reach2);
        addBlobOrPart<0, kVectors>({x, reach}, axes, {y, reach}, {z, reach}, blobs[k].weight, nodes);
    }
}

HWY_INLINE uint32_t insideBits(const float* row, Floats isoValue) {
    const Wide d;
    uint32_t bits = 0;
    for (int k = 0; k < kVectors; ++k) {
        uint8_t bytes[8] = {};
        hn::StoreMaskBits(d, hn::Gt(hn::LoadU(d, row + k * kLanes), isoValue), bytes);
        uint16_t part;
        std::memcpy(&part, bytes, sizeof part);
        bits |= static_cast<uint32_t>(part) << (k * kLanes);
    }
    return bits;
}

Filling findInsideWide(const BlockNodes& nodes, float isoValue, BlockBits& bits) {
    const Floats iso = hn::Set(Wide(), isoValue);
    uint32_t any = 0;
    uint32_t all = 0xffff;
    for (size_t row = 0; row < kBlockRows; ++row) {
        const uint32_t inside = insideBits(nodes.row(row % kBlockSide, row / kBlockSide), iso);
        bits.inside[row] = static_cast<uint16_t>(inside);
        any |= inside;
        all &= inside;
    }
    return any == 0 ? Filling::None : all == 0xffff ? Filling::All : Filling::Some;
}

// Rows of nodes with the first node of the block that follows along x as bit 16; and one more row and plane of those
// that follow along y and z.
constexpr size_t kWideSide = kBlockSide + 1;
struct WideRows {
    std::array<uint32_t, kWideSide * kWideSide> inside;

    [[nodiscard]] uint32_t at(size_t y, size_t z) const { return inside[y + kWideSide * z]; }
};

HWY_INLINE uint32_t insideOf(const BlockBits* bits, size_t row) {
    return bits != nullptr ? bits->inside[row] : 0;
}

void gatherRows(const BlockNeighborhood& blocks, WideRows& rows) {
    for (size_t z = 0; z < kWideSide; ++z) {
        for (size_t y = 0; y < kWideSide; ++y) {
            const size_t neighbor = (y / kBlockSide) << 1 | (z / kBlockSide) << 2;
            const size_t row = y % kBlockSide + kBlockSide * (z % kBlockSide);
            rows.inside[y + kWideSide * z] =
                insideOf(blocks.bits[neighbor], row) | (insideOf(blocks.bits[neighbor | 1], row) & 1) << kBlockSide;
        }
    }
}

// The cells of a row that the surface passes: those whose corners are not all alike.
HWY_INLINE uint32_t mixedCells(const WideRows& rows, size_t y, size_t z) {
    const uint32_t a = rows.at(y, z);
    const uint32_t b = rows.at(y + 1, z);
    const uint32_t c = rows.at(y, z + 1);
    const uint32_t d = rows.at(y + 1, z + 1);
    const uint32_t any = a | b | c | d;
    const uint32_t all = a & b & c & d;
    return (any | any >> 1) & ~(all & all >> 1) & 0xffff;
}

HWY_INLINE size_t caseOf(const WideRows& rows, size_t x, size_t y, size_t z) {
    const auto pair = [&](size_t atY, size_t atZ) { return rows.at(atY, atZ) >> x & 3; };
    return pair(y, z) | pair(y + 1, z) << 2 | pair(y, z + 1) << 4 | pair(y + 1, z + 1) << 6;
}

void countCutsWide(const BlockNeighborhood& blocks, BlockBits& bits) {
    const std::array<CellCase, 256>& cases = caseTable();
    WideRows rows;
    gatherRows(blocks, rows);
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    for (size_t row = 0; row < kBlockRows; ++row) {
        const size_t y = row % kBlockSide;
        const size_t z = row / kBlockSide;
        const uint32_t self = rows.at(y, z);
        const uint32_t others[3] = {self >> 1, rows.at(y + 1, z), rows.at(y, z + 1)};
        for (size_t axis = 0; axis < 3; ++axis) {
            const uint32_t cut = (self ^ others[axis]) & 0xffff;
            bits.cut[axis][row] = static_cast<uint16_t>(cut);
            bits.first[axis][row] = static_cast<uint16_t>(vertices);
            vertices += static_cast<uint32_t>(__builtin_popcount(cut));
        }
        for (uint32_t cells = mixedCells(rows, y, z); cells != 0; cells &= cells - 1) {
            triangles += cases[caseOf(rows, static_cast<size_t>(__builtin_ctz(cells)), y, z)].triangleCount;
        }
    }
    bits.vertexCount = vertices;
    bits.triangleCount = triangles;
}

// Where along its edge a vertex lies. A margin keeps apart the vertices of edges that meet in a node which lies just on
// the surface: no triangle without area.
HWY_INLINE float cutPlace(float a, float b, float isoValue) {
    return std::min(std::max((isoValue - a) / (b - a), kCutMargin), 1.0f - kCutMargin);
}

// A row of a block's nodes along x and the two that follow along y and z; past the block's end, those of its
// neighbours, and null where there are none.
struct RowEnds {
    const float* self;
    const float* beyond;  // the row that follows along x begins with the neighbour of the last node
    const float* alongY;
    const float* alongZ;

    [[nodiscard]] HWY_INLINE float end(size_t axis, size_t x) const {
        if (axis == 0) return x + 1 < kBlockSide ? self[x + 1] : beyond != nullptr ? *beyond : 0.0f;
        const float* const row = axis == 1 ? alongY : alongZ;
        return row != nullptr ? row[x] : 0.0f;
    }
};

HWY_INLINE RowEnds rowEnds(const std::array<BlockNodes, 8>& blocks, size_t y, size_t z) {
    const auto rowAt = [&](size_t atY, size_t atZ, size_t alongX) -> const float* {
        const BlockNodes& nodes = blocks[alongX | (atY / kBlockSide) << 1 | (atZ / kBlockSide) << 2];
        return nodes.nodes != nullptr ? nodes.row(atY % kBlockSide, atZ % kBlockSide) : nullptr;
    };
    return {rowAt(y, z, 0), rowAt(y, z, 1), rowAt(y + 1, z, 0), rowAt(y, z + 1, 0)};
}

// The value at a vertex, from the sums and fields at the ends of its edge. The ends count by their field, too: a node
// that hardly any particle reaches knows little.
HWY_INLINE float valueBetween(float sumA, float sumB, float fieldA, float fieldB, float t) {
    const float weight = (1.0f - t) * fieldA + t * fieldB;
    return ((1.0f - t) * sumA + t * sumB) / std::max(weight, 1e-20f);
}

// Calls visitRow(y, z) for every row that has vertices and then what that returns as visit(axis, x) for each of them,
// in the order of their numbers.
template <typename VisitRow>
HWY_INLINE void forEachVertex(const BlockBits& bits, const VisitRow& visitRow) {
    for (size_t row = 0; row < kBlockRows; ++row) {
        if ((bits.cut[0][row] | bits.cut[1][row] | bits.cut[2][row]) == 0) continue;
        auto visit = visitRow(row % kBlockSide, row / kBlockSide);
        for (size_t axis = 0; axis < 3; ++axis) {
            for (uint32_t cut = bits.cut[axis][row]; cut != 0; cut &= cut - 1) {
                visit(axis, static_cast<size_t>(__builtin_ctz(cut)));
            }
        }
    }
}

void emitVertices(const BlockNeighborhood& blocks, Vec3 origin, float cell, float isoValue, Vec3* position) {
    forEachVertex(*blocks.bits[0], [&](size_t y, size_t z) HWY_ATTR {
        const RowEnds field = rowEnds(blocks.nodes, y, z);
        const Vec3 start = origin + Vec3{0.0f, static_cast<float>(y), static_cast<float>(z)};
        return [=, &position](size_t axis, size_t x) HWY_ATTR {
            const float t = cutPlace(field.self[x], field.end(axis, x), isoValue);
            Vec3 place{start.x + static_cast<float>(x), start.y, start.z};
            (axis == 0 ? place.x : axis == 1 ? place.y : place.z) += t;
            *position++ = place * cell;
        };
    });
}

void emitValuesWide(const BlockNeighborhood& blocks, const std::array<BlockNodes, 8>& sums, float isoValue,
                    float* values) {
    forEachVertex(*blocks.bits[0], [&](size_t y, size_t z) HWY_ATTR {
        const RowEnds field = rowEnds(blocks.nodes, y, z);
        const RowEnds sum = rowEnds(sums, y, z);
        return [=, &values](size_t axis, size_t x) HWY_ATTR {
            const float a = field.self[x];
            const float b = field.end(axis, x);
            *values++ = valueBetween(sum.self[x], sum.end(axis, x), a, b, cutPlace(a, b, isoValue));
        };
    });
}

// The edges along one axis that begin in the nodes of one row: their vertices by number.
struct EdgeRow {
    uint32_t cut = 0;
    uint32_t first = 0;

    [[nodiscard]] HWY_INLINE uint32_t vertex(size_t x) const {
        return first + static_cast<uint32_t>(__builtin_popcount(cut & ((1u << x) - 1)));
    }
};

void emitTriangles(const BlockNeighborhood& blocks, const BlockOutput& output) {
    const std::array<CellCase, 256>& cases = caseTable();
    WideRows rows;
    gatherRows(blocks, rows);
    uint32_t* index = output.indices;
    // A neighbour that has no bits has no inside, yet its edges towards this block's nodes belong to this block: no
    // cell asks it for an edge.
    const auto edgeRow = [&](size_t axis, size_t y, size_t z, size_t alongX) -> EdgeRow {
        const size_t neighbor = alongX | (y / kBlockSide) << 1 | (z / kBlockSide) << 2;
        const BlockBits* const bits = blocks.bits[neighbor];
        if (bits == nullptr) return {};
        const size_t row = y % kBlockSide + kBlockSide * (z % kBlockSide);
        return {bits->cut[axis][row], output.firstVertex[neighbor] + bits->first[axis][row]};
    };
    for (size_t row = 0; row < kBlockRows; ++row) {
        const size_t y = row % kBlockSide;
        const size_t z = row / kBlockSide;
        uint32_t cells = mixedCells(rows, y, z);
        if (cells == 0) continue;
        // In the order of the case table: along x at (y, z), then along y at (x, z), then along z at (x, y).
        const EdgeRow alongX[4] = {edgeRow(0, y, z, 0), edgeRow(0, y + 1, z, 0), edgeRow(0, y, z + 1, 0),
                                   edgeRow(0, y + 1, z + 1, 0)};
        const EdgeRow alongY[2] = {edgeRow(1, y, z, 0), edgeRow(1, y, z + 1, 0)};
        const EdgeRow alongZ[2] = {edgeRow(2, y, z, 0), edgeRow(2, y + 1, z, 0)};
        for (; cells != 0; cells &= cells - 1) {
            const auto x = static_cast<size_t>(__builtin_ctz(cells));
            uint32_t vertices[kCellEdges];
            for (size_t k = 0; k < 4; ++k) vertices[k] = alongX[k].vertex(x);
            for (size_t k = 0; k < 2; ++k) {
                vertices[4 + 2 * k] = alongY[k].vertex(x);
                vertices[8 + 2 * k] = alongZ[k].vertex(x);
                const bool isLast = x + 1 == kBlockSide;
                vertices[5 + 2 * k] = isLast ? edgeRow(1, y, z + k, 1).vertex(0) : alongY[k].vertex(x + 1);
                vertices[9 + 2 * k] = isLast ? edgeRow(2, y + k, z, 1).vertex(0) : alongZ[k].vertex(x + 1);
            }
            const CellCase& cellCase = cases[caseOf(rows, x, y, z)];
            for (const uint8_t edge : cellCase.used()) *index++ = vertices[edge];
        }
    }
}

void emitMeshWide(const BlockNeighborhood& blocks, Vec3 origin, float cell, float isoValue, const BlockOutput& output) {
    if (blocks.bits[0]->vertexCount > 0) emitVertices(blocks, origin, cell, isoValue, output.positions);
    if (blocks.bits[0]->triangleCount > 0) emitTriangles(blocks, output);
}

}  // namespace HWY_NAMESPACE
}  // namespace meniscus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace meniscus {

HWY_EXPORT(addBlobsWide);
HWY_EXPORT(findInsideWide);
HWY_EXPORT(countCutsWide);
HWY_EXPORT(emitMeshWide);
HWY_EXPORT(emitValuesWide);

void addBlobs(const Blob* blobs, size_t count, Vec3 origin, float reach, float* nodes) {
    HWY_DYNAMIC_DISPATCH(addBlobsWide)(blobs, count, origin, reach, nodes);
}

Filling findInside(const BlockNodes& nodes, float isoValue, BlockBits& bits) {
    return HWY_DYNAMIC_DISPATCH(findInsideWide)(nodes, isoValue, bits);
}

void countCuts(const BlockNeighborhood& blocks, BlockBits& bits) {
    HWY_DYNAMIC_DISPATCH(countCutsWide)(blocks, bits);
}

void emitMesh(const BlockNeighborhood& blocks, Vec3 origin, float cell, float isoValue, const BlockOutput& output) {
    HWY_DYNAMIC_DISPATCH(emitMeshWide)(blocks, origin, cell, isoValue, output);
}

void emitValues(const BlockNeighborhood& blocks, const std::array<BlockNodes, 8>& sums, float isoValue, float* values) {
    HWY_DYNAMIC_DISPATCH(emitValuesWide)(blocks, sums, isoValue, values);
}

}  // namespace meniscus
#endif
