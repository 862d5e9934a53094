#include "tone.glsl"

flat in vec3 colour;

out vec4 pixel;

void main() {
    pixel = vec4(onScreen(colour), 1.0);
}
