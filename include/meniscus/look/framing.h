// How a scene is seen: its scenery, its camera, and putting it into the part of the window that the panels leave free.
#pragma once

#include <optional>

#include "meniscus/look/camera.h"
#include "meniscus/look/scene_look.h"
#include "meniscus/look/scenery.h"
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

// The camera that the scene wants at first, for a picture without panels.
[[nodiscard]] Camera cameraOf(const SceneLook& look);

// Solids and walls of the room as the scene wants them seen.
[[nodiscard]] Scenery sceneryOf(const WorldSetup& setup, RoomLook room);

// What a picture of the scene must show: the tank, or the solids and the fluid. fluid: around the particles with which
// the scene begins; empty where there are none. The setup's own are not looked at.
[[nodiscard]] Bounds subjectOf(const WorldSetup& setup, const std::optional<Bounds>& fluid, RoomLook room);

}  // namespace meniscus
