// Only what the disc hides.
in vec2 place;

void main() {
    if (dot(place, place) > 1.0) discard;
}
