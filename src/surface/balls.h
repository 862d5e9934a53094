// Balls of triangles, for droplets.
#pragma once

#include "meniscus/core/triangle_mesh.h"

namespace meniscus {

inline constexpr size_t kBallVertices = 42;
inline constexpr size_t kBallTriangles = 80;

// Puts a ball at the given places of the arrays, which have room: its vertices from firstVertex on, its triangles from
// firstTriangle on. The triangles enclose the volume of a sphere of the given radius.
void placeBall(TriangleMesh& mesh, size_t firstVertex, size_t firstTriangle, Vec3 centre, float radius);

}  // namespace meniscus
