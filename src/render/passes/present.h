// The last pass: the picture to the target, at its size.
#pragma once

#include "render/gl/buffer.h"
#include "render/gl/framebuffer.h"
#include "render/gl/program.h"

namespace meniscus {

class PresentPass {
  public:
    PresentPass();
    void draw(const Framebuffer& picture, unsigned framebuffer, PictureSize size);

  private:
    Program program_;
    VertexArray none_;
};

}  // namespace meniscus
