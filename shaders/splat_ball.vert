// Under the splats: every particle as a ball, so that there is something wherever splats leave a gap. Four corners for
// each. Its depth for the test is that of its centre; from near to far, most of what is hidden is then never shaded.
#include "scene.glsl"
#include "colour.glsl"
#include "sphere.glsl"
#include "splat.glsl"

layout(location = 0) in vec4 particle;  // place, value
layout(location = 1) in vec4 shape;     // normal, zero for droplets and deep inside; radius
layout(location = 2) in vec3 look;      // y: how round it is; z: weight, little: where there are splats they decide

uniform vec2 depthRange;  // middle and half, m
uniform float pushBack;   // m behind the centre, for what it hides

flat out vec4 ball;       // centre seen from the eye, radius
flat out vec4 cornerRay;  // through pixel (0, 0); w: 1 / radius
flat out vec4 perX;       // w: middle of the range of depths
flat out vec4 perY;       // w: 1 / half of it
flat out float value;     // place on the colour scale
flat out vec3 outward;    // what the normal is near to
flat out vec2 share;      // weight; how much of the normal is the ball's own

void main() {
    vec3 normal = shape.xyz;
    float radius = shape.w;
    vec3 fromEye = particle.xyz - scene.eye.xyz;
    Extent extent = sphereExtent(fromEye, radius);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float behind = pushBack * slantOf(normal, normalize(fromEye));
    float depth = scene.forward.w + scene.rayCorner.w / (dot(fromEye, scene.forward.xyz) + behind);
    vec2 place = extent.centre + corner * (extent.halfSize + scene.picture.zw);
    gl_Position = extent.isSeen ? vec4(place, 2.0 * depth - 1.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
    ball = vec4(fromEye, radius);
    cornerRay = vec4(scene.rayCorner.xyz, 1.0 / radius);
    perX = vec4(scene.rayPerX.xyz, depthRange.x);
    perY = vec4(scene.rayPerY.xyz, 1.0 / depthRange.y);
    value = placeOnScale(particle.w);
    // Beside its splat a ball shows at edges only, where it must look like a part of the surface and not like a bead.
    bool hasSplat = dot(normal, normal) > 0.5;
    outward = normal;
    share = vec2(look.z, hasSplat ? 0.25 + look.y : 1.0);
}
