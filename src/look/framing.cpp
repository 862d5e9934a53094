#include "meniscus/look/framing.h"

#include <algorithm>
#include <cmath>
#include <glm/vec4.hpp>

namespace meniscus {

namespace {

constexpr float kMargin = 0.94f;    // of the part, for the subject
constexpr float kBackStep = 1.03f;  // of the distance
constexpr float kMaxBack = 40.0f;   // of the scene's own distance

void include(Bounds& bounds, Vec3 point) {
    bounds.lower = minPerAxis(bounds.lower, point);
    bounds.upper = maxPerAxis(bounds.upper, point);
}

// The largest share of half the part's width or height that the subject takes, measured from the target.
float shareTaken(const Camera& camera, const Bounds& subject, float aspect, const PicturePart& part) {
    const glm::mat4 clipFromWorld = camera.clipFromView(aspect) * camera.viewFromWorld();
    const float halfWidth = 0.5f * (part.right - part.left), halfHeight = 0.5f * (part.top - part.bottom);
    float most = 0.0f;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p{(corner & 1) != 0 ? subject.upper.x : subject.lower.x,
                     (corner & 2) != 0 ? subject.upper.y : subject.lower.y,
                     (corner & 4) != 0 ? subject.upper.z : subject.lower.z};
        const glm::vec4 clip = clipFromWorld * glm::vec4(p.x, p.y, p.z, 1.0f);
        if (clip.w <= 1e-3f) return INFINITY;  // behind the eye
        most = std::max({most, std::abs(clip.x / clip.w) / halfWidth, std::abs(clip.y / clip.w) / halfHeight});
    }
    return most;
}

}  // namespace

Camera framed(Camera camera, const Bounds& subject, float aspect, const PicturePart& part) {
    if (part.right - part.left < 0.05f || part.top - part.bottom < 0.05f) return camera;  // nothing to see anyway
    const float most = kMaxBack * camera.distance;
    while (shareTaken(camera, subject, aspect, part) > kMargin && camera.distance < most) {
        camera.distance *= kBackStep;
    }
    camera.pan(-0.25f * (part.left + part.right) * aspect, -0.25f * (part.bottom + part.top));
    return camera;
}

Camera cameraOf(const SceneLook& look) {
    return {.target = look.target, .distance = look.distance, .yaw = look.yaw, .pitch = look.pitch};
}

Scenery sceneryOf(const WorldSetup& setup, RoomLook room) {
    return makeScenery(setup.solids, setup.domain.bounds, room == RoomLook::Tank, room == RoomLook::Tray);
}

Bounds subjectOf(const WorldSetup& setup, const std::optional<Bounds>& fluid, RoomLook room) {
    if (room == RoomLook::Tank) return setup.domain.bounds;
    constexpr float kFar = 1e30f;
    Bounds bounds{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
    TriangleMesh mesh;
    if (setup.solids) setup.solids->addMesh(mesh);
    for (const Vec3 p : mesh.positions) include(bounds, p);
    if (fluid) {
        include(bounds, fluid->lower);
        include(bounds, fluid->upper);
    }
    for (const Emitter& emitter : setup.emitters) include(bounds, emitter.centre);
    return bounds.lower.x <= bounds.upper.x ? bounds : setup.domain.bounds;
}

}  // namespace meniscus
