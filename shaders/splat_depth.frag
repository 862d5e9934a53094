// Only what the disc hides.
in vec2 place;
flat in float least;

void main() {
    if (1.0 - dot(place, place) <= least) discard;
}
