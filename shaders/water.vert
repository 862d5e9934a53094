// The part of the picture in which fluid is. All that is the same for the whole picture is handed over from here: to a
// software renderer every uniform that a fragment reads is a load of its own.
#include "scene.glsl"

const float kFloorShare = 0.6;  // of the floor in what water mirrors from below the horizon

uniform vec4 part;        // lower and upper corner, -1 to 1
uniform vec4 farSidePart;  // that the map of the far side covers, likewise
uniform vec2 depthRange;  // middle and half, m
uniform float fluidSize;  // m
uniform vec2 droplet;     // radius, m; largest weight

noperspective out vec3 ray;     // of forward depth 1
noperspective out vec2 farAt;   // in the map of the far side, 0 to 1
flat out vec4 sun;              // direction; w: how fast the horizon turns into the zenith
flat out vec4 sunLight;         // w: brightness of the lamps
flat out vec4 horizon;          // w: a of the depth a + b / t
flat out vec4 zenithPart;       // what zenith and nadir differ from the horizon by; w: b of the depth
flat out vec4 nadirPart;        // w: height of the floor above the eye
flat out vec4 toColumn;         // x of the picture (0 to 1) times forward depth; w: middle of the range of depths
flat out vec4 toRow;            // y likewise; w: half of the range
flat out vec4 forward;          // w: from picture to far side: width
flat out vec4 darkness;         // doublings by a metre of water; w: height
flat out vec4 glow;             // light that the water scatters; w: lower corner, x
flat out vec3 droplets;         // lower corner, y; radius; largest weight

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 place = mix(part.xy, part.zw, corner);
    gl_Position = vec4(place, 0.0, 1.0);
    ray = rayThroughPixel((0.5 + 0.5 * place) * scene.picture.xy);
    vec2 scale = 2.0 / (farSidePart.zw - farSidePart.xy);
    vec2 lower = (0.5 + 0.5 * farSidePart.xy) * scale;
    farAt = (0.5 + 0.5 * place) * scale - lower;
    sun = vec4(scene.sun.xyz, scene.zenith.w);
    sunLight = scene.sunLight;
    horizon = vec4(scene.horizon.rgb, scene.forward.w);
    zenithPart = vec4(scene.zenith.rgb - scene.horizon.rgb, scene.rayCorner.w);
    // Below the horizon water mirrors the bright floor on which it stands more than what is far away.
    vec3 below = mix(scene.nadir.rgb, scene.shownFloor.rgb * scene.shownFloor.rgb, kFloorShare);
    nadirPart = vec4(below - scene.horizon.rgb, scene.shownFloor.w - scene.eye.y);
    toColumn = vec4(0.5 * (scene.right.xyz / scene.right.w + scene.forward.xyz), depthRange.x);
    toRow = vec4(0.5 * (scene.up.xyz / scene.up.w + scene.forward.xyz), depthRange.y);
    forward = vec4(scene.forward.xyz, scale.x);
    // Small fluids show their colour, too: thickness counts in sizes of the whole.
    darkness = vec4(kWaterAbsorption / fluidSize, scale.y);
    glow = vec4(scene.water.rgb * (kWaterSkyGlow * scene.skyLight.rgb + kWaterSunGlow * scene.sunLight.rgb), lower.x);
    droplets = vec3(lower.y, droplet);
}
