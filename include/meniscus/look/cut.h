// A cut through the fluid ([MSKG05] figure 5): what lies in front of a plane is left out before anything is drawn or
// meshed, so that one sees the inside, and a mesh is closed and flat there.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "meniscus/look/camera.h"
#include "meniscus/solid/shape.h"
#include "meniscus/world/frame.h"

namespace meniscus {

enum class CutAxis { X, Z };
inline constexpr std::string_view kCutAxisNames[] = {"x", "z"};  // in the order of CutAxis

// What the user chooses, the same for all scenes.
struct CutSettings {
    bool isOn = false;
    CutAxis axis = CutAxis::Z;
    float place = 0.0f;  // -1 to 1: from the lower to the upper wall of the room; 0 is its middle

    friend bool operator==(const CutSettings&, const CutSettings&) = default;
};

// A plane across an axis.
struct CutPlane {
    CutAxis axis = CutAxis::Z;
    float position = 0.0f;       // m
    bool isUpperSideCut = true;  // what has more than the position is left out, else what has less

    // m behind the plane; what is in front of it has less than 0.
    [[nodiscard]] float behind(Vec3 place) const {
        const float above = (axis == CutAxis::X ? place.x : place.z) - position;
        return isUpperSideCut ? -above : above;
    }

    friend bool operator==(const CutPlane&, const CutPlane&) = default;
};

// The side towards the camera that the scene begins with is left out.
[[nodiscard]] CutPlane cutPlane(CutAxis axis, float position, const Camera& sceneCamera);
[[nodiscard]] float cutPosition(const CutSettings& settings, const Bounds& room);  // m

// Only those particles of a frame, in their order; all that is not of single particles stays as it is.
void copyPart(const Frame& frame, const std::vector<uint32_t>& chosen, Frame& part);
// What has a surface: all that the cut leaves, if there is one, but flames.
[[nodiscard]] bool hasFlames(const Frame& frame);
void copyBody(const Frame& frame, const std::optional<CutPlane>& cut, Frame& body);
// The plane as a wall among others, which may be null and must outlive it: meshes lie flat on it.
[[nodiscard]] ShapePtr wallsWithCut(const Shape* walls, const CutPlane& plane);

}  // namespace meniscus
