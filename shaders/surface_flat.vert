// The mesh of the fluid's surface where its values are kinds, between which there is nothing.
#include "scene.glsl"
#include "colour.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float value;

uniform vec2 depthRange;  // middle and half, m

out vec3 outward;
out float rangeDepth;   // depth in the range
flat out float kind;    // place on the colour scale

void main() {
    outward = normal;
    kind = placeOnScale(value);
    rangeDepth = (dot(position - scene.eye.xyz, scene.forward.xyz) - depthRange.x) / depthRange.y;
    gl_Position = scene.clipFromWorld * vec4(position, 1.0);
}
