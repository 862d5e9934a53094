#include "meniscus/surface/surface_mesher.h"

#include "meniscus/surface/surface_particles.h"
#include "surface/balls.h"

namespace meniscus {

float cellSizeOf(const SurfaceSettings& settings) {
    return settings.cellSize > 0.0f ? settings.cellSize : 1.0f;
}
float isoValueOf(const SurfaceSettings& settings) {
    return settings.isoValue > 0.0f ? settings.isoValue : 0.6f;
}

struct SurfaceMesher::Impl {
    Seconds seconds;
};

SurfaceMesher::SurfaceMesher(int) : impl_(std::make_unique<Impl>()) {}
SurfaceMesher::~SurfaceMesher() = default;
SurfaceMesher::Seconds SurfaceMesher::seconds() const {
    return impl_->seconds;
}

// For the time being: every particle as a ball.
void SurfaceMesher::build(const FluidParticles& fluid, const SurfaceSettings& settings, std::span<const float> values,
                          const Shape*, SurfaceMesh& mesh) {
    const size_t count = fluid.x.size();
    mesh.triangles.positions.resize(count * kBallVertices);
    mesh.triangles.normals.resize(count * kBallVertices);
    mesh.triangles.indices.resize(count * kBallTriangles * 3);
    mesh.values.clear();
    for (size_t i = 0; i < count; ++i) {
        placeBall(mesh.triangles, i * kBallVertices, i * kBallTriangles, fluid.x[i], kDropletRadius * fluid.spacing);
        if (!values.empty()) mesh.values.insert(mesh.values.end(), kBallVertices, values[i]);
    }
    mesh.dropletCount = count;
    mesh.cellSize = 0.5f * cellSizeOf(settings) * fluid.spacing;
    mesh.isoValue = isoValueOf(settings);
}

}  // namespace meniscus
