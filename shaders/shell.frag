// A thin shell between two fluids: hardly seen from the front, bright at its rim, where it mirrors all light.
#include "environment.glsl"
#include "tone.glsl"

in vec3 outward;
in vec3 fromEye;
in vec3 reach;
flat in vec4 sun;
flat in vec4 sunLight;
flat in vec4 horizon;
flat in vec4 zenithPart;
flat in vec3 nadirPart;
flat in vec3 skyLight;

uniform vec3 colour;
uniform vec3 shell;  // how much it covers in the middle and at the rim; how bright highlights are

out vec4 pixel;

void main() {
    vec3 view = normalize(fromEye);
    vec3 normal = normalize(outward);
    float cosine = clamp(-dot(normal, view), 0.0, 1.0);
    vec3 mirror = view + 2.0 * cosine * normal;
    float rim = smoothstep(0.75, 0.1, cosine);
    float cover = mix(shell.x, shell.y, rim * rim);
    vec3 around = environment(mirror, horizon.rgb, zenithPart.rgb, nadirPart, sun.w, sunLight.w);
    float glint = max(dot(mirror, sun.xyz), 0.0);
    // The far side of the shell mirrors the sun a second time, upside down and larger.
    float second = max(dot(reflect(view, -normal), -sun.xyz * vec3(1.0, 0.6, 1.0)), 0.0);
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    second *= second;
    second *= second;
    float highlight = shell.z * (0.9 * glint * glint + 0.25 * second * (1.0 - cosine));
    // As silver: what comes from above is bright, what comes from below is dark.
    vec3 silver = mix(0.25 * around, 1.1 * skyLight + 0.4 * around, smoothstep(-0.5, 0.6, mirror.y));
    vec3 light = colour * silver;
    float whole = clamp(cover + highlight, 0.0, 1.0);
    pixel = vec4(onScreen((light * cover + highlight * sunLight.rgb) / max(whole, 1e-3)) * whole, whole);
}
