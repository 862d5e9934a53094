#include "scene.glsl"
#include "particle.glsl"

void main() {
    vec4 particleBall = describeParticle();
    Extent extent = sphereExtent(particleBall.xyz, particleBall.w);
    // A point whose centre is outside of the picture is not drawn at all: it moves to the edge and grows instead.
    vec2 middle = clamp(extent.centre, -1.0, 1.0);
    vec2 halfSize = extent.halfSize + abs(extent.centre - middle);
    vec2 pixels = halfSize * scene.picture.xy;
    bool isInPicture = all(lessThan(abs(extent.centre), 1.0 + extent.halfSize));
    gl_Position = extent.isSeen && isInPicture ? vec4(middle, 0.0, 1.0) : kUnseen;
    gl_PointSize = max(pixels.x, pixels.y) + 2.0;
}
