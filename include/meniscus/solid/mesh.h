// Meshes of solids, for drawing. Collisions never use them.
#pragma once

#include "meniscus/core/triangle_mesh.h"

namespace meniscus {

// A vessel of glass in the shape of a box, open at the top: inside is free, walls and floor are thickness thick around
// it. Rims and edges are closed, so that it has a visible thickness.
void addOpenBox(TriangleMesh& mesh, Bounds inside, float thickness);

}  // namespace meniscus
