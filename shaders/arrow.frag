// By the distance to the arrow's outline: bright within, a dark line around it, so that it shows on water and on every
// background.
#include "tone.glsl"

flat in vec3 colour;
flat in vec4 shape;
flat in float outline;
noperspective in vec2 place;

out vec4 pixel;

void main() {
    float neck = shape.x - shape.y;
    float off = abs(place.y);
    float shaft = max(max(-place.x, place.x - neck), off - shape.z);
    // The head's slanted side falls from its half width at the neck to nothing at the tip.
    vec2 slant = normalize(vec2(shape.w, shape.y));
    float head = max(neck - place.x, dot(vec2(place.x - shape.x, off), slant));
    float away = min(shaft, head);
    float fill = clamp(0.5 - away, 0.0, 1.0);
    float cover = clamp(outline + 0.5 - away, 0.0, 1.0) * 0.8;
    if (cover <= 0.0) discard;
    vec3 shown = mix(vec3(0.03, 0.08, 0.2), onScreen(colour), fill);
    float alpha = max(fill, cover);
    pixel = vec4(shown * alpha, alpha);
}
