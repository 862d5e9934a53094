// The camera turns around a target. No OpenGL here: the picking ray of the mouse and the picture share this one.
#pragma once

#include <glm/mat4x4.hpp>

#include "meniscus/core/vec3.h"

namespace meniscus {

struct Ray {
    Vec3 origin;
    Vec3 direction;  // unit length
};

struct Camera {
    Vec3 target{0.0f, 0.2f, 0.0f};
    float distance = 1.2f;     // m, from the target to the eye
    float yaw = 0.5f;          // rad, around y; 0 looks along -z from +z
    float pitch = 0.3f;        // rad, above the horizon
    float fieldOfView = 0.6f;  // rad, vertical
    float floorHeight = 0.0f;  // m: panning keeps the target above it

    [[nodiscard]] Vec3 eye() const;
    [[nodiscard]] Vec3 forward() const;
    [[nodiscard]] Vec3 right() const;
    [[nodiscard]] Vec3 up() const;
    [[nodiscard]] glm::mat4 viewFromWorld() const;
    [[nodiscard]] glm::mat4 clipFromView(float aspect) const;
    // Through a place of the picture: x and y from -1 (left, bottom) to 1 (right, top).
    [[nodiscard]] Ray rayThrough(float x, float y, float aspect) const;
    // World metres that one picture height spans at the given distance from the eye.
    [[nodiscard]] float heightAt(float depth) const;

    // By the mouse: angles in rad; pan in shares of the picture's height; zoom factor below 1 comes nearer. All keep
    // the camera where it still shows something: above the floor, not upside down, neither inside the target nor too
    // far.
    void orbit(float yawBy, float pitchBy);
    void pan(float rightBy, float upBy);
    void zoom(float factor);

    friend bool operator==(const Camera&, const Camera&) = default;
};

}  // namespace meniscus
