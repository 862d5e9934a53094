// Thin clear glass: it mirrors the world by Fresnel, takes a little of what is behind it, more at its edges.
#include "environment.glsl"

in vec3 toEye;
in vec3 outward;
in vec4 gathered;
flat in vec4 sun;
flat in vec4 sunLight;
flat in vec3 horizon;
flat in vec3 zenithPart;
flat in vec3 nadirPart;
flat in vec4 tint;
flat in vec4 rim;

out vec4 pixel;

void main() {
    vec3 view = toEye * inversesqrt(dot(toEye, toEye));
    // The mesh is fine enough that interpolated normals are nearly of length one. Mirroring does not ask for the side.
    float across = dot(outward, view);
    vec3 mirror = 2.0 * across * outward - view;
    float grazing = 1.0 - min(abs(across), 1.0);
    float square = grazing * grazing;
    float edge = square * grazing;
    float fresnel = kGlassMirrored + (1.0 - kGlassMirrored) * edge * square;
    float glint = max(dot(mirror, sun.xyz), 0.0);
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    // A rounded rim gathers light; walls and floors, with no or full height in their normals, do not.
    float round = max(outward.y - outward.y * outward.y, 0.0);
    vec3 mirrored = environment(mirror, horizon, zenithPart, nadirPart, sun.w, sunLight.w);
    vec3 shine = fresnel * mirrored + glint * sunLight.rgb + round * rim.rgb;
    float taken = kGlassTaken + tint.w * edge;
    vec3 colour = shine + taken * tint.rgb + gathered.rgb;
    float alpha = min(max(taken + gathered.a + 0.5 * fresnel, max(shine.r, max(shine.g, shine.b))), 1.0);
    // The square root encodes colour / alpha, times alpha, without a division.
    pixel = rim.w * vec4(min(sqrt(colour * alpha), alpha), alpha);
}
