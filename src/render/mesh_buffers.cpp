#include "render/mesh_buffers.h"

namespace meniscus {

MeshBuffers::MeshBuffers() {
    array_.attribute(positions_, {.location = 0, .components = 3, .stride = sizeof(Vec3)});
    array_.attribute(normals_, {.location = 1, .components = 3, .stride = sizeof(Vec3)});
    array_.attribute(values_, {.location = 2, .components = 1, .stride = sizeof(float)});
    array_.indices(indices_);
}

void MeshBuffers::upload(const SurfaceMesh& mesh) {
    positions_.upload<Vec3>(mesh.triangles.positions);
    normals_.upload<Vec3>(mesh.triangles.normals);
    indices_.upload<uint32_t>(mesh.triangles.indices);
    indexCount_ = mesh.triangles.indices.size();
    noValues_.assign(mesh.values.empty() ? mesh.triangles.positions.size() : 0, 0.0f);
    values_.upload<float>(mesh.values.empty() ? noValues_ : mesh.values);
}

}  // namespace meniscus
