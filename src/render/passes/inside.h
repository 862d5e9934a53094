// What one sees within clear water: layers in which other fluids are drawn before the water, so that it can bend and
// tint what they show (shaders/mixture.frag). Opaque ones and bubbles are a picture with depth. Tinted ones add up by
// the way that light has in them, in any order: halvings of light by colour, and what is scattered on the way.
#pragma once

#include <span>

#include "render/gl/program.h"
#include "render/mesh_buffers.h"
#include "render/passes/water.h"

namespace meniscus {

class InsidePass {
  public:
    InsidePass();

    // Clears the part of the layers in which the fluid is.
    void begin(const FluidExtent& extent, PictureSize size);
    // The meshes of a moment.
    void draw(const ViewContext& context, const FluidExtent& extent);
    // The picture of what is inside, for views that draw into it themselves.
    [[nodiscard]] const Framebuffer& seen() const { return seen_; }
    void bindTextures() const;

  private:
    void upload(std::span<const InnerSurface> inner, uint64_t serial);
    void drawAll(Program& program, const ViewContext& context, FluidLook look);

    Program wax_;
    Program haze_;
    Program shell_;
    Program back_;
    std::vector<std::unique_ptr<MeshBuffers>> meshes_;  // as many as there ever were
    uint64_t serial_ = ~uint64_t{0};
    Framebuffer seen_{TextureFormat::Rgba8, Filter::Linear, true};
    Framebuffer farSides_{TextureFormat::Rg16F, Filter::Nearest, true};
    Framebuffer tint_{{TextureFormat::Rgba16F, TextureFormat::Rgba16F}, Filter::Linear, false};
};

}  // namespace meniscus
