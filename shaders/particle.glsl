// What both ways to place a particle share: points, and quads for those that are larger than the driver's points.
layout(location = 0) in vec4 particle;  // place, value

uniform float radius;

flat out vec3 centre;   // from the eye
flat out vec3 sunPart;  // of the particle's colour, by light
flat out vec3 skyPart;
flat out vec3 heapNormal;   // of the fluid as a whole, shorter where it has none
flat out vec2 surrounding;  // x: how open to the sun, y: how much fluid is around

#include "light.glsl"
#include "colour.glsl"
#include "sphere.glsl"

const vec4 kUnseen = vec4(2.0, 2.0, 2.0, 1.0);

void describeParticle() {
    centre = particle.xyz - scene.eye.xyz;
    vec3 colour = colourOf(particle.w);
    vec3 reach = lightAt(particle.xyz);
    // Deep water keeps less of the red than of the blue.
    vec3 depth = mix(scene.water.rgb, vec3(1.0), reach.x);
    sunPart = colour * scene.sunLight.rgb * reach.x * depth;
    skyPart = colour * mix(depth, vec3(1.0), reach.y) * reach.y;
    surrounding = reach.xz;
    heapNormal = outwardAt(particle.xyz);
}
