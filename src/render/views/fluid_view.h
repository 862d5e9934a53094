// What a view is to the renderer. A file under src/render/views defines a class of this kind and registers it.
#pragma once

#include <memory>

#include "meniscus/look/camera.h"
#include "meniscus/look/view.h"
#include "meniscus/render/renderer.h"
#include "render/fluid_buffers.h"
#include "render/gl/framebuffer.h"

namespace meniscus {

// What the renderer has made ready when a view draws. The block "Scene" is bound, and so are the textures of light and
// colour (see shaders/scene.glsl, light.glsl, colour.glsl). Views draw light into the bound picture, with depth.
struct ViewContext {
    const Frame& frame;                    // what the cut leaves of it, and no flames
    uint64_t frameSerial = 0;              // another number means another frame
    const FluidBuffers& fluid;             // range of colours; particles only in views that need no surface
    const SurfaceMesh* surface = nullptr;  // for views that need it; null as long as there is none
    std::span<const InnerSurface> inner;   // likewise, of what one sees within a mixture
    uint64_t surfaceSerial = 0;
    const ViewSettings& settings;
    const Camera& camera;
    const Framebuffer& picture;  // bound; holds what is behind the fluid
    PictureSize size;            // inner pixels
};

class FluidView {
  public:
    virtual ~FluidView() = default;
    virtual void draw(const ViewContext& context) = 0;
};

using MakeView = std::unique_ptr<FluidView> (*)();

// A view registers itself by defining one of these at namespace scope.
struct ViewRegistration {
    ViewRegistration(const ViewInfo& info, MakeView make);
};

// The view called name; throws InputError like findView. Needs a current context.
[[nodiscard]] std::unique_ptr<FluidView> makeView(std::string_view name);

}  // namespace meniscus
