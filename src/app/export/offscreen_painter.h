// Pictures of a world, all in one thread. Needs a current OpenGL context.
#pragma once

#include "meniscus/io/image.h"
#include "meniscus/look/look_builder.h"
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
    LookBuilder builder_;
    Frame frame_;
};

}  // namespace meniscus
