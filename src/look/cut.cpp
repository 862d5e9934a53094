#include "meniscus/look/cut.h"

#include <algorithm>
#include <cmath>

namespace meniscus {

namespace {

template <typename Item>
void copyItems(const std::vector<Item>& from, const std::vector<uint32_t>& chosen, std::vector<Item>& to) {
    to.clear();
    if (from.empty()) return;
    to.reserve(chosen.size());
    for (const uint32_t i : chosen) to.push_back(from[i]);
}

}  // namespace

float cutPosition(const CutSettings& settings, const Bounds& room) {
    const float share = 0.5f + 0.5f * settings.place;
    return settings.axis == CutAxis::X ? std::lerp(room.lower.x, room.upper.x, share)
                                       : std::lerp(room.lower.z, room.upper.z, share);
}

CutPlane cutPlane(CutAxis axis, float position, const Camera& sceneCamera) {
    const Vec3 forward = sceneCamera.forward();
    return {axis, position, (axis == CutAxis::X ? forward.x : forward.z) <= 0.0f};
}

void copyPart(const Frame& frame, const std::vector<uint32_t>& chosen, Frame& part) {
    part.totals = frame.totals;
    part.settings = frame.settings;
    part.method = frame.method;
    part.measure = frame.measure;
    part.spacing = frame.spacing;
    part.supportRadius = frame.supportRadius;
    part.particleMass = frame.particleMass;
    part.capacity = frame.capacity;
    part.fluids = frame.fluids;
    copyItems(frame.x, chosen, part.x);
    copyItems(frame.v, chosen, part.v);
    copyItems(frame.density, chosen, part.density);
    copyItems(frame.pressure, chosen, part.pressure);
    copyItems(frame.colourGradient, chosen, part.colourGradient);
    forEachContent([&](auto, auto, const auto& from, auto& to) { copyItems(from, chosen, to); }, frame, part);
    copyItems(frame.relativeDensity, chosen, part.relativeDensity);
}

bool hasFlames(const Frame& frame) {
    return frame.isMixed() && std::ranges::any_of(frame.fluids, &FluidKind::isFlame);
}

void copyBody(const Frame& frame, const std::optional<CutPlane>& cut, Frame& body) {
    const bool mayShine = hasFlames(frame);
    std::vector<uint32_t> chosen;
    for (size_t i = 0; i < frame.count(); ++i) {
        const bool isFlame = mayShine && frame.fluids[frame.fluid[i]].isFlame;
        if (!isFlame && (!cut || cut->behind(frame.x[i]) >= 0.0f)) chosen.push_back(static_cast<uint32_t>(i));
    }
    copyPart(frame, chosen, body);
}

ShapePtr wallsWithCut(const Shape* walls, const CutPlane& plane) {
    const float away = plane.isUpperSideCut ? -1.0f : 1.0f;
    const bool isX = plane.axis == CutAxis::X;
    const Vec3 normal = isX ? Vec3{away, 0.0f, 0.0f} : Vec3{0.0f, 0.0f, away};
    const Vec3 place = isX ? Vec3{plane.position, 0.0f, 0.0f} : Vec3{0.0f, 0.0f, plane.position};
    std::vector<ShapePtr> parts{makePlane(place, normal)};
    if (walls != nullptr) parts.emplace_back(ShapePtr{}, walls);  // not its own
    return makeUnion(std::move(parts));
}

}  // namespace meniscus
