// Sky and floor are mixed from colours as the screen shows them, which spares the tone of a million pixels.
noperspective in vec3 ray;
noperspective in vec2 fromMiddle;
flat in vec3 zenithColour;
flat in vec3 horizonColour;
flat in vec3 floorColour;
flat in vec4 floorPlace;
flat in vec2 heights;

vec3 backdrop() {
    float rise = ray.y * inversesqrt(dot(ray, ray));
    float above = clamp(rise * heights.y, 0.0, 1.0);
    return mix(horizonColour, zenithColour, above * (2.0 - above));
}

// A little vignette, and half a step of dither so that soft gradients show no bands.
vec4 finished(vec3 colour) {
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float share = 1.0 - kVignette * dot(fromMiddle, fromMiddle);
    return vec4(colour * share + (noise / 255.0 - 0.5 / 255.0), 1.0);
}
