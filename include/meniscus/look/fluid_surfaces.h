// What views draw of a moment as triangles: the surface of all fluid, and within a mixture ([MSKG05]) those of the
// fluids that one sees through the clear one around them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "meniscus/look/colour_scale.h"
#include "meniscus/look/cut.h"
#include "meniscus/look/material.h"
#include "meniscus/surface/surface_mesher.h"
#include "meniscus/world/frame.h"

namespace meniscus {

// How surfaces are wanted.
struct SurfaceWish {
    SurfaceSettings settings;
    ColourBy colourBy = ColourBy::Plain;  // what the values of the outer one are of; plain water has none
    std::optional<CutPlane> cut = std::nullopt;

    friend bool operator==(const SurfaceWish&, const SurfaceWish&) = default;
};

// Of one fluid of a mixture, made of its own particles only.
struct InnerSurface {
    size_t fluid = 0;  // index into Frame::fluids
    SurfaceMesh mesh;  // its values are degrees Celsius
};

struct FluidSurfaces {
    SurfaceMesh outer;                // of all particles but flames
    std::vector<InnerSurface> inner;  // of fluids that are neither clear nor flames; none in colours, which hide them
};

class SurfaceBuilder {
  public:
    explicit SurfaceBuilder(int threads);  // 0: as many as the machine has cores
    ~SurfaceBuilder();
    SurfaceBuilder(const SurfaceBuilder&) = delete;
    SurfaceBuilder& operator=(const SurfaceBuilder&) = delete;

    // Replaces what is in surfaces; walls may be null. The same to the last bit for any number of threads, and for a
    // frame of one fluid just what SurfaceMesher makes of it.
    void build(const Frame& frame, const SurfaceWish& wish, const Shape* walls, FluidSurfaces& surfaces);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace meniscus
