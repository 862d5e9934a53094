// The world around as light, for reflections and for what is seen through water. backdrop.glsl is the same for the eye.

// Without lamps, for small things on which they would not show; d is a unit vector.
vec3 surroundings(vec3 d) {
    vec3 end = d.y > 0.0 ? scene.zenith.rgb : scene.nadir.rgb;
    return mix(scene.horizon.rgb, end, min(abs(d.y) * scene.zenith.w, 1.0));
}

// With two soft lamps near the horizon, as studios have them. On upright round glass they become long streaks.
vec3 environment(vec3 d) {
    float left = clamp(9.0 * dot(d, vec3(-0.93, 0.0, 0.37)) - 7.4, 0.0, 1.0);
    float right = clamp(16.0 * dot(d, vec3(0.96, 0.0, 0.28)) - 14.4, 0.0, 0.6);
    return surroundings(d) + scene.sunLight.w * (left + right);
}
