// The floor in full light, as far as it can be seen before it fades into the backdrop.
#include "backdrop.glsl"

out vec4 pixel;

void main() {
    float t = heights.x / min(ray.y, -1e-4);
    vec2 away = t * ray.xz - floorPlace.xy;
    float fade = clamp((sqrt(dot(away, away)) - floorPlace.z) * floorPlace.w, 0.0, 1.0);
    // Below the horizon the backdrop is of one colour.
    pixel = finished(mix(floorColour, horizonColour, fade * (2.0 - fade)));
}
