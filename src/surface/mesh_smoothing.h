// Smoothing and normals of a closed mesh. Every vertex gathers from the triangles around it, so that threads never
// meet.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "meniscus/core/parallel.h"
#include "meniscus/core/triangle_mesh.h"

namespace meniscus {

class MeshSmoothing {
  public:
    // Takes over the triangles; the mesh must be closed.
    void setMesh(const TriangleMesh& mesh);
    // Moves every vertex towards the mean of its neighbours and a little back again, which evens out bumps and keeps
    // the volume (Taubin 1995).
    void smooth(TriangleMesh& mesh, int passes, Threads& threads);
    void findNormals(TriangleMesh& mesh, Threads& threads) const;

  private:
    void moveTowardsNeighbors(const std::vector<Vec3>& from, std::vector<Vec3>& to, float share,
                              Threads& threads) const;

    // The triangles around vertex k: entries starts[k] to starts[k + 1] hold their two other corners. Going around a
    // closed mesh, the first ones are just its neighbours.
    std::vector<uint32_t> starts_;
    std::vector<std::array<uint32_t, 2>> corners_;
    std::vector<Vec3> moved_;
};

}  // namespace meniscus
