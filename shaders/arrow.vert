// A flat arrow along the velocity that turns its broad side to the eye.
#include "scene.glsl"

layout(location = 0) in vec4 particle;  // place, value
layout(location = 1) in vec3 velocity;

#include "colour.glsl"

uniform float seconds;  // an arrow is as long as the way in this time
uniform float radius;   // of the particles: arrows begin at their surface
uniform float width;    // m, half of the shaft's

flat out vec3 colour;

// Shaft as two triangles, head as one: along (in shares of the length, the head apart), across (in half widths).
const vec3 kCorners[9] = vec3[9](vec3(0, -1, 0), vec3(1, -1, 0), vec3(1, 1, 0), vec3(0, -1, 0), vec3(1, 1, 0),
                                 vec3(0, 1, 0), vec3(1, -3, 0), vec3(1, 0, 1), vec3(1, 3, 0));

void main() {
    float speed = length(velocity);
    vec3 along = velocity / max(speed, 1e-9);
    vec3 toEye = normalize(scene.eye.xyz - particle.xyz);
    vec3 across = cross(along, toEye);
    across *= inversesqrt(max(dot(across, across), 1e-6));
    float reach = speed * seconds;
    float head = min(7.0 * width, 0.6 * reach);
    vec3 corner = kCorners[gl_VertexID];
    float at = corner.x * (reach - head) + corner.z * head;
    // A stump of an arrow gets thinner, too.
    float size = width * clamp(reach / (6.0 * width), 0.0, 1.0);
    vec3 place = particle.xyz + toEye * radius * 1.02 + along * at + across * corner.y * size;
    gl_Position = scene.clipFromWorld * vec4(place, 1.0);
    colour = mix(colourOf(particle.w), vec3(1.0), 0.55);
}
