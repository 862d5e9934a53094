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

const int kSteps = 8;
const int kHalvings = 4;
// What is inside is taken for as thick at least, in radii of a droplet: where its far side is known, and where it is not.
const float kThinnest = 0.5;
const float kUsualThickness = 2.5;

out vec4 pixel;

// m in front of the eye, of what is seen inside there.
float nearSideAt(vec2 at) {
    return zenithPart.w / (textureLod(insideDepth, at, 0.0).r - horizon.w);
}

float farSideAt(vec2 at, float nearSide) {
    float farSide = textureLod(insideFar, at, 0.0).r;
    return max(farSide, nearSide + (farSide > 0.0 ? kThinnest : kUsualThickness) * droplets.y);
}

// How far along its way in the water a ray meets something; below 0 if it does not. Step by step, it must have come
// behind the near side of what is seen where it is then, and have been before its far side.
float wayToInside(vec3 start, vec3 direction, float way) {
    float part = way / float(kSteps);
    float deeper = part * dot(direction, forward.xyz);
    float depth = dot(start, forward.xyz);
    float before = 0.0, hit = -1.0;
    for (int k = 0; k <= kSteps; ++k) {
        float s = part * float(k);
        float here = depth + deeper * float(k);
        vec2 at = inPicture(start + s * direction);
        float nearSide = nearSideAt(at);
        if (here > nearSide && here - (k > 0 ? deeper : 0.0) < farSideAt(at, nearSide)) {
            hit = s;
            break;
        }
        before = s;
    }
    if (hit < 0.0) return hit;
    for (int k = 0; k < kHalvings; ++k) {
        float s = 0.5 * (before + hit);
        vec3 place = start + s * direction;
        bool isBehind = dot(place, forward.xyz) > nearSideAt(inPicture(place));
        before = isBehind ? before : s;
        hit = isBehind ? s : hit;
    }
    // Where it came behind something from the side, it has met nothing.
    vec3 met = start + hit * direction;
    vec2 at = inPicture(met);
    return dot(met, forward.xyz) < farSideAt(at, nearSideAt(at)) ? hit : -1.0;
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

    float way = wayToInside(fluid.place, entry.inside, passage.way);
    if (way < 0.0) {
        light = afterWater(light, passage.way);
    } else {
        light = throughInside(afterWater(light, passage.way - way), inPicture(fluid.place + way * entry.inside));
        light = afterWater(light, way);
    }
    pixel = waterPixel(fluid, entry, light);
}
