// The surface of the fluid as triangles ([MCG03] 4.2): marching cubes of the colour field on a grid fixed in space.
//
//     c(x) = sum over particles of V W(x - x_j, h),   V = m / rho0,   W poly6
//
// is 1 within the fluid and 0 outside; the surface lies where it passes the iso value. Lone particles do not reach that
// value anywhere: they become balls of their own volume.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "meniscus/core/triangle_mesh.h"
#include "meniscus/solid/shape.h"
#include "meniscus/sph/fluid_particles.h"

namespace meniscus {

enum class SurfaceNormals {
    Mesh,   // of the smoothed triangles
    Field,  // gradient of the colour field
};

struct SurfaceSettings {
    float cellSize = 0.0f;     // in particle radii (half spacings), kMinCellSize to kMaxCellSize; 0: automatic
    float isoValue = 0.0f;     // kMinIso to kMaxIso; 0: automatic, the one that keeps the volume
    int smoothingPasses = 10;  // 0 to kMaxSmoothing
    SurfaceNormals normals = SurfaceNormals::Mesh;
    bool keepsDroplets = true;  // lone particles as balls
    bool hugsWalls = true;      // flat where it touches a wall, if walls are known

    static constexpr float kMinCellSize = 0.4f;
    static constexpr float kMaxCellSize = 3.0f;
    static constexpr float kMinIso = 0.2f;
    static constexpr float kMaxIso = 0.9f;
    static constexpr int kMaxSmoothing = 50;

    friend bool operator==(const SurfaceSettings&, const SurfaceSettings&) = default;
};

// What automatic stands for.
[[nodiscard]] float cellSizeOf(const SurfaceSettings& settings);  // particle radii
[[nodiscard]] float isoValueOf(const SurfaceSettings& settings);

struct SurfaceMesh {
    TriangleMesh triangles;     // closed; the balls of droplets come last
    std::vector<float> values;  // one a vertex, smoothed over the particles around it; empty when none were given
    size_t dropletCount = 0;
    float cellSize = 0.0f;  // m
    float isoValue = 0.0f;
};

class SurfaceMesher {
  public:
    explicit SurfaceMesher(int threads);  // 0: as many as the machine has cores
    ~SurfaceMesher();
    SurfaceMesher(const SurfaceMesher&) = delete;
    SurfaceMesher& operator=(const SurfaceMesher&) = delete;

    // Replaces mesh. values: one a particle (of any quantity), or empty. walls may be null. The result is the same to
    // the last bit for any number of threads. Arrays are kept between calls: use one mesher for many frames.
    void build(const FluidParticles& fluid, const SurfaceSettings& settings, std::span<const float> values,
               const Shape* walls, SurfaceMesh& mesh);

    // Of the mesh that was built last: the kind (such as a fluid's number) of which there is most around each vertex.
    // kinds: one a particle.
    void findKinds(std::span<const uint8_t> kinds, std::vector<float>& values);

    // Where the time of the last build went, s.
    struct Seconds {
        double field = 0.0;
        double triangles = 0.0;
        double finish = 0.0;  // smoothing, normals, values, walls, droplets
    };
    [[nodiscard]] Seconds seconds() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace meniscus
