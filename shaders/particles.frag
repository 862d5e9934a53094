// A lit sphere, by the exact way of the ray through the pixel. Edges are blended, so particles come from far to near.
#include "tone.glsl"

flat in vec4 ball;
flat in vec4 slopes;
flat in vec4 sun;
flat in vec4 up;
flat in vec4 sunFold;
flat in vec4 sunPart;
flat in vec4 groundPart;
flat in vec4 skyPart;
flat in vec3 mirrorLow;
flat in vec3 mirrorRise;
flat in vec3 glintLight;

out vec4 pixel;

void main() {
    vec3 d = vec3(slopes.xy + slopes.zw * gl_FragCoord.xy, 1.0);
    float perLength = 1.0 / dot(d, d);
    float middle = dot(d, ball.xyz) * perLength;  // where the ray is nearest to the centre
    vec3 across = middle * d - ball.xyz;
    float away = dot(across, across);
    float coverage = clamp((ball.w - sqrt(away)) * sun.w + 0.5, 0.0, 1.0);
    if (coverage <= 0.0) discard;
    float t = middle - sqrt(max(ball.w * ball.w - away, 0.0) * perLength);
    gl_FragDepth = groundPart.w + skyPart.w / t;

    vec3 normal = (t * d - ball.xyz) * up.w;
    vec3 view = d * sqrt(perLength);
    float facing = clamp(-dot(normal, view), 0.0, 1.0);
    float normalSun = dot(normal, sun.xyz);
    float normalUp = dot(normal, up.xyz);
    float mirrorSun = dot(view, sun.xyz) + 2.0 * facing * normalSun;
    float mirrorUp = dot(view, up.xyz) + 2.0 * facing * normalUp;

    float lit = max(sunFold.x + sunFold.y * normalSun, 0.0);
    float rise = sunFold.z + sunFold.w * normalUp;
    vec3 colour = sunPart.rgb * lit + groundPart.rgb + skyPart.rgb * rise;
    // Between balls that touch, light gets lost at their edges. What lies open to the sky has its sheen.
    float grazing = 1.0 - facing;
    float square = grazing * grazing;
    float crevice = 1.0 - 0.75 * sunPart.w * square;
    float fresnel = 0.02 + 0.6 * square * square * (1.0 - sunPart.w) + 0.12 * max(rise, 0.0);
    float glint = max(mirrorSun, 0.0);
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    colour = colour * crevice + fresnel * (mirrorLow + mirrorRise * mirrorUp) + glint * glintLight;
    pixel = vec4(onScreen(colour) * coverage, coverage);
}
