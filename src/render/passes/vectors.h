// Velocities as arrows, over any view.
#pragma once

#include "render/fluid_buffers.h"
#include "render/gl/program.h"

namespace meniscus {

class VectorPass {
  public:
    VectorPass();
    void draw(const FluidBuffers& fluid, float radius, float seconds);

  private:
    Program program_;
    VertexArray array_;
};

}  // namespace meniscus
