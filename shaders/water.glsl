// Water as an optical body: how it mirrors, bends and takes light. Directions are unit vectors; view goes from the eye to
// the water, normals out of it.

// What happens to a ray that enters at a place whose normal makes an angle of this cosine with it.
struct Entry {
    float mirrored;  // share of light, of both polarisations
    vec3 inside;     // the direction in the water
};

Entry enterWater(vec3 view, vec3 normal, float cosine) {
    // g is the cosine within times the index; Fresnel's formulas for light without polarisation are short in it.
    float g = sqrt(kWaterIndex * kWaterIndex - 1.0 + cosine * cosine);
    float across = (g - cosine) / (g + cosine);
    float along = (cosine * (g + cosine) - 1.0) / (cosine * (g - cosine) + 1.0);
    Entry entry;
    entry.mirrored = 0.5 * across * across * (1.0 + along * along);
    entry.inside = (view + (cosine - g) * normal) / kWaterIndex;
    return entry;
}

// The direction behind the far side. Where light cannot get out it is mirrored; but water stands on something, and one
// sees that through its bottom rather than a mirror.
vec3 leaveWater(vec3 inside, vec3 normal) {
    float cosine = max(dot(inside, normal), 0.0);
    float square = 1.0 - kWaterIndex * kWaterIndex * (1.0 - cosine * cosine);
    vec3 bent = kWaterIndex * inside + (sqrt(max(square, 0.0)) - kWaterIndex * cosine) * normal;
    vec3 kept = normal.y < -0.3 ? inside : inside - 2.0 * cosine * normal;
    return square > 0.0 ? bent : kept;
}

// What is left of light after a way through the water: doublings of darkness by colour.
vec3 passedOn(float way, vec3 darkness) {
    return exp2(-way * darkness);
}
