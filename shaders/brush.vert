#include "scene.glsl"

uniform vec3 centre;
uniform float radius;

out vec3 place;

// Lies in the plane through the centre that faces the eye, so that the ring is cut where the water is nearer.
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec3 across = (corner.x * scene.right.xyz + corner.y * scene.up.xyz) * radius * 1.25;
    place = centre + across;
    gl_Position = scene.clipFromWorld * vec4(place, 1.0);
}
