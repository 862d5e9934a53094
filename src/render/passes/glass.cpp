#include "render/passes/glass.h"

#include <algorithm>
#include <cmath>

#include "render/gl/framebuffer.h"
#include "render/passes/sharp_edges.h"

namespace meniscus {

namespace {

// Light from the far sides has come through the near ones.
constexpr float kFarStrength = 0.75f;
constexpr float kEdgeWidth = 0.0014f;  // half, in heights of the picture
// Half, in inner pixels. A line of two tones that is thinner falls apart into dashes: it becomes fainter instead.
constexpr float kMinEdgeWidth = 1.0f;

}  // namespace

GlassPass::GlassPass() : program_("glass.vert", "glass.frag"), edgeProgram_("edge.vert", "edge.frag") {
    array_.attribute(positions_, {.location = 0, .components = 3, .stride = sizeof(Vec3)});
    array_.attribute(normals_, {.location = 1, .components = 3, .stride = sizeof(Vec3)});
    array_.attribute(looks_, {.location = 2, .components = 2, .stride = sizeof(GlassLook)});
    array_.indices(indices_);
    edgeArray_.attribute(edges_,
                         {.location = 0, .components = 3, .stride = sizeof(Edge), .advance = Advance::PerInstance});
    edgeArray_.attribute(edges_, {.location = 1,
                                  .components = 3,
                                  .stride = sizeof(Edge),
                                  .offset = sizeof(Vec3),
                                  .advance = Advance::PerInstance});
}

void GlassPass::setScenery(const Scenery& scenery) {
    const TriangleMesh& mesh = scenery.glass;
    std::vector<GlassLook> looks = scenery.glassLooks;
    looks.resize(mesh.positions.size());
    positions_.upload<Vec3>(mesh.positions);
    normals_.upload<Vec3>(mesh.normals);
    looks_.upload<GlassLook>(looks);
    indices_.upload<uint32_t>(mesh.indices);
    indexCount_ = mesh.indices.size();
    const std::vector<Edge> edges = sharpEdges(mesh);
    edges_.upload<Edge>(edges);
    edgeCount_ = edges.size();
}

void GlassPass::drawFarSides() {
    setDrawing(DepthUse::Test, Blending::Over, Culling::Front);
    draw(kFarStrength);
}

void GlassPass::drawNearSides() {
    setDrawing(DepthUse::Test, Blending::Over, Culling::Back);
    draw(1.0f);
}

void GlassPass::drawEdges(PictureSize size) {
    if (edgeCount_ == 0) return;
    setDrawing(DepthUse::Test, Blending::Over);
    const float wanted = kEdgeWidth * static_cast<float>(size.height);
    edgeProgram_.set("halfWidth", std::max(wanted, kMinEdgeWidth));
    edgeProgram_.set("strength", std::sqrt(std::min(wanted / kMinEdgeWidth, 1.0f)));
    edgeArray_.drawStripInstances(4, edgeCount_);
}

void GlassPass::draw(float strength) {
    if (indexCount_ == 0) return;
    program_.set("strength", strength);
    array_.drawIndexedTriangles(indexCount_);
}

}  // namespace meniscus
