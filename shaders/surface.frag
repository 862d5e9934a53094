// The near side of the fluid, for passes/water.h.
in vec3 outward;
in vec2 valueAndDepth;

layout(location = 0) out vec4 normalLayer;
layout(location = 1) out vec2 valueLayer;

void main() {
    normalLayer = vec4(outward, 1.0);
    valueLayer = valueAndDepth;
}
