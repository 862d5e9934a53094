// An arrow along the velocity as it is seen: placed in pixels, so that its shape and its soft edge are the same at every
// distance.
#include "scene.glsl"

layout(location = 0) in vec4 particle;  // place, value
layout(location = 1) in vec3 velocity;

#include "colour.glsl"

uniform float seconds;    // an arrow is as long as the way in this time
uniform float lift;       // m towards the eye, so that neighbours do not hide it
uniform float halfWidth;  // pixels, of the shaft

flat out vec3 colour;
flat out vec4 shape;           // pixels: length, length of the head, half widths of shaft and head
flat out float outline;        // pixels, width of the dark line around it
noperspective out vec2 place;  // pixels along and across, from the beginning

void main() {
    vec3 toEye = normalize(scene.eye.xyz - particle.xyz);
    vec3 base = particle.xyz + toEye * lift;
    vec4 a = scene.clipFromWorld * vec4(base, 1.0);
    vec4 b = scene.clipFromWorld * vec4(base + velocity * seconds, 1.0);
    float nearest = min(a.w, b.w);
    vec2 begin = a.xy / a.w * 0.5 * scene.picture.xy;
    vec2 way = b.xy / b.w * 0.5 * scene.picture.xy - begin;
    float reach = length(way);
    vec2 along = way / max(reach, 1e-6);
    vec2 across = vec2(-along.y, along.x);
    // A short arrow is a small one, and what hardly moves has none.
    float size = halfWidth * clamp(reach / (8.0 * halfWidth), 0.35, 1.0);
    shape = vec4(reach, min(5.0 * size, 0.7 * reach), size, 2.7 * size);
    outline = 0.7 * halfWidth;
    float margin = outline + 1.0;  // with the soft edge
    vec2 corner = vec2(gl_VertexID >> 1, gl_VertexID & 1);
    place.x = mix(-margin, reach + 2.0 * margin, corner.x);
    place.y = mix(-1.0, 1.0, corner.y) * (shape.w + margin);
    vec2 pixels = begin + along * place.x + across * place.y;
    float depth = mix(a.z / a.w, b.z / b.w, corner.x);
    bool isSeen = nearest > scene.eye.w && reach > 3.0 * halfWidth;
    gl_Position = isSeen ? vec4(pixels * 2.0 * scene.picture.zw, depth, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
    colour = mix(colourOf(particle.w), vec3(1.0), 0.7);
}
