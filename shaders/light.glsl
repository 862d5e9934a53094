// How light reaches a place in the fluid: x of the sun, y of the sky, both 1 in the open; z: how much of the space around
// is fluid (passes/light_volume.cpp).
uniform sampler3D lightVolume;

vec3 lightAt(vec3 place) {
    return textureLod(lightVolume, (place - scene.volumeLower.xyz) * scene.volumeScale.xyz, 0.0).xyz;
}

// Out of the fluid, as long as 1 at its surface and short within it and around lone drops: the shape of the heap.
vec3 outwardAt(vec3 place) {
    float a = scene.volumeScale.w;
    vec3 lower = vec3(lightAt(place - vec3(a, 0.0, 0.0)).z, lightAt(place - vec3(0.0, a, 0.0)).z,
                      lightAt(place - vec3(0.0, 0.0, a)).z);
    vec3 upper = vec3(lightAt(place + vec3(a, 0.0, 0.0)).z, lightAt(place + vec3(0.0, a, 0.0)).z,
                      lightAt(place + vec3(0.0, 0.0, a)).z);
    vec3 outward = 1.5 * (lower - upper);
    return outward * inversesqrt(max(dot(outward, outward), 1.0));
}
