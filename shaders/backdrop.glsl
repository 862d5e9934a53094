// Sky and floor are mixed from colours as the screen shows them, which spares the tone of a million pixels.

vec3 shownBackdrop(vec3 d) {
    float rise = d.y * inversesqrt(dot(d, d));
    float above = clamp(rise * scene.zenith.w, 0.0, 1.0);
    return mix(scene.shownHorizon.rgb, scene.shownZenith.rgb, above * (2.0 - above));
}

// A little vignette, and half a step of dither so that soft gradients show no bands.

const float kVignette = 0.3;

vec4 finished(vec3 colour) {
    vec2 away = gl_FragCoord.xy * scene.picture.zw - 0.5;
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    return vec4(colour * (1.0 - kVignette * dot(away, away)) + (noise - 0.5) / 255.0, 1.0);
}
