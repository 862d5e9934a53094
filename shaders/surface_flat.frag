// The near side of the fluid, for passes/water.h; one kind for each triangle.
in vec3 outward;
in float rangeDepth;
flat in float kind;

layout(location = 0) out vec4 normalLayer;
layout(location = 1) out vec2 valueLayer;

void main() {
    normalLayer = vec4(outward, 1.0);
    valueLayer = vec2(kind, rangeDepth);
}
