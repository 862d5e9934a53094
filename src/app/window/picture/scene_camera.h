// The camera of the window: at the scene's own place until the user moves it.
#pragma once

#include <optional>

#include "meniscus/look/camera.h"
#include "meniscus/look/framing.h"
#include "meniscus/scene/scene.h"

namespace meniscus {

class SceneCamera {
  public:
    // Another scene: the camera goes to its place. fluid: around the particles with which it begins.
    void open(const SceneLook& look, const WorldSetup& setup, const std::optional<Bounds>& fluid, float floorHeight);

    [[nodiscard]] const Camera& camera() const { return camera_; }
    // From where the scene itself is looked at, before panels and the user move the camera.
    [[nodiscard]] Camera ownCamera() const;

    void orbit(float yaw, float pitch);
    void pan(float right, float up);
    void zoom(float factor);
    void goHome() { isHome_ = true; }
    // Until the user takes the camera, it keeps the scene in view whatever becomes of window and panels. part: of the
    // picture, which the panels leave free; empty where there is nothing to draw on.
    void follow(float aspect, const std::optional<PicturePart>& part);
    // Into a scene that is saved, where the user has moved it.
    void keepIn(SceneLook& look) const;

  private:
    Camera camera_;
    bool isHome_ = true;  // nobody has moved it
    SceneLook look_;
    Bounds subject_;  // what a picture must show
    float floorHeight_ = 0.0f;
};

}  // namespace meniscus
