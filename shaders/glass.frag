// Thin clear glass: it mirrors the world by Fresnel, takes a little of what is behind it, more at its edges.
#include "scene.glsl"
#include "environment.glsl"

in vec3 toEye;
in vec3 outward;

uniform float strength;  // less for the far side, which is seen through two walls

out vec4 pixel;

void main() {
    vec3 view = normalize(toEye);
    // The mesh is fine enough that interpolated normals are nearly of length one. Mirroring does not ask for the side.
    float across = dot(outward, view);
    vec3 mirror = 2.0 * across * outward - view;
    float facing = min(abs(across), 1.0);

    float grazing = 1.0 - facing;
    float square = grazing * grazing;
    float fresnel = 0.04 + 0.96 * square * square * grazing;
    float edge = square * grazing;
    float glint = max(dot(mirror, scene.sun.xyz), 0.0);
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    // A rounded rim gathers light; walls and floors, with no or full height in their normals, do not.
    float rim = max(outward.y - outward.y * outward.y, 0.0) * scene.rimLight.w;
    vec3 shine = fresnel * environment(mirror) + 2.0 * glint * scene.sunLight.rgb + rim * scene.rimLight.rgb;
    float taken = 0.015 + scene.glassTint.w * edge;
    vec3 colour = shine + taken * scene.glassTint.rgb;
    float alpha = clamp(max(taken + 0.5 * fresnel, max(shine.r, max(shine.g, shine.b))), 0.0, 1.0);
    // The square root encodes colour / alpha, times alpha, without a division.
    pixel = strength * vec4(min(sqrt(colour * alpha), alpha), alpha);
}
