// The colour of a value, from the scale that the legend shows.
uniform sampler2D colourScale;
uniform vec2 colourRange;  // lower end, 1 / length

vec3 colourOf(float value) {
    float place = clamp((value - colourRange.x) * colourRange.y, 0.0, 1.0);
    return textureLod(colourScale, vec2((place * 63.0 + 0.5) / 64.0, 0.5), 0.0).rgb;
}
