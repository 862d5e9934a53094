// Splats next to each other must not hide one another: the more one looks along the surface, the farther apart they are in
// depth. Up to a limit, or what is behind a wave would show through its crest.
float slantOf(vec3 normal, vec3 view) {
    return dot(normal, normal) > 0.5 ? 1.0 / max(abs(dot(normal, view)), 0.4) : 1.0;
}
