// Tinted fluid: both sides of its mesh add up to the way that light has within, with opposite signs.
in vec3 outward;
in vec3 fromEye;
in vec3 reach;
flat in vec4 sunLight;
flat in vec4 horizon;
flat in vec4 zenithPart;
flat in vec3 skyLight;
flat in vec3 groundLight;
flat in vec3 forward;

uniform vec3 colour;
uniform vec4 halvings;     // by a metre: of red, green, blue; of what is not scattered
uniform float depthMiddle;  // m: sums of numbers around zero lose the least
uniform sampler2D insideDepth;

layout(location = 0) out vec4 tint;
layout(location = 1) out vec4 haze;

void main() {
    float opaque = horizon.w / (texelFetch(insideDepth, ivec2(gl_FragCoord.xy), 0).r - zenithPart.w);
    float depth = dot(fromEye, forward);
    float way = length(fromEye) / depth * (min(depth, opaque) - depthMiddle);
    tint = halvings * (gl_FrontFacing ? -way : way);
    vec3 light = (0.5 * (skyLight + groundLight) + 0.5 * sunLight.rgb) * kHazeLight;
    haze = vec4(colour * light * tint.w, 0.0);
}
