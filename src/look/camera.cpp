#include "meniscus/look/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace meniscus {

namespace {

constexpr float kMinPitch = 0.02f;  // rad: from below the horizon one would look through the floor
constexpr float kMaxPitch = 1.5f;
constexpr float kMinDistance = 0.3f;  // m: nearer, one is among the particles of a scene of half a metre
constexpr float kMaxDistance = 12.0f;
constexpr float kMaxTarget = 4.0f;  // m from the origin, along each axis
constexpr float kTwoPi = 6.28318531f;

// The depth buffer must hold from the nearest splash to the far end of the room.
constexpr float kNearShare = 0.02f;
constexpr float kFarShare = 40.0f;

glm::vec3 toGlm(Vec3 a) {
    return {a.x, a.y, a.z};
}

}  // namespace

Vec3 Camera::forward() const {
    return {-std::sin(yaw) * std::cos(pitch), -std::sin(pitch), -std::cos(yaw) * std::cos(pitch)};
}

Vec3 Camera::eye() const {
    return target - forward() * distance;
}

Vec3 Camera::right() const {
    return {std::cos(yaw), 0.0f, -std::sin(yaw)};
}

Vec3 Camera::up() const {
    return cross(right(), forward());
}

glm::mat4 Camera::viewFromWorld() const {
    return glm::lookAt(toGlm(eye()), toGlm(eye() + forward()), toGlm(up()));
}

glm::mat4 Camera::clipFromView(float aspect) const {
    return glm::perspective(fieldOfView, aspect, kNearShare * distance, kFarShare * distance);
}

Ray Camera::rayThrough(float x, float y, float aspect) const {
    const float tangent = std::tan(0.5f * fieldOfView);
    const Vec3 direction = forward() + right() * (x * tangent * aspect) + up() * (y * tangent);
    return {eye(), normalizedOr(direction, forward())};
}

float Camera::heightAt(float depth) const {
    return 2.0f * depth * std::tan(0.5f * fieldOfView);
}

void Camera::orbit(float yawBy, float pitchBy) {
    yaw = std::remainder(yaw + yawBy, kTwoPi);
    pitch = std::clamp(pitch + pitchBy, kMinPitch, kMaxPitch);
}

void Camera::pan(float rightBy, float upBy) {
    const float height = heightAt(distance);
    target += right() * (rightBy * height) + up() * (upBy * height);
    const Vec3 most{kMaxTarget, kMaxTarget, kMaxTarget};
    target = minPerAxis(maxPerAxis(target, {-kMaxTarget, floorHeight, -kMaxTarget}), most);
}

void Camera::zoom(float factor) {
    distance = std::clamp(distance * factor, kMinDistance, kMaxDistance);
}

}  // namespace meniscus
