// Clear water: what it mirrors, and what one sees through it, bent on the way in and on the way out.
#include "environment.glsl"
#include "tone.glsl"
#include "water.glsl"
#include "fluid_layers.glsl"
#include "clear_water.glsl"

out vec4 pixel;

void main() {
    Fluid fluid = fluidHere();
    Entry entry = enterWater(fluid.view, fluid.normal, fluid.cosine);
    Passage passage = passageThrough(fluid, entry);
    vec3 left = passedOn(passage.way, darkness.rgb);
    vec3 seen = seenFrom(passage.exit, leaveWater(entry.inside, passage.farNormal));
    pixel = waterPixel(fluid, entry, seen * left + glow.rgb * (1.0 - left));
}
