// The edges of a mesh that one would feel with a finger.
#pragma once

#include <vector>

#include "meniscus/solid/mesh.h"

namespace meniscus {

struct Edge {
    Vec3 begin;
    Vec3 end;
};

// Edges where two faces meet at more than about 40 degrees.
[[nodiscard]] std::vector<Edge> sharpEdges(const TriangleMesh& mesh);

}  // namespace meniscus
