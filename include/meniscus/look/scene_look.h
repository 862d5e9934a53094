// How a scene wants to be seen at first.
#pragma once

#include "meniscus/core/vec3.h"

namespace meniscus {

// The walls of the room as one sees them: a tank of glass, the low rim of a tray, or nothing.
enum class RoomLook { Tank, Tray, Unseen };

struct SceneLook {
    Vec3 target{0.0f, 0.2f, 0.0f};  // where the camera looks
    float distance = 1.2f;          // m, from there to the eye
    float yaw = 0.5f;               // rad; 0 looks along -z
    float pitch = 0.25f;            // rad above the horizon
    RoomLook room = RoomLook::Tank;
    bool isExact = false;  // the camera is where somebody put it: not moved so that all of the scene is in sight
};

}  // namespace meniscus
