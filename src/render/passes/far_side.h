// Where one looks out of the fluid again, and with what slope: a small and smooth map over the part of the picture in
// which fluid is. Made of all particles on the processor, as the shadow is.
#pragma once

#include <vector>

#include "render/gl/texture.h"
#include "render/passes/water.h"

namespace meniscus {

class FarSideMap {
  public:
    void update(const Frame& frame, const Camera& camera, PictureSize size, const FluidExtent& extent);
    [[nodiscard]] const Texture& texture() const { return texture_; }

  private:
    // Fluid along the ray through a cell.
    struct Column {
        float thickness = 0.0f;  // m
        float moment = 0.0f;     // thickness times mean depth, m^2
    };

    void layOut(const Frame& frame, const Camera& camera, PictureSize size, const FluidExtent& extent);
    void spread(const Frame& frame, const Camera& camera);
    void blur();
    void upload(const Camera& camera, const FluidExtent& extent);
    [[nodiscard]] Vec3 rayThrough(const Camera& camera, int column, int row) const;  // of forward depth 1

    Texture texture_{TextureFormat::Rgba16F, Filter::Linear};
    int columns_ = 1;
    int rows_ = 1;
    // In tangents of the angle from the camera's axis: the part's lower left corner, and a cell.
    float left_ = 0.0f;
    float bottom_ = 0.0f;
    float cellWidth_ = 1.0f;
    float cellHeight_ = 1.0f;
    std::vector<Column> cells_;
    std::vector<Column> scratch_;
    std::vector<float> depths_;  // of the far side, m
    std::vector<float> texels_;
};

}  // namespace meniscus
