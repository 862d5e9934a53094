// The brush of the mouse in the water: a ring where it is, faint where water hides it.
#pragma once

#include "meniscus/render/renderer.h"
#include "render/gl/buffer.h"
#include "render/gl/program.h"

namespace meniscus {

class BrushPass {
  public:
    BrushPass();
    void draw(const BrushMark& brush);

  private:
    Program program_;
    VertexArray none_;
};

}  // namespace meniscus
