// What a mirror or a lens shows of the world around, in the unit direction d. backdrop.glsl is the same for the eye. The
// colours are handed in because a fragment should have them from its vertices (see glass.vert): what zenith and nadir
// differ from the horizon by, how fast the horizon turns into them, and how bright the lamps are.
//
// The lamps are two, soft and near the horizon, as studios have them. On upright round glass they become long streaks.
vec3 environment(vec3 d, vec3 horizon, vec3 zenithPart, vec3 nadirPart, float sharpness, float lamps) {
    vec3 part = d.y > 0.0 ? zenithPart : nadirPart;
    float left = clamp(9.0 * dot(d.xz, vec2(-0.93, 0.37)) - 7.4, 0.0, 1.0);
    float right = clamp(16.0 * dot(d.xz, vec2(0.96, 0.28)) - 14.4, 0.0, 0.6);
    return horizon + part * min(abs(d.y) * sharpness, 1.0) + lamps * (left + right);
}
