// Triangles of solids, for drawing. Collisions never use them.
#pragma once

#include <cstdint>
#include <vector>

#include "meniscus/core/vec3.h"

namespace meniscus {

struct TriangleMesh {
    std::vector<Vec3> positions;    // m
    std::vector<Vec3> normals;      // unit length, pointing out of solid matter; as many as positions
    std::vector<uint32_t> indices;  // three a triangle, counter-clockwise seen from the side the normals point to
};

// A vessel of glass in the shape of a box, open at the top: inside is free, walls and floor are thickness thick around
// it. Rims and edges are closed, so that it has a visible thickness.
void addOpenBox(TriangleMesh& mesh, Bounds inside, float thickness);

}  // namespace meniscus
