// The shadow of fluid and glass on the floor, over the background.
#pragma once

#include "render/gl/buffer.h"
#include "render/gl/program.h"
#include "render/passes/light_field.h"

namespace meniscus {

class ShadowPass {
  public:
    ShadowPass();
    void draw(const LightField& light);

  private:
    Program program_;
    VertexArray none_;
};

}  // namespace meniscus
