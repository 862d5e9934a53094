// Flames: every particle a soft glow, all of which add up. They have no surface and cast no shadow.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "meniscus/look/colour_scale.h"
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
    struct Glow {
        Vec3 x;
        float radius = 0.0f;  // m
        Rgb light;
        float cover = 0.0f;  // of what is behind it, 0 to 1
    };

    Program program_;
    Buffer buffer_;
    VertexArray array_;
    std::vector<Glow> glows_;
};

}  // namespace meniscus
