#include "render/passes/sharp_edges.h"

#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace meniscus {

namespace {

constexpr float kSameDirection = 0.77f;  // cosine
constexpr float kGrid = 1e5f;            // vertices nearer than 10 micrometres are one

using Corner = std::array<long, 3>;

Corner cornerOf(Vec3 p) {
    return {std::lround(p.x * kGrid), std::lround(p.y * kGrid), std::lround(p.z * kGrid)};
}

struct EdgeUse {
    Edge edge;
    Vec3 firstNormal;
    int faceCount = 0;
    bool isSharp = false;
};

}  // namespace

std::vector<Edge> sharpEdges(const TriangleMesh& mesh) {
    std::map<std::pair<Corner, Corner>, EdgeUse> uses;
    for (size_t k = 0; k + 2 < mesh.indices.size(); k += 3) {
        const std::array<Vec3, 3> p{mesh.positions[mesh.indices[k]], mesh.positions[mesh.indices[k + 1]],
                                    mesh.positions[mesh.indices[k + 2]]};
        const Vec3 normal = normalizedOr(cross(p[1] - p[0], p[2] - p[0]), {});
        for (size_t side = 0; side < 3; ++side) {
            const Vec3 begin = p[side];
            const Vec3 end = p[(side + 1) % 3];
            const Corner a = cornerOf(begin);
            const Corner b = cornerOf(end);
            EdgeUse& use = uses[a < b ? std::pair(a, b) : std::pair(b, a)];
            if (use.faceCount++ == 0) {
                use.edge = {begin, end};
                use.firstNormal = normal;
            } else if (dot(use.firstNormal, normal) < kSameDirection) {
                use.isSharp = true;
            }
        }
    }
    std::vector<Edge> edges;
    for (const auto& [corners, use] : uses) {
        if (use.isSharp) edges.push_back(use.edge);
    }
    return edges;
}

}  // namespace meniscus
