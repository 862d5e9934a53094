// Clear water with other fluids in it: as water.frag, but the ray within may meet what passes/inside.h has drawn.
#include "environment.glsl"
#include "tone.glsl"
#include "water.glsl"
#include "fluid_layers.glsl"
#include "clear_water.glsl"

uniform sampler2D insideColour;  // opaque things and shells, premultiplied
uniform sampler2D insideDepth;   // of the nearest, tinted ones, too
uniform sampler2D insideFar;     // their far sides, m in front of the eye
uniform sampler2D insideTint;    // halvings of light by colour on the way through tinted ones; w: by what is scattered
uniform sampler2D insideHaze;    // colour of what is scattered, times those halvings

const int kSteps = 6;
const int kHalvings = 3;
// A ray that is farther behind what one sees than so many steps and radii of a droplet has passed behind it.
const float kMostSteps = 1.5;
const float kMostRadii = 3.0;
// What is inside is taken for as thick at least, in radii of a droplet: where its far side is known, and where it is not.
const float kThinnest = 0.5;
const float kUsualThickness = 2.5;

out vec4 pixel;

// A place, or a step, as the picture takes it: x and y times forward depth, and that.
vec3 inPictureSpace(vec3 a) {
    return vec3(dot(a, toColumn.xyz), dot(a, toRow.xyz), dot(a, forward.xyz));
}

// How far a place of picture space is behind what is seen inside there, m.
float gapAt(vec3 place) {
    float perDepth = 1.0 / place.z;
    return place.z - zenithPart.w / (textureLod(insideDepth, place.xy * perDepth, 0.0).r - horizon.w);
}

// Where along its way in the water a ray meets something, 0 to 1; below 0 if it does not. Step by step until it is
// behind what is seen where it is then; but not where it came behind it from the side.
float meetInside(vec3 start, vec3 whole) {
    vec3 part = whole / float(kSteps);
    float most = kMostSteps * part.z + kMostRadii * droplets.y;
    float hit = -1.0;
    for (int k = 0; k <= kSteps; ++k) {
        float gap = gapAt(start + float(k) * part);
        if (gap > 0.0 && gap < most) {
            hit = float(k);
            break;
        }
    }
    if (hit < 0.0) return hit;
    float before = max(hit - 1.0, 0.0);
    for (int k = 0; k < kHalvings; ++k) {
        float middle = 0.5 * (before + hit);
        bool isBehind = gapAt(start + middle * part) > 0.0;
        before = isBehind ? before : middle;
        hit = isBehind ? middle : hit;
    }
    vec3 met = start + hit * part;
    float farSide = textureLod(insideFar, met.xy / met.z, 0.0).r;
    float thickness = farSide > 0.0 ? kThinnest : kUsualThickness;
    bool isMet = met.z < farSide || gapAt(met) < thickness * droplets.y;
    return isMet ? hit / float(kSteps) : -1.0;
}

// What is seen inside at a place of the picture, with light behind it.
vec3 throughInside(vec3 light, vec2 at) {
    vec4 seen = textureLod(insideColour, at, 0.0);
    // Nearly light, as in seenFrom.
    light = light * (1.0 - seen.a) + seen.rgb * seen.rgb / max(seen.a, 1e-3);
    vec4 tint = max(textureLod(insideTint, at, 0.0), 0.0);
    vec3 haze = max(textureLod(insideHaze, at, 0.0).rgb, 0.0) / max(tint.w, 1e-4);
    return light * exp2(-tint.rgb) + haze * (1.0 - exp2(-tint.w));
}

// Light through water of that length, with its own glow.
vec3 afterWater(vec3 light, float way) {
    vec3 left = passedOn(way, darkness.rgb);
    return light * left + glow.rgb * (1.0 - left);
}

void main() {
    Fluid fluid = fluidHere();
    Entry entry = enterWater(fluid.view, fluid.normal, fluid.cosine);
    Passage passage = passageThrough(fluid, entry);
    vec3 light = seenFrom(passage.exit, leaveWater(entry.inside, passage.farNormal));

    float met = meetInside(inPictureSpace(fluid.place), inPictureSpace(passage.way * entry.inside));
    if (met < 0.0) {
        light = afterWater(light, passage.way);
    } else {
        float way = met * passage.way;
        light = throughInside(afterWater(light, passage.way - way), inPicture(fluid.place + way * entry.inside));
        light = afterWater(light, way);
    }
    pixel = waterPixel(fluid, entry, light);
}
