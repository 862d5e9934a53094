// Wax: light enters it and comes out nearby, so that shadows are soft and full of colour, and edges let light through. Hot
// wax glows.
#include "environment.glsl"
#include "tone.glsl"

in vec3 outward;
in vec3 fromEye;
in vec3 reach;
in float warmth;
flat in vec4 sun;
flat in vec4 sunLight;
flat in vec4 horizon;
flat in vec4 zenithPart;
flat in vec3 nadirPart;
flat in vec3 skyLight;
flat in vec3 groundLight;

uniform vec3 colour;

const float kWrap = 0.4;  // how far light reaches around

out vec4 pixel;

void main() {
    vec3 view = normalize(fromEye);
    vec3 normal = normalize(outward);
    float cosine = clamp(-dot(normal, view), 0.0, 1.0);
    float grazing = 1.0 - cosine;
    // Water around takes much less light than the volume of light, which knows no wax, says.
    vec2 open = 0.55 + 0.45 * reach.xy;
    float lit = max((dot(normal, sun.xyz) + kWrap) / (1.0 + kWrap), 0.0);
    vec3 ambient = mix(groundLight, skyLight, 0.5 + 0.5 * normal.y) * open.y;
    vec3 light = ambient + lit * lit * open.x * sunLight.rgb;
    vec3 through = kWaxThrough * grazing * grazing * (ambient + open.x * sunLight.rgb * (0.5 + 0.5 * dot(view, sun.xyz)));
    // Where little light comes from it has gone a long way through the wax, and has more of its colour.
    float brightest = max(light.r, max(light.g, light.b));
    vec3 deep = mix(colour * colour, colour, clamp(0.8 * brightest, 0.0, 1.0));
    vec3 ember = colour * mix(vec3(1.0), kWaxEmber * 1.6, warmth);
    vec3 shown = kWaxLight * deep * (light + through) + kWaxGlow * warmth * ember * (0.55 + 0.45 * cosine);

    vec3 mirror = view + 2.0 * cosine * normal;
    float square = grazing * grazing;
    float fresnel = kWaxMirrored + 0.2 * square * square * grazing;
    vec3 around = environment(mirror, horizon.rgb, zenithPart.rgb, nadirPart, sun.w, sunLight.w);
    float glint = max(dot(mirror, sun.xyz), 0.0);
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    float halo = glint;
    glint *= glint;
    glint *= glint;
    shown += fresnel * around * open.y + (0.04 * halo + 0.7 * glint) * open.x * sunLight.rgb;
    pixel = vec4(onScreen(shown), 1.0);
}
