// Draws the glows of flames.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "meniscus/look/flames.h"
#include "render/gl/buffer.h"
#include "render/gl/program.h"

namespace meniscus {

class FlamePass {
  public:
    FlamePass();

    // chosen: numbers of the particles that are flames. Plain, or by fluid, they have the colours of fire.
    void update(const Frame& frame, std::span<const uint32_t> chosen, ColourBy colourBy, ValueRange range);
    // Over the fluid, and fainter through it. asSparks: small, each for itself.
    void draw(bool asSparks);

  private:
    Program program_;
    Buffer buffer_;
    VertexArray array_;
    std::vector<Glow> glows_;
};

}  // namespace meniscus
