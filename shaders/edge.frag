// Half of the line is bright and half is dark, so that it shows on every background.
#include "scene.glsl"

noperspective in float across;

uniform float halfWidth;
uniform float strength;

out vec4 pixel;

void main() {
    float away = across * (halfWidth + 1.0);  // pixels
    float cover = clamp(halfWidth + 0.5 - abs(away), 0.0, 1.0);
    float upper = clamp(0.5 * away + 0.5, 0.0, 1.0);
    vec4 bright = scene.edgeBright;
    vec4 dark = scene.edgeDark;
    vec4 shown = mix(dark, bright, upper);
    pixel = vec4(shown.rgb * shown.a, shown.a) * (cover * strength);
}
