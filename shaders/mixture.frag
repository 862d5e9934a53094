// Clear water with other fluids in it: as water.frag, but the ray within may meet what passes/inside.h has drawn.
#include "environment.glsl"
#include "tone.glsl"
#include "water.glsl"
#include "fluid_layers.glsl"
#include "clear_water.glsl"

uniform sampler2D insideColour;  // opaque things and shells, premultiplied
uniform sampler2D insideDepth;   // of the nearest, tinted ones, too
uniform sampler2D insideTint;    // halvings of light by colour on the way through tinted ones; w: by what is scattered
uniform sampler2D insideHaze;    // colour of what is scattered, times those halvings

const int kSteps = 8;
const int kHalvings = 3;
// A ray that is farther behind what one sees than so many radii of a droplet, and two steps, has passed behind it.
const float kSlack = 3.0;

out vec4 pixel;

// How far a place is behind what is seen there, m.
float gapAt(vec3 place, vec2 at) {
    return dot(place, forward.xyz) - zenithPart.w / (textureLod(insideDepth, at, 0.0).r - horizon.w);
}

// How far along its way in the water a ray meets something; the whole way if it does not.
float wayToInside(vec3 start, vec3 direction, float way) {
    float part = way / float(kSteps);
    float most = 2.0 * part + kSlack * droplets.y;
    float hit = way;
    for (int k = 0; k <= kSteps; ++k) {
        float s = part * float(k);
        vec3 place = start + s * direction;
        float gap = gapAt(place, inPicture(place));
        if (gap < 0.0 || gap > most) continue;
        hit = s;
        break;
    }
    if (hit == 0.0 || hit == way) return hit;
    float before = hit - part;
    for (int k = 0; k < kHalvings; ++k) {
        float s = 0.5 * (before + hit);
        vec3 place = start + s * direction;
        if (gapAt(place, inPicture(place)) < 0.0) before = s;
        else hit = s;
    }
    return hit;
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

    float way = wayToInside(fluid.place, entry.inside, passage.way);
    light = afterWater(light, passage.way - way);
    vec2 at = inPicture(fluid.place + way * entry.inside);
    vec4 seen = textureLod(insideColour, at, 0.0);
    // Nearly light, as in seenFrom.
    light = light * (1.0 - seen.a) + seen.rgb * seen.rgb / max(seen.a, 1e-3);
    vec4 tint = max(textureLod(insideTint, at, 0.0), 0.0);
    vec3 haze = max(textureLod(insideHaze, at, 0.0).rgb, 0.0) / max(tint.w, 1e-4);
    light = light * exp2(-tint.rgb) + haze * (1.0 - exp2(-tint.w));
    pixel = waterPixel(fluid, entry, afterWater(light, way));
}
