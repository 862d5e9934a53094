// Draws one frame of the world. Needs a current OpenGL 3.3 context, from the window or from OffscreenContext.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "meniscus/render/camera.h"
#include "meniscus/render/fluid_surfaces.h"
#include "meniscus/render/view.h"
#include "meniscus/solid/mesh.h"
#include "meniscus/solid/shape.h"
#include "meniscus/surface/surface_mesher.h"
#include "meniscus/world/frame.h"

namespace meniscus {

// What flat glass shows beyond what its shape gives: panes are too even to mirror anything by themselves.
struct GlassLook {
    float sheen = 0.0f;  // light that it gathers, as a share of white
    float depth = 0.0f;  // how much glass one looks through: 0 across a pane, 1 along it
};

// What stands still around the fluid.
struct Scenery {
    TriangleMesh glass;                 // drawn as glass: back faces, fluid, front faces
    std::vector<GlassLook> glassLooks;  // one a vertex of glass; may be empty
    Bounds room;                        // the closed room around everything
    float floorHeight = 0.0f;
    bool hasFloor = true;
};

// What a world looks like around its fluid: solids as glass; the room as an open tank of glass, or as a tray with a low
// rim, or unseen; the floor just below.
[[nodiscard]] Scenery makeScenery(const ShapePtr& solids, const Bounds& room, bool isTank, bool isTray);

// The brush in the water.
struct BrushMark {
    Vec3 centre;
    float radius = 0.05f;   // m
    bool isActive = false;  // the button is down
    Rgb colour{1.0f, 1.0f, 1.0f};

    friend bool operator==(const BrushMark&, const BrushMark&) = default;
};

struct PictureSize {
    int width = 0;  // pixels
    int height = 0;
    friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

struct DrawRequest {
    const Frame* frame = nullptr;          // may be null: then only the scenery
    uint64_t frameSerial = 0;              // another number means that the frame is another one and must be uploaded
    const SurfaceMesh* surface = nullptr;  // for views that need it; may be of an earlier frame, or null as long as
                                           // there is none; its values are those of view.colourBy
    std::span<const InnerSurface> inner;   // of the same moment: what one sees in it, if it is a mixture
    uint64_t surfaceSerial = 0;            // another number means another mesh
    std::optional<CutPlane> cut;           // must be the one that the surfaces were made with
    Camera camera;
    ViewSettings view;
    std::optional<BrushMark> brush;
    PictureSize size;          // of the target
    float resolution = 1.0f;   // inner pixels per target pixel and axis, 0.25 to 2: less is faster, more is smoother
    unsigned framebuffer = 0;  // the target, 0 is the window
};

class Renderer {
  public:
    Renderer();  // throws WorkError when a shader or buffer cannot be made
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    void setScenery(const Scenery& scenery);
    // Fills the whole target, tone-mapped, sRGB. Returns whether the picture had to be drawn anew; one that is the same
    // as the last is only presented again.
    bool draw(const DrawRequest& request);
    // Fills the target with the last picture, whose frame and mesh may be gone by now. Returns false, and does nothing,
    // when there is none of the present scenery.
    [[nodiscard]] bool presentAgain(unsigned framebuffer, PictureSize size);
    // The range that colours had in the last draw, for the legend.
    [[nodiscard]] ValueRange shownRange() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace meniscus
