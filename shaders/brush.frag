// A ring with a dark lining, so that it shows on white and on black, and a breath of colour within.
#include "scene.glsl"

in vec3 place;

uniform vec3 centre;
uniform float radius;
uniform vec3 colour;
uniform float strength;
uniform float glow;  // of the inside

out vec4 pixel;

void main() {
    float away = distance(place, centre);
    float pixelSize = scene.rayPerX.w * dot(place - scene.eye.xyz, scene.forward.xyz);
    float halfWidth = max(1.4 * pixelSize, 0.014 * radius);
    float line = clamp((halfWidth - abs(away - radius)) / pixelSize + 0.5, 0.0, 1.0);
    float lining = clamp((2.2 * halfWidth - abs(away - radius)) / (1.5 * pixelSize) + 0.5, 0.0, 1.0);
    float share = away / radius;
    float inside = share < 1.0 ? glow * (0.15 + 0.85 * share * share * share) : 0.0;
    float alpha = max(line, max(0.45 * lining, inside));
    vec3 shown = sqrt(colour) * max(line, inside);
    pixel = strength * vec4(shown, alpha);
}
