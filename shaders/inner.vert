// The mesh of a fluid within others (passes/inside.h). Light is looked up here: it changes slowly along a surface.
#include "scene.glsl"
#include "light.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float value;  // degrees Celsius

out vec3 outward;
out vec3 fromEye;
out vec3 reach;         // of sun and sky; how much fluid is around
out float warmth;       // 0 to 1
flat out vec4 sun;      // direction; w: how fast the horizon turns into the zenith
flat out vec4 sunLight;  // w: brightness of the lamps
flat out vec4 horizon;  // w: b of the depth a + b / t
flat out vec4 zenithPart;  // what zenith and nadir differ from the horizon by; w: a of the depth
flat out vec3 nadirPart;
flat out vec3 skyLight;
flat out vec3 groundLight;
flat out vec3 forward;

void main() {
    outward = normal;
    fromEye = position - scene.eye.xyz;
    reach = lightAt(position);
    warmth = smoothstep(kWaxCool, kWaxHot, value);
    sun = vec4(scene.sun.xyz, scene.zenith.w);
    sunLight = scene.sunLight;
    horizon = vec4(scene.horizon.rgb, scene.rayCorner.w);
    zenithPart = vec4(scene.zenith.rgb - scene.horizon.rgb, scene.forward.w);
    nadirPart = scene.nadir.rgb - scene.horizon.rgb;
    skyLight = scene.skyLight.rgb;
    groundLight = scene.groundLight.rgb;
    forward = scene.forward.xyz;
    gl_Position = scene.clipFromWorld * vec4(position, 1.0);
}
