// The rule: on each face of the cell, a line leads from each edge where one comes in to the next edge where one goes
// out, walking around the face. Where two opposite corners of a face are inside, this keeps them apart, and the cell on
// the other side of the face finds the same lines. The lines of all faces join to closed loops; each loop is cut into
// triangles by diagonals within the cell. A diagonal that lies on a face could be met by one of the neighbour's, and
// then an edge would have four triangles: such diagonals are not used.
#include "surface/case_table.h"

#include <cassert>
#include <vector>

namespace meniscus {

namespace {

using Loop = std::vector<int>;  // edges

// Corners of the face on the given side of an axis, walking counter-clockwise seen from outside the cell.
std::array<int, 4> faceCorners(int axis, bool isUpper) {
    const int u = 1 << (axis + 1) % 3;
    const int v = 1 << (axis + 2) % 3;
    const int base = isUpper ? 1 << axis : 0;
    return isUpper ? std::array{base, base | u, base | u | v, base | v}
                   : std::array{base, base | v, base | u | v, base | u};
}

int edgeBetween(int a, int b) {
    for (int edge = 0; edge < kCellEdges; ++edge) {
        const std::array<int, 2> ends = cornersOfEdge(edge);
        if ((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a)) return edge;
    }
    assert(false);
    return -1;
}

bool isOnFace(int edge, int axis, bool isUpper) {
    const std::array<int, 2> ends = cornersOfEdge(edge);
    const int wanted = isUpper ? 1 : 0;
    return (ends[0] >> axis & 1) == wanted && (ends[1] >> axis & 1) == wanted;
}

bool shareFace(int edgeA, int edgeB) {
    for (int axis = 0; axis < 3; ++axis) {
        for (const bool isUpper : {false, true}) {
            if (isOnFace(edgeA, axis, isUpper) && isOnFace(edgeB, axis, isUpper)) return true;
        }
    }
    return false;
}

// For each edge that the surface cuts, the edge to which the line on one of its faces leads; -1 for others.
std::array<int, kCellEdges> linesOf(int cellCase) {
    std::array<int, kCellEdges> next;
    next.fill(-1);
    const auto isInside = [&](int corner) { return (cellCase >> corner & 1) != 0; };
    for (int axis = 0; axis < 3; ++axis) {
        for (const bool isUpper : {false, true}) {
            const std::array<int, 4> corners = faceCorners(axis, isUpper);
            for (size_t k = 0; k < 4; ++k) {
                if (isInside(corners[k]) || !isInside(corners[(k + 1) % 4])) continue;  // not coming in here
                size_t out = k + 1;
                while (isInside(corners[(out + 1) % 4])) ++out;
                next[static_cast<size_t>(edgeBetween(corners[k], corners[(k + 1) % 4]))] =
                    edgeBetween(corners[out % 4], corners[(out + 1) % 4]);
            }
        }
    }
    return next;
}

// Cuts the part of the loop from first to last, which are joined already, into triangles; false when that is impossible
// without a diagonal on a face.
bool cutLoop(const Loop& loop, size_t first, size_t last, std::vector<int>& triangles) {
    if (last - first < 2) return true;
    const auto canJoin = [&](size_t a, size_t b) {
        return b == a + 1 || (a == 0 && b + 1 == loop.size()) || !shareFace(loop[a], loop[b]);
    };
    for (size_t middle = first + 1; middle < last; ++middle) {
        if (!canJoin(first, middle) || !canJoin(middle, last)) continue;
        const size_t before = triangles.size();
        triangles.insert(triangles.end(), {loop[first], loop[middle], loop[last]});
        if (cutLoop(loop, first, middle, triangles) && cutLoop(loop, middle, last, triangles)) return true;
        triangles.resize(before);
    }
    return false;
}

CellCase makeCase(int cellCase) {
    std::array<int, kCellEdges> next = linesOf(cellCase);
    std::vector<int> triangles;
    for (size_t start = 0; start < kCellEdges; ++start) {
        Loop loop;
        for (size_t edge = start; next[edge] >= 0;) {
            loop.push_back(static_cast<int>(edge));
            const auto following = static_cast<size_t>(next[edge]);
            next[edge] = -1;
            edge = following;
        }
        if (loop.empty()) continue;
        [[maybe_unused]] const bool isCut = cutLoop(loop, 0, loop.size() - 1, triangles);
        assert(isCut);
    }
    CellCase made;
    assert(triangles.size() <= made.edges.size());
    made.triangleCount = static_cast<uint8_t>(triangles.size() / 3);
    for (size_t k = 0; k < triangles.size(); ++k) made.edges[k] = static_cast<uint8_t>(triangles[k]);
    return made;
}

std::array<CellCase, 256> makeTable() {
    std::array<CellCase, 256> table;
    for (size_t k = 0; k < table.size(); ++k) table[k] = makeCase(static_cast<int>(k));
    return table;
}

}  // namespace

const std::array<CellCase, 256>& caseTable() {
    static const std::array<CellCase, 256> kTable = makeTable();
    return kTable;
}

}  // namespace meniscus
