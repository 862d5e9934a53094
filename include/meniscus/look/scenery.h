// What stands still around the fluid.
#pragma once

#include <vector>

#include "meniscus/core/vec3.h"
#include "meniscus/solid/mesh.h"
#include "meniscus/solid/shape.h"

namespace meniscus {

// What flat glass shows beyond what its shape gives: panes are too even to mirror anything by themselves.
struct GlassLook {
    float sheen = 0.0f;  // light that it gathers, as a share of white
    float depth = 0.0f;  // how much glass one looks through: 0 across a pane, 1 along it
};

struct Scenery {
    TriangleMesh glass;                 // drawn as glass: back faces, fluid, front faces
    std::vector<GlassLook> glassLooks;  // one a vertex of glass; may be empty
    Bounds room;                        // the closed room around everything
    float floorHeight = 0.0f;           // m
    bool hasFloor = true;
};

// What a world looks like around its fluid: solids as glass; the room as an open tank of glass, or as a tray with a low
// rim, or unseen; the floor just below.
[[nodiscard]] Scenery makeScenery(const ShapePtr& solids, const Bounds& room, bool isTank, bool isTray);

}  // namespace meniscus
