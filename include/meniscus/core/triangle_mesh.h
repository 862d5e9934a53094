// Triangles with shared vertices: solids and fluid surfaces alike, for drawing and for files.
#pragma once

#include <cstdint>
#include <vector>

#include "meniscus/core/vec3.h"

namespace meniscus {

struct TriangleMesh {
    std::vector<Vec3> positions;    // m
    std::vector<Vec3> normals;      // unit length, pointing out of the matter; as many as positions
    std::vector<uint32_t> indices;  // three a triangle, counter-clockwise seen from the side the normals point to
};

}  // namespace meniscus
