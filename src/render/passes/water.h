// Lights the fluid once a pixel, as clear water or in the colours of its values. Views first draw its near side into
// layers (begin), then say where its far side is, through which one looks (light).
#pragma once

#include <glm/vec4.hpp>

#include "render/gl/buffer.h"
#include "render/gl/framebuffer.h"
#include "render/gl/program.h"
#include "render/views/fluid_view.h"

namespace meniscus {

// Where the fluid is in the picture.
struct FluidExtent {
    PixelRect part;
    // m in front of the eye. Layers hold depths as shares of this range, for which halves of floats are fine enough.
    float nearest = 0.0f;
    float farthest = 1.0f;

    [[nodiscard]] bool isSeen() const { return part.width > 0 && part.height > 0; }
    // Middle and half of the range, as shaders take it.
    [[nodiscard]] glm::vec2 depthRange() const;
    // The part in the measure of the screen: lower and upper corner, -1 to 1.
    [[nodiscard]] glm::vec4 onScreen(PictureSize size) const;
};

// Of a box around the fluid.
[[nodiscard]] FluidExtent extentOf(const Bounds& fluid, const Camera& camera, PictureSize size);

// Up to this weight fluid is a lone ball as large as a droplet: its far side is known, and no map tells it so exactly.
// Little, so that hardly anything is lost of discs, which end where they weigh no more than this.
inline constexpr float kMaxDropletWeight = 0.002f;

inline constexpr glm::vec4 kWholePicture{-1.0f, -1.0f, 1.0f, 1.0f};

// Where one looks out of the fluid again: the outward normal and the depth in the range of the extent.
struct FarSide {
    const Texture& texture;
    glm::vec4 part;  // of the picture that it covers (as onScreen)
};

class InsidePass;

class WaterPass {
  public:
    WaterPass();

    // Binds and clears the layers: location 0 is the normal (world axes) and its weight, location 1 the place on the
    // colour scale and the depth in the range of the extent, both times the weight. Without weight there is no fluid.
    void begin(const FluidExtent& extent, PictureSize size);
    // Draws the fluid over the picture, with depth: clear when it is plain, with other fluids inside if there are any,
    // or else in colours.
    void light(const ViewContext& context, const FluidExtent& extent, const FarSide& farSide,
               const InsidePass* inside = nullptr);
    // In colours, over another picture, with depth. opacity below 1: one sees through it.
    void paint(const ViewContext& context, const FluidExtent& extent, const Framebuffer& target, float opacity);

  private:
    void draw(Program& program, const ViewContext& context, const FluidExtent& extent);

    Program clear_;
    Program mixture_;
    Program painted_;
    VertexArray none_;
    Framebuffer layers_{{TextureFormat::Rgba16F, TextureFormat::Rg16F}, Filter::Nearest, true};
    Framebuffer behind_{TextureFormat::Rgba8, Filter::Linear, false};  // the picture without the fluid
};

}  // namespace meniscus
