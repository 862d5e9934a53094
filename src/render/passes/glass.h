// Containers as clear glass: far sides before the fluid, near sides after it, and bright edges.
#pragma once

#include "meniscus/render/renderer.h"
#include "render/gl/buffer.h"
#include "render/gl/program.h"

namespace meniscus {

class GlassPass {
  public:
    GlassPass();

    void setScenery(const Scenery& scenery);
    void drawFarSides();
    void drawNearSides();
    void drawEdges(PictureSize size);

  private:
    void draw(float strength);

    Program program_;
    Buffer positions_;
    Buffer normals_;
    Buffer looks_;
    Buffer indices_;
    VertexArray array_;
    size_t indexCount_ = 0;

    Program edgeProgram_;
    Buffer edges_;
    VertexArray edgeArray_;
    size_t edgeCount_ = 0;
};

}  // namespace meniscus
