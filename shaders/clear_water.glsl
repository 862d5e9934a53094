// Clear water, pixel by pixel: where a ray leaves it and what it sees there, and what the water mirrors. Needs
// environment.glsl, tone.glsl, water.glsl and fluid_layers.glsl.
uniform sampler2D behind;   // the picture without the fluid
uniform sampler2D farSide;  // normal, depth

const float kEdgeLoss = 0.35;
// How much the bent way to the far side may differ from the straight one: beyond this its plane is too far from the truth.
const float kLeastBending = 0.2;
const float kMostBending = 1.3;
const float kLeastSlope = 0.1;  // cosine between bent way and far side: along it there is no place to come out

vec3 surroundings(vec3 d) {
    return environment(d, horizon.rgb, zenithPart.rgb, nadirPart.rgb, sun.w, sunLight.w);
}

// Where a place (seen from the eye) is in the picture, 0 to 1.
vec2 inPicture(vec3 place) {
    return vec2(dot(place, toColumn.xyz), dot(place, toRow.xyz)) / max(dot(place, forward.xyz), 1e-3);
}

// What one sees from a place in a direction: the picture where the floor is, or else the world around. As the square of
// what the screen shows, which is nearly light.
vec3 seenFrom(vec3 place, vec3 d) {
    float way = (nadirPart.w - place.y) / min(d.y, -1e-4);
    vec3 onFloor = place + max(way, 0.0) * d;
    vec2 at = inPicture(onFloor);
    vec3 shown = textureLod(behind, at, 0.0).rgb;
    vec3 around = onScreen(surroundings(d));
    vec2 off = abs(at - 0.5);
    bool isFloor = d.y < -0.02 && dot(onFloor, forward.xyz) > 0.0 && max(off.x, off.y) < 0.5;
    vec3 seen = isFloor ? shown : around;
    return seen * seen;
}

// The way through the water.
struct Passage {
    float way;  // m
    vec3 exit;  // seen from the eye
    vec3 farNormal;
};

Passage passageThrough(Fluid fluid, Entry entry) {
    Passage passage;
    // How far it is to the far side: to the plane that one would see there if light did not bend.
    vec4 guess = textureLod(farSide, farAt, 0.0);
    float straight = max(toColumn.w + toRow.w * guess.w - fluid.depth, 0.0) * fluid.slant;
    float bending = dot(fluid.view, guess.xyz) / max(dot(entry.inside, guess.xyz), kLeastSlope);
    passage.way = straight * clamp(bending, kLeastBending, kMostBending);
    passage.exit = fluid.place + passage.way * entry.inside;
    vec2 exitAt = inPicture(passage.exit) * vec2(forward.w, darkness.w) - vec2(glow.w, droplets.x);
    passage.farNormal = textureLod(farSide, exitAt, 0.0).xyz;
    passage.farNormal *= inversesqrt(max(dot(passage.farNormal, passage.farNormal), 1e-6));
    if (fluid.isDroplet) {
        float chord = -2.0 * dot(entry.inside, fluid.normal);
        passage.way = chord * droplets.y;
        passage.exit = fluid.place + passage.way * entry.inside;
        passage.farNormal = fluid.normal + chord * entry.inside;
    }
    return passage;
}

// The pixel, given the light that comes through the water.
vec4 waterPixel(Fluid fluid, Entry entry, vec3 through) {
    // Light that only grazes the water is lost in it: outlines are darker, and show on a white background, too.
    float grazing = 1.0 - fluid.cosine;
    grazing *= grazing;
    through *= 1.0 - kEdgeLoss * grazing * grazing;
    vec3 mirror = fluid.view + 2.0 * fluid.cosine * fluid.normal;
    vec3 shine = entry.mirrored * surroundings(mirror) + sunGlint(mirror);
    vec3 light = (1.0 - entry.mirrored) * through + toned(shine);
    return vec4(sqrt(min(light, 1.0)) * fluid.cover, fluid.cover);
}
