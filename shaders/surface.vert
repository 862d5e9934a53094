// The mesh of the fluid's surface.
#include "scene.glsl"
#include "colour.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float value;

uniform vec2 depthRange;  // middle and half, m

out vec3 outward;
out vec2 valueAndDepth;  // place on the colour scale; depth in the range

void main() {
    outward = normal;
    float depth = dot(position - scene.eye.xyz, scene.forward.xyz);
    valueAndDepth = vec2(placeOnScale(value), (depth - depthRange.x) / depthRange.y);
    gl_Position = scene.clipFromWorld * vec4(position, 1.0);
}
