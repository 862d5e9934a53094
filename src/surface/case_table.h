// The 256 cases of marching cubes: which triangles cut a cell whose corners are inside or outside.
//
// Corner c of a cell lies at x = c & 1, y = c >> 1 & 1, z = c >> 2 & 1. Edge e runs along axis e / 4 (x, y, z); its two
// other coordinates are the two low bits of e, in the order of the axes. A case has bit c set when corner c is inside.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace meniscus {

inline constexpr int kCellCorners = 8;
inline constexpr int kCellEdges = 12;
inline constexpr int kMaxTriangles = 5;
// How near a vertex may come to an end of its edge, in cells.
inline constexpr float kCutMargin = 0.01f;

// The two corners of an edge: the lower one, then the upper one.
[[nodiscard]] constexpr std::array<int, 2> cornersOfEdge(int edge) {
    const int axis = edge / 4;
    const int first = edge & 1;
    const int second = (edge >> 1) & 1;
    const int lower = axis == 0 ? first << 1 | second << 2 : axis == 1 ? first | second << 2 : first | second << 1;
    return {lower, lower | 1 << axis};
}

struct CellCase {
    uint8_t triangleCount = 0;
    std::array<uint8_t, 3 * kMaxTriangles> edges{};  // three a triangle, counter-clockwise seen from outside

    [[nodiscard]] std::span<const uint8_t> used() const { return {edges.data(), size_t{3} * triangleCount}; }
};

// Generated from the rule in case_table.cpp.
[[nodiscard]] const std::array<CellCase, 256>& caseTable();

}  // namespace meniscus
