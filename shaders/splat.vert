// A disc in the plane of the surface at a particle ([MCG03] 4.1). Four corners for each.
#include "scene.glsl"
#include "colour.glsl"
#include "splat.glsl"

layout(location = 0) in vec4 particle;  // place, value
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 shape;     // radius; how far the normal leans outward at the edge

uniform float lift;       // m outward: the surface lies outside of the particles' centres
uniform float pushBack;   // m away from the eye, when it is drawn for what it hides
uniform vec2 depthRange;  // middle and half, m
uniform float leastInside;

out vec2 place;           // on the disc, 1 at its edge
out float depth;          // in the range of depths
out vec3 outward;
flat out float value;     // place on the colour scale
flat out float least;     // of 1 - r^2: beyond, a disc would weigh so little that it would pass for a droplet

void main() {
    vec3 side = normalize(abs(normal.y) < 0.7 ? cross(normal, vec3(0.0, 1.0, 0.0)) : cross(normal, vec3(1.0, 0.0, 0.0)));
    vec3 other = cross(normal, side);
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec3 across = place.x * side + place.y * other;
    vec3 at = particle.xyz + lift * normal + shape.x * across;
    vec3 fromEye = at - scene.eye.xyz;
    depth = (dot(fromEye, scene.forward.xyz) - depthRange.x) / depthRange.y;
    vec3 view = normalize(fromEye);
    gl_Position = scene.clipFromWorld * vec4(at + view * (pushBack * slantOf(normal, view)), 1.0);
    outward = normal + shape.y * across;
    value = placeOnScale(particle.w);
    least = leastInside;
}
