// Marching cubes as [MCG03] 4.2 describes it: from the cells at the particles along the surface, with a hash table of
// the cells that were visited. Far slower than the block mesher, and written to be plainly right: tests compare the
// two.
//
// Two corrections to what is printed. The surface lies up to h outside of the particles, so on a fine grid the cells
// that hold particles are not cut at all: the search goes from each particle outward to the first cut cell. And a
// particle in a thin sheet has no gradient to follow: it searches along all axes.
#pragma once

#include "meniscus/core/triangle_mesh.h"
#include "surface/colour_field.h"

namespace meniscus {

// Positions and triangles; normals are left alone.
void meshByTraversal(const ColourField& field, TriangleMesh& mesh);

}  // namespace meniscus
