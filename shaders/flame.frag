// Brightest in the middle, nothing at the edge. What the screen shows adds up, so it is not toned.
in vec2 place;
flat in vec4 shine;

out vec4 pixel;

void main() {
    float inside = max(1.0 - dot(place, place), 0.0);
    pixel = shine * (inside * inside);
}
