// The look of one moment after another, all in one thread: for pictures and films without a window. A window makes
// surfaces on a thread of their own instead.
#pragma once

#include "meniscus/look/look.h"

namespace meniscus {

class LookBuilder {
  public:
    // Walls may be null. Threads are for meshing; 0: as many as the machine has cores.
    LookBuilder(ShapePtr walls, int threads);

    // Fills in what of a look comes from the frame: that itself, and its surfaces where the view needs them. They are
    // valid until the next call, and as long as the frame is.
    void build(const Frame& frame, Look& look);

  private:
    ShapePtr walls_;
    SurfaceBuilder builder_;
    FluidSurfaces surfaces_;
    uint64_t serial_ = 0;
};

}  // namespace meniscus
