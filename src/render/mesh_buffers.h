// A mesh on the graphics card: position, normal and value at the locations 0 to 2.
#pragma once

#include <vector>

#include "meniscus/surface/surface_mesher.h"
#include "render/gl/buffer.h"

namespace meniscus {

class MeshBuffers {
  public:
    MeshBuffers();

    void upload(const SurfaceMesh& mesh);
    void draw() const { array_.drawIndexedTriangles(indexCount_); }

  private:
    Buffer positions_;
    Buffer normals_;
    Buffer values_;
    Buffer indices_;
    VertexArray array_;
    size_t indexCount_ = 0;
    std::vector<float> noValues_;
};

}  // namespace meniscus
