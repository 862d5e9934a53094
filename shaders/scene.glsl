// What every shader knows about the picture; filled by src/render/scene_block.h in the same order. Metres, world axes, y
// up, linear light. Rays have forward depth 1: the point of a ray at t lies t metres in front of the eye's plane.
layout(std140) uniform Scene {
    mat4 clipFromWorld;
    vec4 eye;          // w: nearest depth that is drawn
    vec4 forward;      // w: a of the depth a + b / t of a point at t in front of the eye
    vec4 right;        // unit; w: tangent of half the horizontal angle of view
    vec4 up;           // unit; w: tangent of half the vertical one
    vec4 rayCorner;    // ray through the corner (0, 0) of the picture; w: b of the depth
    vec4 rayPerX;      // what a pixel to the right adds; w: metres a pixel spans at t = 1
    vec4 rayPerY;      // what a pixel upward adds
    vec4 picture;      // width, height, 1 / width, 1 / height
    vec4 sun;          // unit, towards it
    vec4 sunLight;     // w: brightness of the lamps in reflections
    vec4 skyLight;     // what falls on a surface that looks up
    vec4 groundLight;  // and on one that looks down
    vec4 zenith;       // backdrop straight up; w: how fast the horizon turns into it
    vec4 horizon;      // backdrop at the horizon
    vec4 nadir;        // backdrop straight down
    vec4 shownZenith;  // zenith, horizon and floor as the screen shows them
    vec4 shownHorizon;
    vec4 shownFloor;   // w: height of the floor
    vec4 floorPlace;   // xy: centre (x, z), z: radius where it begins to fade, w: 1 / way from there to where it has
    vec4 shadowPlace;  // xy: lower corner (x, z), zw: size
    vec4 shadowTint;   // doublings of darkness by the thickest water, by colour; w: share of the sun in the light
    vec4 caustic;      // light that water gathers; w: share of the sky that fluid takes from the floor right below
    vec4 volumeLower;  // lower corner of the volume of light
    vec4 volumeScale;  // 1 / size; w: side of a cell
    vec4 glassTint;    // colour that thick glass takes on; w: how dark its edges are
    vec4 rimLight;     // of rounded rims of glass; w: strength
    vec4 edgeBright;   // sharp edges of glass as the screen shows them, one side and the other; w: alpha
    vec4 edgeDark;
    vec4 water;        // colour that deep water keeps of light
} scene;

vec3 rayThroughPixel(vec2 pixel) {
    return scene.rayCorner.xyz + pixel.x * scene.rayPerX.xyz + pixel.y * scene.rayPerY.xyz;
}
