#include "backdrop.glsl"

out vec4 pixel;

void main() {
    pixel = finished(backdrop());
}
