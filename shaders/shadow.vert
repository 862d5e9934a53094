// The part of the floor that has shadow on it.
#include "scene.glsl"

uniform vec4 part;  // of the shadow texture, lower and upper corner, 0 to 1

out vec2 at;
flat out vec4 tint;    // doublings of darkness; w: share of the sun
flat out vec4 caustic;  // light that water gathers; w: how much fluid takes from the sky

void main() {
    tint = scene.shadowTint;
    caustic = scene.caustic;
    at = mix(part.xy, part.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    vec2 place = scene.shadowPlace.xy + at * scene.shadowPlace.zw;
    gl_Position = scene.clipFromWorld * vec4(place.x, scene.shownFloor.w, place.y, 1.0);
}
