// Pictures of a world, all in one thread. Needs a current OpenGL context.
#pragma once

#include "meniscus/io/image.h"
#include "meniscus/render/fluid_surfaces.h"
#include "meniscus/render/renderer.h"
#include "meniscus/world/world.h"

namespace meniscus {

class OffscreenPainter {
  public:
    // Walls may be null. Threads are for meshing.
    OffscreenPainter(const Scenery& scenery, ShapePtr walls, int threads);

    // As the world is now. What of the request comes from the world is filled in.
    [[nodiscard]] Image draw(const World& world, DrawRequest request);

  private:
    Renderer renderer_;
    ShapePtr walls_;
    SurfaceBuilder builder_;
    Frame frame_;
    FluidSurfaces surfaces_;
    uint64_t serial_ = 0;
};

}  // namespace meniscus
