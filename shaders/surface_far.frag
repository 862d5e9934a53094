// The far side of the fluid: the normal, and the depth in the range.
in vec3 outward;
in vec2 valueAndDepth;

out vec4 pixel;

void main() {
    pixel = vec4(outward, valueAndDepth.y);
}
