// The floor in full light, as far as it can be seen before it fades into the backdrop.
#include "scene.glsl"
#include "backdrop.glsl"

out vec4 pixel;

void main() {
    vec3 d = rayThroughPixel(gl_FragCoord.xy);
    float t = (scene.shownFloor.w - scene.eye.y) / min(d.y, -1e-4);
    vec2 away = scene.eye.xz + t * d.xz - scene.floorPlace.xy;
    float fade = clamp((sqrt(dot(away, away)) - scene.floorPlace.z) * scene.floorPlace.w, 0.0, 1.0);
    fade *= 2.0 - fade;
    pixel = finished(mix(scene.shownFloor.rgb, shownBackdrop(d), fade));
}
