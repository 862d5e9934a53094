// What a closed surface must be, counted edge by edge.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "meniscus/core/triangle_mesh.h"

namespace meniscus {

struct MeshCheck {
    size_t openEdges = 0;       // half-edges without the one in the other direction
    size_t duplicateEdges = 0;  // half-edges that occur more than once
    size_t degenerate = 0;      // triangles without area, or with a corner twice
    size_t unusedVertices = 0;  // that no triangle has
    size_t components = 0;      // parts that hang together
    double volume = 0.0;        // m^3, positive when triangles look outward

    [[nodiscard]] bool isClosed() const {
        return openEdges == 0 && duplicateEdges == 0 && degenerate == 0 && unusedVertices == 0;
    }
};

inline double volumeOf(const TriangleMesh& mesh) {
    double volume = 0.0;
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
        const Vec3 a = mesh.positions[mesh.indices[k]];
        const Vec3 b = mesh.positions[mesh.indices[k + 1]];
        const Vec3 c = mesh.positions[mesh.indices[k + 2]];
        volume += static_cast<double>(dot(a, cross(b, c))) / 6.0;
    }
    return volume;
}

inline size_t countDegenerate(const TriangleMesh& mesh) {
    size_t count = 0;
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
        const Vec3 a = mesh.positions[mesh.indices[k]];
        const Vec3 normal = cross(mesh.positions[mesh.indices[k + 1]] - a, mesh.positions[mesh.indices[k + 2]] - a);
        if (!(length(normal) > 0.0f)) ++count;  // also when it is no number
    }
    return count;
}

// The part of each vertex: the lowest number of a vertex that it hangs together with.
inline std::vector<uint32_t> partsOf(const TriangleMesh& mesh) {
    std::vector<uint32_t> parent(mesh.positions.size());
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](uint32_t v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
        for (const size_t other : {k + 1, k + 2}) {
            const uint32_t a = root(mesh.indices[k]);
            const uint32_t b = root(mesh.indices[other]);
            parent[std::max(a, b)] = std::min(a, b);
        }
    }
    for (uint32_t v = 0; v < parent.size(); ++v) parent[v] = root(v);
    return parent;
}

inline MeshCheck checkMesh(const TriangleMesh& mesh) {
    MeshCheck check;
    std::vector<uint64_t> edges;
    std::vector<bool> isUsed(mesh.positions.size(), false);
    for (size_t k = 0; k < mesh.indices.size(); k += 3) {
        for (size_t corner = 0; corner < 3; ++corner) {
            const uint64_t from = mesh.indices[k + corner];
            const uint64_t to = mesh.indices[k + (corner + 1) % 3];
            edges.push_back(from << 32 | to);
            isUsed[from] = true;
        }
    }
    std::ranges::sort(edges);
    for (size_t k = 0; k < edges.size(); ++k) {
        if (k > 0 && edges[k] == edges[k - 1]) ++check.duplicateEdges;
        const uint64_t back = edges[k] << 32 | edges[k] >> 32;
        if (!std::ranges::binary_search(edges, back)) ++check.openEdges;
    }
    check.degenerate = countDegenerate(mesh);
    check.unusedVertices = static_cast<size_t>(std::ranges::count(isUsed, false));
    const std::vector<uint32_t> parts = partsOf(mesh);
    for (uint32_t v = 0; v < parts.size(); ++v) check.components += parts[v] == v ? 1 : 0;
    check.volume = volumeOf(mesh);
    return check;
}

}  // namespace meniscus
