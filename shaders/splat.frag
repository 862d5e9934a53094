// What the disc adds to the mean: much in the middle, next to nothing at the edge.
in vec2 place;
in float depth;
in vec3 outward;
flat in float value;
flat in float least;

layout(location = 0) out vec4 normalLayer;
layout(location = 1) out vec2 valueLayer;

void main() {
    float inside = 1.0 - dot(place, place);
    if (inside <= least) discard;
    float weight = inside * inside;
    normalLayer = vec4(outward, 1.0) * weight;
    valueLayer = vec2(value, depth) * weight;
}
