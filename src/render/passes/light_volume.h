// How much sun and sky reach each place in the fluid, on a coarse grid around it. Views look it up
// (shaders/light.glsl), so that particles shade each other softly without any shadow map.
#pragma once

#include <cstdint>
#include <vector>

#include "meniscus/look/fill_grid.h"
#include "render/gl/texture.h"
#include "render/scene_block.h"

namespace meniscus {

class LightVolume {
  public:
    void update(const Frame& frame);
    // Members of the scene block.
    void describe(SceneBlock& block) const;
    void bind() const;

  private:
    VolumeTexture texture_;
    FillGrid grid_;
    std::vector<float> sunDepth_;  // metres of fluid on the way to the sun
    std::vector<float> skyDepth_;  // straight up
    std::vector<uint8_t> texels_;
};

}  // namespace meniscus
