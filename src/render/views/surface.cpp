// The mesh of the fluid's surface ([MCG03] 4.2) as clear water. Its far side goes into a picture of its own, its near
// side into the layers of the water pass, which then lights each pixel once. Other fluids within have meshes of their
// own.
#include <algorithm>

#include "meniscus/look/fluid_bounds.h"
#include "render/gl/program.h"
#include "render/mesh_buffers.h"
#include "render/passes/inside.h"
#include "render/passes/water.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

class SurfaceView final : public FluidView {
  public:
    SurfaceView()
        : near_("surface.vert", "surface.frag"),
          nearByFluid_("surface_flat.vert", "surface_flat.frag"),
          far_("surface.vert", "surface_far.frag") {
        for (Program* program : {&near_, &nearByFluid_, &far_}) {
            program->set("colourScale", static_cast<int>(kColourUnit));
        }
    }

    void draw(const ViewContext& context) override {
        if (context.surface == nullptr || context.surface->triangles.indices.empty()) return;
        upload(*context.surface, context.surfaceSerial);
        const FluidExtent extent = extentOf(bounds_, context.camera, context.size);
        if (!extent.isSeen()) return;
        const bool isClear = context.settings.colourBy == ColourBy::Plain;
        const bool hasInside = isClear && !context.inner.empty();
        if (isClear) drawFarSide(context, extent);
        if (hasInside) inside_.draw(context, extent);
        water_.begin(extent, context.size);
        drawMesh(context.settings.colourBy == ColourBy::Fluid ? nearByFluid_ : near_, context, extent, Culling::Back);
        water_.light(context, extent, {farSide_.colour(), kWholePicture}, hasInside ? &inside_ : nullptr);
    }

  private:
    void upload(const SurfaceMesh& mesh, uint64_t serial) {
        if (serial == serial_) return;
        serial_ = serial;
        mesh_.upload(mesh);
        bounds_ = boundsOf(mesh.triangles.positions, 0.0f);
    }

    // Where there is none its depth is the nearest: interpolated, water becomes thin at its edges.
    void drawFarSide(const ViewContext& context, const FluidExtent& extent) {
        const PictureSize size = context.size;
        farSide_.resize(size);
        farSide_.bind();
        clearPart({0, 0, size.width, size.height}, {0.0f, 0.0f, 0.0f, -1.0f});
        drawMesh(far_, context, extent, Culling::Front);
    }

    void drawMesh(Program& program, const ViewContext& context, const FluidExtent& extent, Culling culling) {
        program.set("depthRange", extent.depthRange());
        program.set("colourRange", context.fluid.colourRange());
        setDrawing(DepthUse::TestAndWrite, Blending::None, culling);
        mesh_.draw();
    }

    Program near_;
    Program nearByFluid_;
    Program far_;
    WaterPass water_;
    InsidePass inside_;
    Framebuffer farSide_{TextureFormat::Rgba16F, Filter::Linear, true};
    MeshBuffers mesh_;
    uint64_t serial_ = ~uint64_t{0};
    Bounds bounds_;
};

const ViewRegistration kRegistration({.order = 3,
                                      .name = "surface",
                                      .title = "Surface",
                                      .description = "The surface of the fluid as clear water, by marching cubes.",
                                      .needsSurface = true,
                                      .usualColour = ColourBy::Plain,
                                      .isClear = true},
                                     []() -> std::unique_ptr<FluidView> { return std::make_unique<SurfaceView>(); });

}  // namespace
}  // namespace meniscus
