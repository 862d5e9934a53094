// What a mirror or a lens shows of the world around, in the unit direction d. backdrop.glsl is the same for the eye. The
// colours are handed in because a fragment should have them from its vertices (see glass.vert): what zenith and nadir
// differ from the horizon by, how fast the horizon turns into them, and how bright the lamps are.
//
// include/meniscus/look/environment.h has the same and says what the lamps are.
vec3 environment(vec3 d, vec3 horizon, vec3 zenithPart, vec3 nadirPart, float sharpness, float lamps) {
    vec3 part = d.y > 0.0 ? zenithPart : nadirPart;
    float left = clamp(kLeftLampShape.x * dot(d.xz, kLeftLamp) - kLeftLampShape.y, 0.0, kLeftLampShape.z);
    float right = clamp(kRightLampShape.x * dot(d.xz, kRightLamp) - kRightLampShape.y, 0.0, kRightLampShape.z);
    return horizon + part * min(abs(d.y) * sharpness, 1.0) + lamps * (left + right);
}
