// From light to the screen. Every shader ends with this, because a pass of its own over the whole picture costs a
// software renderer more than all of the background: so pictures hold what the screen shows, and blending mixes that.

// Straight up to the knee, then ever flatter towards 1; very bright colours turn to white as on film.
vec3 toned(vec3 c) {
    float most = max(c.r, max(c.g, c.b));
    c = mix(c, vec3(most), clamp(kWhitePerLight * most - kWhitePerLight, 0.0, kMaxWhite));
    vec3 over = max(c - kToneKnee, 0.0);
    return min(c, kToneKnee) + over / (1.0 + over / (1.0 - kToneKnee));
}

// Nearly sRGB; a square root is far cheaper than a power. include/meniscus/look/tone.h has the same.
vec3 encoded(vec3 c) {
    vec3 root = sqrt(c);
    return root * (kEncodeFirst - kEncodeSecond * root);
}

vec3 onScreen(vec3 light) {
    return encoded(toned(light));
}
