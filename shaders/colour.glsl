// The colour of a value, from the scale that the legend shows.
uniform sampler2D colourScale;
uniform vec2 colourRange;  // lower end, 1 / length

// 0 at the lower end of the range, 1 at the upper.
float placeOnScale(float value) {
    return clamp((value - colourRange.x) * colourRange.y, 0.0, 1.0);
}

vec3 colourAt(float place) {
    return textureLod(colourScale, vec2((place * (kScaleSteps - 1.0) + 0.5) / kScaleSteps, 0.5), 0.0).rgb;
}

vec3 colourOf(float value) {
    return colourAt(placeOnScale(value));
}
