#include "scene.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;

out vec3 toEye;
out vec3 outward;

void main() {
    toEye = scene.eye.xyz - position;
    outward = normal;
    gl_Position = scene.clipFromWorld * vec4(position, 1.0);
}
