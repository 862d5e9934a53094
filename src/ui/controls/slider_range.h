// The part of a value's range that makes a difference in a scene: what its slider covers. Typing, --set and files have
// the whole range. No ImGui here.
#pragma once

#include <string_view>

#include "meniscus/core/vec3.h"
#include "meniscus/world/frame.h"
#include "ui/controls/fluid_edits.h"

namespace meniscus {

// What decides which forces can be seen.
struct SceneScale {
    float size = 0.0f;         // m, side of a cube of all the fluid for which there is room; 0 where that is unknown
    float fluidSize = 0.0f;    // m, likewise of the fluid that is there
    float gravity = 0.0f;      // m/s^2, its strength; 0 where it does not act
    float restDensity = 0.0f;  // kg/m^3, of the first fluid
};
[[nodiscard]] SceneScale scaleOf(const Frame& frame, const Bounds& room);

// key is that of a setting or of a property of fluids. The present value always lies inside, also where it was typed.
[[nodiscard]] PropertyRange sliderRange(std::string_view key, PropertyRange whole, const SceneScale& scene,
                                        float value);

}  // namespace meniscus
