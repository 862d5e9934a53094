// The fluid in the colours of its values: lit like glossy paint, since colours that mean something must be seen.
#include "environment.glsl"
#include "tone.glsl"
#include "water.glsl"
#include "scene.glsl"
#include "light.glsl"
#include "colour.glsl"
#include "fluid_layers.glsl"

uniform float opacity;

out vec4 pixel;

void main() {
    Fluid fluid = fluidHere();
    vec3 colour = colourAt(fluid.value);
    vec3 reach = lightAt(fluid.place + scene.eye.xyz + fluid.normal * scene.volumeScale.w);
    float sunny = max(0.25 + 0.75 * dot(fluid.normal, sun.xyz), 0.0) * reach.x;
    float open = 0.35 + 0.65 * reach.y;
    vec3 ambient = mix(scene.groundLight.rgb, scene.skyLight.rgb, 0.5 + 0.5 * fluid.normal.y) * open;
    float mirrored = min(enterWater(fluid.view, fluid.normal, fluid.cosine).mirrored, 0.4);
    vec3 mirror = fluid.view + 2.0 * fluid.cosine * fluid.normal;
    vec3 sky = environment(mirror, horizon.rgb, zenithPart.rgb, nadirPart.rgb, sun.w, sunLight.w);
    vec3 light = colour * (ambient + 0.8 * sunny * sunLight.rgb) * (1.0 - mirrored) + mirrored * sky +
                 reach.x * sunGlint(mirror);
    float cover = fluid.cover * opacity;
    pixel = vec4(onScreen(light) * cover, cover);
}
