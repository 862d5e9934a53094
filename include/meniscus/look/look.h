// What one picture shows, whoever paints it: the OpenGL renderer today, a ray tracer later. The scenery, which stands
// still, is given to painters apart from this.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "meniscus/look/camera.h"
#include "meniscus/look/fluid_surfaces.h"
#include "meniscus/look/view.h"
#include "meniscus/surface/surface_mesher.h"
#include "meniscus/world/frame.h"

namespace meniscus {

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

struct Look {
    const Frame* frame = nullptr;          // may be null: then only the scenery
    uint64_t frameSerial = 0;              // another number means that the frame is another one
    const SurfaceMesh* surface = nullptr;  // for views that need it; may be of an earlier frame, or null as long as
                                           // there is none; its values are those of view.colourBy
    std::span<const InnerSurface> inner;   // of the same moment: what one sees in it, if it is a mixture
    uint64_t surfaceSerial = 0;            // another number means another mesh
    std::optional<CutPlane> cut;           // must be the one that the surfaces were made with
    Camera camera;
    ViewSettings view;
    std::optional<BrushMark> brush;
    PictureSize size;
};

// The same picture, without what nobody would see of it: no frame in a view without fluid, no surface in one that draws
// particles, and a colour that the frame has. Two looks that are equal after this show the same.
[[nodiscard]] Look withoutUnseen(Look look);

}  // namespace meniscus
