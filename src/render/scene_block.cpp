#include "render/scene_block.h"

#include <cmath>

namespace meniscus {

void describeCamera(SceneBlock& block, const Camera& camera, PictureSize size) {
    const float width = static_cast<float>(size.width);
    const float height = static_cast<float>(size.height);
    const float tangentY = std::tan(0.5f * camera.fieldOfView);
    const float tangentX = tangentY * width / height;
    const glm::mat4 clipFromView = camera.clipFromView(width / height);
    // Depth of the range 0 to 1 at t in front of the eye: z' = (m22 (-t) + m32) / t, then halved and shifted.
    const float a = 0.5f - 0.5f * clipFromView[2][2];
    const float b = 0.5f * clipFromView[3][2];
    const float nearest = clipFromView[3][2] / (clipFromView[2][2] - 1.0f);
    const Vec3 perX = camera.right() * (2.0f * tangentX / width);
    const Vec3 perY = camera.up() * (2.0f * tangentY / height);
    const Vec3 corner = camera.forward() - camera.right() * tangentX - camera.up() * tangentY;

    block.clipFromWorld = clipFromView * camera.viewFromWorld();
    block.eye = toVec4(camera.eye(), nearest);
    block.forward = toVec4(camera.forward(), a);
    block.right = toVec4(camera.right(), tangentX);
    block.up = toVec4(camera.up(), tangentY);
    block.rayCorner = toVec4(corner, b);
    block.rayPerX = toVec4(perX, length(perX));
    block.rayPerY = toVec4(perY, 0.0f);
    block.picture = {width, height, 1.0f / width, 1.0f / height};
}

}  // namespace meniscus
