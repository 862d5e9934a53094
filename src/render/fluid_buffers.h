// The particles on the graphics card, for all views and passes: place, colour value and size, from far to near.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <vector>

#include "meniscus/look/camera.h"
#include "meniscus/look/colour_scale.h"
#include "meniscus/look/fill_grid.h"
#include "render/gl/buffer.h"

namespace meniscus {

// A range as shaders/colour.glsl takes it.
[[nodiscard]] glm::vec2 colourRangeOf(ValueRange range);

class FluidBuffers {
  public:
    // Sorted by their distance from the eye's plane, so that soft edges blend with what is behind them. Balls
    // of the given diameter that others hide wholly are left out, unless one looks through these.
    struct Look {
        float diameter = 0.0f;  // m
        bool isOpaque = true;
    };
    void upload(const Frame& frame, ColourBy colourBy, const Camera& camera, const Look& look, bool isNewFrame);
    void clear() { count_ = 0; }
    void setRange(ValueRange range) { range_ = range; }

    [[nodiscard]] size_t count() const { return count_; }
    // Numbers of the particles in the order of the buffer, from far to near.
    [[nodiscard]] std::span<const uint32_t> order() const { return order_; }
    [[nodiscard]] float valueOf(size_t i) const { return values_[i]; }  // as coloured
    // Depth of the nearest particle in front of the eye, m.
    [[nodiscard]] float nearestDepth() const { return nearestDepth_; }
    [[nodiscard]] glm::vec2 colourRange() const { return colourRangeOf(range_); }
    // Place and colour value as one vec4 at the location.
    void describePlaces(VertexArray& array, unsigned location, Advance advance) const;
    // A factor on the size of balls, at the location: gas is smaller than liquid.
    void describeSizes(VertexArray& array, unsigned location, Advance advance) const;

  private:
    struct Place {
        Vec3 x;
        float value = 0.0f;
        float size = 1.0f;
    };

    void sortByDepth(const Frame& frame, const Camera& camera);
    void findSeen(const Frame& frame, Vec3 eye, const Look& look);

    Buffer places_;
    FillGrid grid_;
    size_t count_ = 0;
    float nearestDepth_ = 0.0f;
    ValueRange range_;
    std::vector<Place> placeStaging_;
    std::vector<float> values_;
    std::vector<float> depths_;
    std::vector<uint32_t> seen_;   // particle numbers
    std::vector<uint32_t> order_;  // particle numbers from far to near
    std::vector<uint32_t> bucketEnds_;
};

}  // namespace meniscus
