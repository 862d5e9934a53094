#include "app/window/picture/scene_camera.h"

namespace meniscus {

void SceneCamera::open(const SceneLook& look, const WorldSetup& setup, const std::optional<Bounds>& fluid,
                       float floorHeight) {
    look_ = look;
    subject_ = subjectOf(setup, fluid, look.room);
    floorHeight_ = floorHeight;
    isHome_ = true;
}

Camera SceneCamera::ownCamera() const {
    return cameraOf(look_);
}

void SceneCamera::orbit(float yaw, float pitch) {
    isHome_ = false;
    camera_.orbit(yaw, pitch);
}

void SceneCamera::pan(float right, float up) {
    isHome_ = false;
    camera_.pan(right, up);
}

void SceneCamera::zoom(float factor) {
    isHome_ = false;
    camera_.zoom(factor);
}

void SceneCamera::follow(float aspect, const std::optional<PicturePart>& part) {
    if (!isHome_) return;
    camera_ = ownCamera();
    camera_.floorHeight = floorHeight_;
    if (part && !look_.isExact) camera_ = framed(camera_, subject_, aspect, *part);
}

void SceneCamera::keepIn(SceneLook& look) const {
    if (isHome_) return;
    look.target = camera_.target;
    look.distance = camera_.distance;
    look.yaw = camera_.yaw;
    look.pitch = camera_.pitch;
    look.isExact = true;
}

}  // namespace meniscus
