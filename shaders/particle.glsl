// What both ways to place a particle share: points, and quads for those that are larger than the driver's points. All
// that a ball's pixels have in common is worked out here and handed over: to a software renderer every uniform that a
// fragment reads is a load of its own. Directions are in the axes of the eye: right, up, forward.
layout(location = 0) in vec4 particle;  // place, value
layout(location = 1) in float size;     // factor on the radius

uniform float usualRadius;

flat out vec4 ball;        // centre, radius
flat out vec4 slopes;      // of the ray: at pixel (0, 0) and per pixel
flat out vec4 sun;         // direction; w: 1 / size of a pixel there
flat out vec4 up;          // direction; w: 1 / radius
flat out vec4 sunFold;     // share of sunlight by the normal: x + y * cosine; z, w: likewise of the sky
flat out vec4 sunPart;     // colour by full sun; w: how much fluid is around
flat out vec4 groundPart;  // colour by the sky below; w: a of the depth a + b / t
flat out vec4 skyPart;     // what the sky above adds; w: b of the depth
flat out vec3 mirrorLow;   // what is mirrored from below
flat out vec3 mirrorRise;  // what the sky above adds to it
flat out vec3 glintLight;

#include "light.glsl"
#include "colour.glsl"
#include "sphere.glsl"

const vec4 kUnseen = vec4(2.0, 2.0, 2.0, 1.0);

vec3 inEyeAxes(vec3 a) {
    return vec3(dot(a, scene.right.xyz), dot(a, scene.up.xyz), dot(a, scene.forward.xyz));
}

// Gives the centre as seen from the eye, in the axes of the world, and the radius.
vec4 describeParticle() {
    float radius = usualRadius * size;
    vec3 fromEye = particle.xyz - scene.eye.xyz;
    ball = vec4(inEyeAxes(fromEye), radius);
    slopes = vec4(-scene.right.w, -scene.up.w, 2.0 * vec2(scene.right.w, scene.up.w) * scene.picture.zw);
    sun = vec4(inEyeAxes(scene.sun.xyz), 1.0 / max(scene.rayPerX.w * ball.z, 1e-9));
    up = vec4(scene.right.y, scene.up.y, scene.forward.y, 1.0 / radius);

    vec3 colour = colourOf(particle.w);
    vec3 reach = lightAt(particle.xyz);
    vec3 heap = outwardAt(particle.xyz);
    // Balls alone would look alike on all sides of a heap: its own shape takes part in the shading.
    float share = 0.5 * reach.z;
    sunFold.x = 0.3 + 0.7 * share * dot(heap, scene.sun.xyz);
    sunFold.y = 0.7 * (1.0 - share);
    sunFold.z = share * heap.y;
    sunFold.w = 1.0 - share;
    // Deep water keeps less of the red than of the blue.
    vec3 depth = mix(scene.water.rgb, vec3(1.0), reach.x);
    vec3 ambient = colour * mix(depth, vec3(1.0), reach.y) * reach.y;
    sunPart = vec4(colour * scene.sunLight.rgb * reach.x * depth, reach.z);
    vec3 middle = 0.5 * (scene.skyLight.rgb + scene.groundLight.rgb);
    groundPart = vec4(ambient * middle, scene.forward.w);
    skyPart = vec4(ambient * (scene.skyLight.rgb - middle), scene.rayCorner.w);
    mirrorLow = reach.x * 0.5 * (scene.nadir.rgb + scene.horizon.rgb);
    mirrorRise = reach.x * 0.5 * (mix(scene.horizon.rgb, scene.zenith.rgb, 0.5) - scene.nadir.rgb);
    glintLight = 0.8 * reach.x * scene.sunLight.rgb;
    return vec4(fromEye, radius);
}
