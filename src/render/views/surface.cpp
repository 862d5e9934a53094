// The mesh of the fluid's surface ([MCG03] 4.2) as clear water. Its far side goes into a picture of its own, its near
// side into the layers of the water pass, which then lights each pixel once.
#include <algorithm>

#include "render/fluid_bounds.h"
#include "render/gl/program.h"
#include "render/passes/water.h"
#include "render/texture_units.h"

namespace meniscus {

namespace {

class SurfaceView final : public FluidView {
  public:
    SurfaceView() : near_("surface.vert", "surface.frag"), far_("surface.vert", "surface_far.frag") {
        for (Program* program : {&near_, &far_}) program->set("colourScale", static_cast<int>(kColourUnit));
        array_.attribute(positions_, {.location = 0, .components = 3, .stride = sizeof(Vec3)});
        array_.attribute(normals_, {.location = 1, .components = 3, .stride = sizeof(Vec3)});
        array_.attribute(values_, {.location = 2, .components = 1, .stride = sizeof(float)});
        array_.indices(indices_);
    }

    void draw(const ViewContext& context) override {
        if (context.surface == nullptr || context.surface->triangles.indices.empty()) return;
        upload(*context.surface, context.surfaceSerial);
        const FluidExtent extent = extentOf(bounds_, context.camera, context.size);
        if (!extent.isSeen()) return;
        if (context.settings.colourBy == ColourBy::Plain) drawFarSide(context, extent);
        water_.begin(extent, context.size);
        drawMesh(near_, context, extent, Culling::Back);
        water_.light(context, extent, farSide_.colour(), kWholePicture);
    }

  private:
    void upload(const SurfaceMesh& mesh, uint64_t serial) {
        if (serial == serial_) return;
        serial_ = serial;
        positions_.upload<Vec3>(mesh.triangles.positions);
        normals_.upload<Vec3>(mesh.triangles.normals);
        indices_.upload<uint32_t>(mesh.triangles.indices);
        indexCount_ = mesh.triangles.indices.size();
        noValues_.assign(mesh.values.empty() ? mesh.triangles.positions.size() : 0, 0.0f);
        values_.upload<float>(mesh.values.empty() ? noValues_ : mesh.values);
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
        array_.drawIndexedTriangles(indexCount_);
    }

    Program near_;
    Program far_;
    WaterPass water_;
    Framebuffer farSide_{TextureFormat::Rgba16F, Filter::Linear, true};
    Buffer positions_;
    Buffer normals_;
    Buffer values_;
    Buffer indices_;
    VertexArray array_;
    size_t indexCount_ = 0;
    uint64_t serial_ = ~uint64_t{0};
    Bounds bounds_;
    std::vector<float> noValues_;
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
