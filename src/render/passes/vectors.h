// Velocities as arrows, over any view: one for each cell of a grid on the screen, of the particle in front there.
#pragma once

#include "meniscus/render/renderer.h"
#include "render/fluid_buffers.h"
#include "render/gl/program.h"

namespace meniscus {

class VectorPass {
  public:
    VectorPass();
    // Which particles have an arrow, of those that are seen.
    void update(const Frame& frame, const Camera& camera, const FluidBuffers& fluid);
    // diameter of the particles in m; seconds: arrows are as long as the way in this time.
    void draw(const FluidBuffers& fluid, float diameter, float seconds, PictureSize size);

  private:
    struct Arrow {
        Vec3 x;
        float value = 0.0f;
        Vec3 v;
    };
    struct Front {
        float score = 0.0f;
        size_t k = 0;  // in the order of the fluid's buffers
        bool isTaken = false;
    };

    Program program_;
    Buffer buffer_;
    VertexArray array_;
    std::vector<Front> cells_;
    std::vector<Arrow> arrows_;
};

}  // namespace meniscus
