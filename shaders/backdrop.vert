// One triangle that covers the picture. All that is the same for the whole picture is handed over from here: to a
// software renderer every uniform that a fragment reads is a load of its own.
#include "scene.glsl"

noperspective out vec3 ray;
noperspective out vec2 fromMiddle;  // of the picture, -0.5 to 0.5
flat out vec3 zenithColour;
flat out vec3 horizonColour;
flat out vec3 floorColour;
flat out vec4 floorPlace;  // centre as seen from the point below the eye, where it begins to fade, 1 / way
flat out vec2 heights;     // of the floor below the eye, sharpness of the horizon

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
    ray = rayThroughPixel(corner * scene.picture.xy);
    fromMiddle = corner - 0.5;
    zenithColour = scene.shownZenith.rgb;
    horizonColour = scene.shownHorizon.rgb;
    floorColour = scene.shownFloor.rgb;
    floorPlace = vec4(scene.floorPlace.xy - scene.eye.xz, scene.floorPlace.zw);
    heights = vec2(scene.shownFloor.w - scene.eye.y, scene.zenith.w);
}
