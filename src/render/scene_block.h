// The uniform block "Scene" of shaders/scene.glsl, member by member; what each holds is said there.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "meniscus/render/renderer.h"

namespace meniscus {

struct SceneBlock {
    glm::mat4 clipFromWorld;
    glm::vec4 eye;
    glm::vec4 forward;
    glm::vec4 right;
    glm::vec4 up;
    glm::vec4 rayCorner;
    glm::vec4 rayPerX;
    glm::vec4 rayPerY;
    glm::vec4 picture;
    glm::vec4 sun;
    glm::vec4 sunLight;
    glm::vec4 skyLight;
    glm::vec4 groundLight;
    glm::vec4 zenith;
    glm::vec4 horizon;
    glm::vec4 nadir;
    glm::vec4 shownZenith;
    glm::vec4 shownHorizon;
    glm::vec4 shownFloor;
    glm::vec4 floorPlace;
    glm::vec4 shadowPlace;
    glm::vec4 shadowTint;
    glm::vec4 caustic;
    glm::vec4 volumeLower;
    glm::vec4 volumeScale;
    glm::vec4 glassTint;
    glm::vec4 rimLight;
    glm::vec4 edgeBright;
    glm::vec4 edgeDark;
    glm::vec4 water;
};

[[nodiscard]] inline glm::vec4 toVec4(Vec3 a, float w) {
    return {a.x, a.y, a.z, w};
}

// The camera's members; the other passes fill in their own.
void describeCamera(SceneBlock& block, const Camera& camera, PictureSize size);

}  // namespace meniscus
