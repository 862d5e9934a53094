#include "meniscus/look/fluid_surfaces.h"

#include "look/own_share.h"

namespace meniscus {

struct SurfaceBuilder::Impl {
    SurfaceMesher mesher;
    Frame cut;
    Frame part;
    std::vector<uint32_t> chosen;
    std::vector<float> values;
    std::vector<float> ownShare;

    explicit Impl(int threads) : mesher(threads) {}

    void buildOuter(const Frame& frame, const SurfaceWish& wish, const Shape* walls, SurfaceMesh& mesh);
    void buildInner(const Frame& frame, const SurfaceWish& wish, const Shape* walls, std::vector<InnerSurface>& inner);
};

void SurfaceBuilder::Impl::buildOuter(const Frame& frame, const SurfaceWish& wish, const Shape* walls,
                                      SurfaceMesh& mesh) {
    values.clear();
    if (wish.colourBy != ColourBy::Plain && wish.colourBy != ColourBy::Fluid) {
        colourValues(frame, wish.colourBy, values);
    }
    mesher.build(frame.particles(), wish.settings, values, walls, mesh);
    if (wish.colourBy != ColourBy::Fluid || !frame.isMixed()) return;
    // Means of numbers of fluids would mean nothing: whatever there is most of counts.
    mesher.findKinds(frame.fluid, mesh.values);
    for (float& value : mesh.values) value += 0.5f;  // the middle of its step of the scale
}

void SurfaceBuilder::Impl::buildInner(const Frame& frame, const SurfaceWish& wish, const Shape* walls,
                                      std::vector<InnerSurface>& inner) {
    size_t count = 0;
    findOwnShare(frame.x, frame.fluid, frame.supportRadius, ownShare);
    for (size_t fluid = 0; fluid < frame.fluids.size(); ++fluid) {
        const FluidLook look = lookOf(frame.fluids, fluid);
        if (look == FluidLook::Clear || look == FluidLook::Flame) continue;
        chosen.clear();
        for (size_t i = 0; i < frame.count(); ++i) {
            if (frame.fluid[i] == fluid) chosen.push_back(static_cast<uint32_t>(i));
        }
        if (chosen.empty()) continue;
        copyPart(frame, chosen, part);
        // To a fluid of its own the others are nothing: where it is sparse among them, the mesher helps it as it does
        // with threads and drops in the open.
        for (size_t k = 0; k < chosen.size(); ++k) part.relativeDensity[k] *= ownShare[chosen[k]];
        if (inner.size() <= count) inner.emplace_back();
        inner[count].fluid = fluid;
        mesher.build(part.particles(), wish.settings, part.temperature, walls, inner[count].mesh);
        ++count;
    }
    inner.resize(count);
}

SurfaceBuilder::SurfaceBuilder(int threads) : impl_(std::make_unique<Impl>(threads)) {}

SurfaceBuilder::~SurfaceBuilder() = default;

void SurfaceBuilder::build(const Frame& frame, const SurfaceWish& wish, const Shape* walls, FluidSurfaces& surfaces) {
    const Frame* body = &frame;
    if (hasFlames(frame) || wish.cut) {
        copyBody(frame, wish.cut, impl_->cut);
        body = &impl_->cut;
    }
    ShapePtr cutWalls;
    if (wish.cut) cutWalls = wallsWithCut(walls, *wish.cut);
    const Shape* around = wish.cut ? cutWalls.get() : walls;
    impl_->buildOuter(*body, wish, around, surfaces.outer);
    if (body->isMixed() && wish.colourBy == ColourBy::Plain) {
        impl_->buildInner(*body, wish, around, surfaces.inner);
    } else {
        surfaces.inner.clear();
    }
}

}  // namespace meniscus
