// A line of constant width on the screen along a sharp edge of glass.
#include "scene.glsl"

layout(location = 0) in vec3 begin;
layout(location = 1) in vec3 end;

uniform float halfWidth;  // pixels

noperspective out float across;  // -1 to 1

void main() {
    vec4 a = scene.clipFromWorld * vec4(begin, 1.0);
    vec4 b = scene.clipFromWorld * vec4(end, 1.0);
    // What lies behind the eye has no place on the screen: the line ends there.
    const float kNearest = 1e-3;
    if (a.w < kNearest) a = mix(a, b, (kNearest - a.w) / (b.w - a.w));
    if (b.w < kNearest) b = mix(b, a, (kNearest - b.w) / (a.w - b.w));
    vec2 along = (b.xy / b.w - a.xy / a.w) * scene.picture.xy;
    vec2 side = vec2(-along.y, along.x) * inversesqrt(max(dot(along, along), 1e-9));
    side = side.y < 0.0 || (side.y == 0.0 && side.x < 0.0) ? -side : side;  // the bright side is always above
    across = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    vec4 place = gl_VertexID < 2 ? a : b;
    place.xy += across * side * 2.0 * (halfWidth + 1.0) * scene.picture.zw * place.w;
    place.z -= 2e-4 * place.w;  // lies on the faces: in front of them, then
    gl_Position = max(a.w, b.w) < kNearest ? vec4(2.0, 2.0, 2.0, 1.0) : place;
}
