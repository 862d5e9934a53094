// The glass around the fluid, from what the world is made of.
#include <algorithm>

#include "meniscus/render/renderer.h"
#include "meniscus/solid/shape.h"

namespace meniscus {

namespace {

constexpr float kWallShare = 0.01f;  // thickness of the walls, in lengths of the room
constexpr float kRimHeight = 0.03f;  // of a tray, in lengths of the room
constexpr float kGap = 0.0005f;      // m, between the floor and what stands on it

// Only what one sees of a thin pane: its outer side, the rim, and the floor inside. Each further layer of glass would
// cost as much as the first, and show the same reflection a second time.
void addPanes(TriangleMesh& glass, Bounds inside, float thickness) {
    TriangleMesh box;
    addOpenBox(box, inside, thickness);
    const auto first = static_cast<uint32_t>(glass.positions.size());
    glass.positions.insert(glass.positions.end(), box.positions.begin(), box.positions.end());
    glass.normals.insert(glass.normals.end(), box.normals.begin(), box.normals.end());
    for (size_t k = 0; k < box.indices.size(); k += 3) {
        const uint32_t corner = box.indices[k];
        const Vec3 normal = box.normals[corner];
        const bool isOuter = normal.y == 0.0f && dot(normal, box.positions[corner] - inside.centre()) > 0.0f;
        if (normal.y <= 0.0f && !isOuter) continue;
        for (size_t j = k; j < k + 3; ++j) glass.indices.push_back(first + box.indices[j]);
    }
}

}  // namespace

Scenery makeScenery(const ShapePtr& solids, const Bounds& room, bool isTank, bool isTray) {
    Scenery scenery;
    scenery.room = room;
    const Vec3 size = room.size();
    const float length = std::max(size.x, size.z);
    const float wall = kWallShare * length;
    float underside = room.lower.y;
    if (isTank || isTray) {
        Bounds inside = room;
        if (isTray) inside.upper.y = std::min(inside.upper.y, room.lower.y + kRimHeight * length);
        addPanes(scenery.glass, inside, wall);
        underside -= wall;
    }
    if (solids) solids->addMesh(scenery.glass);
    scenery.floorHeight = underside - kGap;
    return scenery;
}

}  // namespace meniscus
