// What shadow does to the floor: the picture is multiplied by twice this.
#include "tone.glsl"

in vec2 at;
flat in vec4 tint;
flat in vec4 caustic;

// x: water on the way to the sun, y: glass on that way, z: how closed the sky is, w: how much water gathers the light.
uniform sampler2D shadow;

out vec4 pixel;

void main() {
    vec4 shade = texture(shadow, at);
    vec3 sun = exp2(-shade.x * tint.rgb) * (1.0 - shade.y);
    sun = mix(vec3(1.0), sun, tint.w) + shade.w * caustic.rgb;
    pixel = vec4(0.5 * encoded(sun * (1.0 - shade.z * caustic.w)), 1.0);
}
