// A glow around a particle of a flame, a little taller than wide. Four corners for each.
#include "scene.glsl"

layout(location = 0) in vec4 glow;   // place, radius
layout(location = 1) in vec4 light;  // w: share of what is behind it that it covers

uniform float size;      // factor on the radius
uniform float strength;  // factor on light and cover

out vec2 place;  // 1 at the edge
flat out vec4 shine;

void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec3 side = scene.right.xyz * place.x;
    vec3 upward = normalize(mix(scene.up.xyz, vec3(0.0, 1.0, 0.0), 0.5)) * (kFlameTaller * place.y);
    gl_Position = scene.clipFromWorld * vec4(glow.xyz + size * glow.w * (side + upward), 1.0);
    shine = strength * light;
}
