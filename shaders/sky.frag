#include "scene.glsl"
#include "backdrop.glsl"

out vec4 pixel;

void main() {
    pixel = finished(shownBackdrop(rayThroughPixel(gl_FragCoord.xy)));
}
