#include "ui/controls/slider_range.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

constexpr float kWeightless = 0.1f;  // m/s^2: with less, forces have nothing to be compared with

// Tension shapes the whole fluid where its weight, rho g L^2, is ten times the tension or less (the Bond number).
constexpr float kMaxBond = 10.0f;
// Viscosity reaches through the whole fluid within rho L^2 / mu; what takes less than this looks alike.
constexpr float kShortestDiffusion = 0.05f;  // s
// A column of depth H gives way by g H / k at its foot: by a fifth, which is a soft ball, down to what no eye sees.
constexpr float kSoftest = 5.0f;
constexpr float kStiffest = 500.0f;

// The next of 1, 2, 5, 10, 20, ... that is no smaller, so that the ends are plain and do not follow every small change.
float roundedUp(float value) {
    const float decade = std::pow(10.0f, std::floor(std::log10(value)));
    for (const float step : {1.0f, 2.0f, 5.0f}) {
        if (value <= step * decade * 1.001f) return step * decade;
    }
    return 10.0f * decade;
}

float roundedDown(float value) {
    return 1.0f / roundedUp(1.0f / value);
}

PropertyRange fittingRange(std::string_view key, PropertyRange whole, const SceneScale& scene) {
    if (!(scene.size > 0.0f)) return whole;
    const bool hasWeight = scene.gravity > kWeightless;
    const float area = scene.size * scene.size;
    if (key == "viscosity") whole.maximum = roundedUp(scene.restDensity * area / kShortestDiffusion);
    if (key == "surfaceTension" && hasWeight) {
        whole.maximum = roundedUp(scene.restDensity * scene.gravity * area / kMaxBond);
    }
    if (key == "stiffness" && hasWeight) {
        whole.minimum = roundedDown(kSoftest * scene.gravity * scene.size);
        whole.maximum = roundedUp(kStiffest * scene.gravity * scene.size);
    }
    return whole;
}

}  // namespace

SceneScale scaleOf(const Frame& frame, const Bounds& room) {
    const Vec3 sides = room.size();
    const float each = frame.spacing * frame.spacing * frame.spacing;
    const float volume = std::min(static_cast<float>(frame.capacity) * each, sides.x * sides.y * sides.z);
    return {.size = std::cbrt(std::max(volume, 0.0f)),
            .fluidSize = std::cbrt(static_cast<float>(frame.count()) * each),
            .gravity = frame.settings.gravityOn ? std::abs(frame.settings.gravity) : 0.0f,
            .restDensity = frame.fluids[0].restDensity};
}

PropertyRange sliderRange(std::string_view key, PropertyRange whole, const SceneScale& scene, float value) {
    const PropertyRange fitting = fittingRange(key, whole, scene);
    PropertyRange range{std::clamp(fitting.minimum, whole.minimum, whole.maximum),
                        std::clamp(fitting.maximum, whole.minimum, whole.maximum)};
    // A scene beyond all measure: better a slider over everything than one without a range.
    if (!(range.minimum < range.maximum)) range = whole;
    return {std::min(range.minimum, value), std::max(range.maximum, value)};
}

}  // namespace meniscus
