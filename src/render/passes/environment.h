// Draws the world around the fluid: backdrop and floor in full light.
#pragma once

#include "meniscus/look/view.h"
#include "render/gl/buffer.h"
#include "render/gl/program.h"
#include "render/scene_block.h"

namespace meniscus {

class EnvironmentPass {
  public:
    EnvironmentPass();

    // Light, backdrop and floor of the scene block.
    void describe(SceneBlock& block, Background background, const Scenery& scenery) const;
    // Fills the whole picture. Depends on nothing that moves: the renderer keeps it until the camera turns.
    void draw(const Camera& camera, PictureSize size, bool hasFloor);

  private:
    Program sky_;
    Program floor_;
    VertexArray none_;  // the triangle's corners come from their number
};

}  // namespace meniscus
