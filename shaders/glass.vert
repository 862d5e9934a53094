// What is the same for all of the glass is handed over from here: to a software renderer every uniform that a fragment
// reads is a load of its own.
#include "scene.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 look;  // light that flat glass gathers, how much glass one looks through

uniform float strength;  // less for the far side, which is seen through two walls

out vec3 toEye;
out vec3 outward;
out vec4 gathered;         // light of flat glass; w: what its thickness takes
flat out vec4 sun;         // direction; w: how fast the horizon turns into the zenith
flat out vec4 sunLight;    // w: brightness of the lamps
flat out vec3 horizon;
flat out vec3 zenithPart;  // what zenith and nadir differ from the horizon by
flat out vec3 nadirPart;
flat out vec4 tint;        // w: how dark edges are
flat out vec4 rim;         // w: strength of all

void main() {
    toEye = scene.eye.xyz - position;
    outward = normal;
    // Glass is green in the direction in which it is thick.
    vec3 thick = scene.rimLight.rgb * kThickGlassColour;
    float taken = kThickGlassTaken * look.y;
    // A rim that is seen along is thinner than a pixel and would be a row of dashes: the line on its edge is enough.
    float open = normal.y > 0.9 ? min(2.5 * abs(toEye.y) * inversesqrt(dot(toEye, toEye)), 1.0) : 1.0;
    gathered = open * vec4(look.x * scene.rimLight.rgb + taken * thick, taken);
    sun = vec4(scene.sun.xyz, scene.zenith.w);
    sunLight = vec4(2.0 * scene.sunLight.rgb, scene.sunLight.w);
    horizon = scene.horizon.rgb;
    zenithPart = scene.zenith.rgb - scene.horizon.rgb;
    nadirPart = scene.nadir.rgb - scene.horizon.rgb;
    tint = scene.glassTint;
    rim = vec4(scene.rimLight.rgb * scene.rimLight.w, strength);
    gl_Position = scene.clipFromWorld * vec4(position, 1.0);
}
