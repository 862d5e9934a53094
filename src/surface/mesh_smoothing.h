// Smoothing and normals of a closed mesh. Every vertex gathers from the triangles around it, so that threads never
// meet.
#pragma once

#include <cstdint>
#include <vector>

#include "meniscus/core/parallel.h"
#include "meniscus/core/triangle_mesh.h"

namespace meniscus {

class MeshSmoothing {
  public:
    // Takes over the triangles; the mesh must be closed.
    void setMesh(const TriangleMesh& mesh);
    // Evens out bumps and keeps the volume. No vertex moves farther than the given way (m).
    void smooth(TriangleMesh& mesh, int passes, float farthest, Threads& threads);
    void findNormals(TriangleMesh& mesh, Threads& threads) const;

  private:
    // The volume (m^3) and middle of a part of the mesh that hangs together.
    struct Part {
        uint32_t vertices = 0;
        double volume = 0.0;
        Vec3 middle;
    };

    // Four numbers, of which three are used: one load, one addition.
    struct alignas(16) Vec4 {
        float x = 0.0f;
        float y = 0.0f;
        float z = 0.0f;
        float unused = 0.0f;
    };

    void moveTowardsNeighbors(std::vector<Vec4>& values, int passes, Threads& threads);
    void findSmallParts(const TriangleMesh& mesh);
    template <typename Places>
    void measureParts(const TriangleMesh& mesh, const Places& place, std::vector<Part>& parts) const;
    // Into mesh, which still holds the vertices as they were.
    void takeOver(TriangleMesh& mesh, float farthest);

    // The triangles around vertex k: entries starts[k] to starts[k + 1] hold their two other corners. Going around a
    // vertex of a closed mesh, the first ones are just its neighbours.
    std::vector<uint32_t> starts_;
    std::vector<uint32_t> neighbors_;
    std::vector<uint32_t> others_;
    std::vector<Vec4> smoothed_;
    std::vector<Vec4> lost_;
    std::vector<Vec4> moved_;

    std::vector<uint32_t> partOf_;          // of each vertex: small parts by their number, all others as kLarge
    std::vector<uint32_t> smallTriangles_;  // first entries among the mesh's indices
    std::vector<uint32_t> toVisit_;
    std::vector<Part> before_;
    std::vector<Part> after_;
};

}  // namespace meniscus
