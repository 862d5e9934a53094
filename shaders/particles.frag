// A lit sphere, by the exact way of the ray through the pixel. Edges are blended, so particles come from far to near.
#include "scene.glsl"
#include "environment.glsl"
#include "tone.glsl"

flat in vec3 centre;
flat in vec3 sunPart;
flat in vec3 skyPart;
flat in vec3 heapNormal;
flat in vec2 surrounding;

uniform float radius;

out vec4 pixel;

void main() {
    vec3 d = rayThroughPixel(gl_FragCoord.xy);
    float perLength = 1.0 / dot(d, d);
    float middle = dot(d, centre) * perLength;  // where the ray is nearest to the centre
    vec3 across = middle * d - centre;
    float away = dot(across, across);
    float pixelSize = scene.rayPerX.w * middle;
    float coverage = clamp((radius - sqrt(away)) / pixelSize + 0.5, 0.0, 1.0);
    if (coverage <= 0.0) discard;
    float t = middle - sqrt(max(radius * radius - away, 0.0) * perLength);
    gl_FragDepth = depthAt(t);

    vec3 normal = (t * d - centre) / radius;
    vec3 view = d * sqrt(perLength);
    float facing = clamp(-dot(normal, view), 0.0, 1.0);
    vec3 mirror = reflect(view, normal);

    // Between balls that touch, light gets lost at their edges.
    float grazing = 1.0 - facing;
    float square = grazing * grazing;
    float crevice = 1.0 - 0.75 * surrounding.y * square;

    // Balls alone would look alike on all sides of a heap: its own shape takes part in the shading.
    vec3 shape = mix(normal, heapNormal, 0.65 * surrounding.y);
    float wrapped = max(0.3 + 0.7 * dot(shape, scene.sun.xyz), 0.0);
    float up = 0.5 + 0.5 * shape.y;
    vec3 colour = sunPart * wrapped + skyPart * mix(scene.groundLight.rgb, scene.skyLight.rgb, up);
    // The sheen of the sky on what lies open to it.
    float fresnel = 0.02 + 0.6 * square * square * (1.0 - surrounding.y) + 0.12 * max(shape.y, 0.0);
    float glint = max(dot(mirror, scene.sun.xyz), 0.0);
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    colour = colour * crevice + surrounding.x * (fresnel * surroundings(mirror) + 0.8 * glint * scene.sunLight.rgb);
    pixel = vec4(onScreen(colour) * coverage, coverage);
}
