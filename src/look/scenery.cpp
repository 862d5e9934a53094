// The glass around the fluid, from what the world is made of.
#include "meniscus/look/scenery.h"

#include <algorithm>
#include <array>

namespace meniscus {

namespace {

constexpr float kWallShare = 0.018f;  // thickness of the walls, in lengths of the room
constexpr float kRimHeight = 0.03f;   // of a tray, in lengths of the room
constexpr float kGap = 0.0005f;       // m, between the floor and what stands on it

// Panes mirror more light above than below, as if a bright wall stood behind the viewer; the rim gathers it.
constexpr GlassLook kPaneTop{.sheen = 0.085f, .depth = 0.05f};
constexpr GlassLook kPaneBottom{.sheen = 0.015f, .depth = 0.03f};
constexpr GlassLook kRim{.sheen = 0.26f, .depth = 0.45f};
constexpr GlassLook kInnerFloor{.sheen = 0.02f, .depth = 0.12f};
// Where a pane meets the next one, one looks along that: full depth at the edge, most of it up to nearly the thickness
// of the wall. The soft end of the strip does not show steps of pixels.
constexpr float kStripDepth = 0.55f;
constexpr float kStripBegin = 0.8f;  // in thicknesses of the wall
constexpr float kStripEnd = 1.25f;

constexpr Vec3 kUp{0.0f, 1.0f, 0.0f};

uint32_t addCorner(Scenery& scenery, Vec3 position, Vec3 normal, GlassLook look) {
    TriangleMesh& glass = scenery.glass;
    glass.positions.push_back(position);
    glass.normals.push_back(normal);
    scenery.glassLooks.push_back(look);
    return static_cast<uint32_t>(glass.positions.size() - 1);
}

void addQuad(TriangleMesh& glass, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    glass.indices.insert(glass.indices.end(), {a, b, c, a, c, d});
}

GlassLook mixed(GlassLook a, GlassLook b, float share) {
    return {a.sheen + (b.sheen - a.sheen) * share, a.depth + (b.depth - a.depth) * share};
}

// Depth of the strip at the given distance from the edge, m.
float stripDepth(float away, float wall) {
    if (away > 0.99f * kStripEnd * wall) return 0.0f;
    return away > 0.0f ? kStripDepth : 1.0f;
}

// A pane of an open box, from its outer lower corner along its width.
struct Pane {
    Vec3 begin;
    Vec3 along;    // unit
    Vec3 outward;  // unit
    float width = 0.0f;
    float height = 0.0f;
    float wall = 0.0f;

    // Where depth changes along the width. The rim has the same, so that both share their edges.
    [[nodiscard]] std::array<float, 6> columns() const {
        const float a = kStripBegin * wall;
        const float b = kStripEnd * wall;
        return {0.0f, a, b, width - b, width - a, width};
    }
};

void addOuterSide(Scenery& scenery, const Pane& pane) {
    const auto columns = pane.columns();
    const std::array<float, 4> rows{0.0f, kStripBegin * pane.wall, kStripEnd * pane.wall, pane.height};
    const auto count = static_cast<uint32_t>(columns.size());
    for (const float y : rows) {
        for (const float at : columns) {
            GlassLook look = mixed(kPaneBottom, kPaneTop, y / pane.height);
            look.depth = std::max(look.depth, stripDepth(std::min({at, pane.width - at, y}), pane.wall));
            const Vec3 place = pane.begin + pane.along * at + kUp * y;
            const uint32_t c = addCorner(scenery, place, pane.outward, look);
            if (y > 0.0f && at > 0.0f) addQuad(scenery.glass, c - count - 1, c - count, c, c - 1);
        }
    }
}

// Mitred: its inner edge is shorter by a wall at both ends.
void addRim(Scenery& scenery, const Pane& pane) {
    for (const float at : pane.columns()) {
        const float inner = pane.wall + (pane.width - 2.0f * pane.wall) * at / pane.width;
        const Vec3 corner = pane.begin + kUp * pane.height;
        addCorner(scenery, corner + pane.along * at, kUp, kRim);
        const uint32_t c = addCorner(scenery, corner + pane.along * inner - pane.outward * pane.wall, kUp, kRim);
        if (at > 0.0f) addQuad(scenery.glass, c - 3, c - 1, c, c - 2);
    }
}

// Only what one sees of a thin pane: its outer side, the rim, and the floor inside. Each further layer of glass would
// cost as much as the first, and show the same reflection a second time.
void addTank(Scenery& scenery, Bounds inside, float wall) {
    const Bounds outside{inside.lower - Vec3{wall, wall, wall}, inside.upper + Vec3{wall, 0.0f, wall}};
    const auto cornersOf = [](Bounds box, float y) {
        return std::array<Vec3, 4>{Vec3{box.lower.x, y, box.upper.z}, Vec3{box.upper.x, y, box.upper.z},
                                   Vec3{box.upper.x, y, box.lower.z}, Vec3{box.lower.x, y, box.lower.z}};
    };
    const auto corners = cornersOf(outside, outside.lower.y);
    for (size_t k = 0; k < 4; ++k) {
        const Vec3 way = corners[(k + 1) % 4] - corners[k];
        const Vec3 along = way / length(way);
        const Pane pane{corners[k], along, cross(along, kUp), length(way), outside.size().y, wall};
        addOuterSide(scenery, pane);
        addRim(scenery, pane);
    }
    uint32_t last = 0;
    for (const Vec3 corner : cornersOf(inside, inside.lower.y)) last = addCorner(scenery, corner, kUp, kInnerFloor);
    addQuad(scenery.glass, last - 3, last - 2, last - 1, last);
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
        addTank(scenery, inside, wall);
        underside -= wall;
    }
    if (solids) solids->addMesh(scenery.glass);
    scenery.glassLooks.resize(scenery.glass.positions.size());
    scenery.floorHeight = underside - kGap;
    return scenery;
}

}  // namespace meniscus
