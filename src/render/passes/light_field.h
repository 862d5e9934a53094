// How light gets through the fluid: the shadow on the floor, and how much sun and sky reach each place in the fluid.
//
// Both are small and smooth, and are made on the processor: spreading 50,000 particles over a grid of 256 x 256 costs a
// software renderer twenty times as much by drawing them, and a graphics card is not slowed down by an upload of 500
// kB.
#pragma once

#include <vector>

#include "render/gl/texture.h"
#include "render/scene_block.h"

namespace meniscus {

// A square grid of floats over the floor.
class FloorGrid {
  public:
    static constexpr int kSide = 256;

    FloorGrid() : cells_(static_cast<size_t>(kSide) * kSide) {}
    void clear() { std::fill(cells_.begin(), cells_.end(), 0.0f); }
    // Spreads the amount over the four cells around a place, given in cells.
    void add(float x, float z, float amount);
    // Three box filters in a row, nearly a bell curve; radius in cells.
    void blur(int radius, std::vector<float>& scratch);
    [[nodiscard]] float at(int x, int z) const {
        return cells_[static_cast<size_t>(z) * kSide + static_cast<size_t>(x)];
    }
    [[nodiscard]] std::vector<float>& cells() { return cells_; }

  private:
    std::vector<float> cells_;
};

class LightField {
  public:
    LightField();

    void setScenery(const Scenery& scenery);
    void update(const Frame* frame);
    // Members of the scene block, and textures at their units.
    void describe(SceneBlock& block) const;
    void bind() const;
    // Whether more fluid than thickness (m) lies between the place and the eye, so that nothing of it can be seen.
    [[nodiscard]] bool isHidden(Vec3 place, Vec3 eye, float thickness) const;
    // The corners of what has shadow in the texture, lower and upper, 0 to 1.
    [[nodiscard]] glm::vec4 shadowPart() const { return shadowPart_; }

  private:
    void makeFloorShadow(const Frame& frame);
    void makeVolume(const Frame& frame);
    void uploadShadow();

    Texture shadow_;
    VolumeTexture volume_;

    // The floor that the shadow covers.
    float lowerX_ = 0.0f;
    float lowerZ_ = 0.0f;
    float side_ = 1.0f;
    float floorHeight_ = 0.0f;
    float fluidSize_ = 0.1f;  // m, the side of a cube of all fluid: what is thick and what is thin

    FloorGrid glass_;    // stands still
    FloorGrid near_;     // fluid close to the floor, sharp
    FloorGrid far_;      // fluid high above it, soft
    FloorGrid contact_;  // straight down
    std::vector<float> scratch_;
    std::vector<uint16_t> texels_;
    glm::vec4 shadowPart_{0.0f, 0.0f, 0.0f, 0.0f};

    Bounds volumeBounds_;
    VolumeSize volumeSize_;
    float cellSide_ = 1.0f;
    std::vector<float> fill_;  // share of each cell of the volume that is fluid
    std::vector<float> sunDepth_;
    std::vector<float> skyDepth_;
    std::vector<uint8_t> volumeTexels_;
};

}  // namespace meniscus
