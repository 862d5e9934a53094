// The shadow of fluid and glass on the floor: coloured and soft, with the light that water gathers in it.
//
// It is small and smooth, and is made on the processor: spreading 50,000 particles over a grid of 256 x 256 would cost
// a software renderer many times as much by drawing them, and a graphics card does not mind an upload of 500 kB.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl/buffer.h"
#include "render/gl/program.h"
#include "render/gl/texture.h"
#include "render/passes/floor_grid.h"
#include "render/scene_block.h"

namespace meniscus {

class ShadowPass {
  public:
    ShadowPass();

    void setScenery(const Scenery& scenery);
    // For another frame or scenery.
    void update(const Frame& frame);
    // Its members of the scene block. Clear water lets light through, and what it bends away comes down elsewhere.
    void describe(SceneBlock& block, bool isClear) const;
    // Darkens the background that has been drawn.
    void draw();

  private:
    void spreadGlass(const TriangleMesh& mesh);
    void spreadFluid(const Frame& frame, float size);
    void upload(float size);

    Program program_;
    VertexArray none_;
    Texture texture_;

    // The floor that the texture covers.
    float lowerX_ = 0.0f;
    float lowerZ_ = 0.0f;
    float side_ = 1.0f;
    float floorHeight_ = 0.0f;
    // The corners of what has shadow in the texture, lower and upper, 0 to 1.
    glm::vec4 part_{0.0f, 0.0f, 0.0f, 0.0f};

    FloorGrid glass_;    // stands still
    FloorGrid fluid_;    // close to the floor, sharp; in the end all of it
    FloorGrid high_;     // fluid high above the floor, soft
    FloorGrid contact_;  // straight down
    std::vector<float> scratch_;
    std::vector<uint16_t> texels_;
};

}  // namespace meniscus
