// Four corners for each particle.
#include "scene.glsl"
#include "particle.glsl"

void main() {
    vec4 particleBall = describeParticle();
    Extent extent = sphereExtent(particleBall.xyz, particleBall.w);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec2 halfSize = extent.halfSize + 2.0 * scene.picture.zw;
    gl_Position = extent.isSeen ? vec4(extent.centre + corner * halfSize, 0.0, 1.0) : kUnseen;
}
