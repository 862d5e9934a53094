// Putting a scene into the part of the window that the panels leave free.
#pragma once

#include "meniscus/render/camera.h"
#include "meniscus/world/world.h"

namespace meniscus {

// A part of the picture, from -1 (left, bottom) to 1 (right, top).
struct PicturePart {
    float left = -1.0f;
    float bottom = -1.0f;
    float right = 1.0f;
    float top = 1.0f;
};

// The camera, moved back as far as the subject needs to lie within the part, and aside so that what it looks at is in
// the part's middle.
[[nodiscard]] Camera framed(Camera camera, const Bounds& subject, float aspect, const PicturePart& part);

// What a picture of the scene must show: the tank, or the solids and the fluid.
[[nodiscard]] Bounds subjectOf(const WorldSetup& setup, bool isTank);

}  // namespace meniscus
