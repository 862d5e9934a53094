// The near side of the fluid as the layers of passes/water.h hold it.
noperspective in vec3 ray;
noperspective in vec2 farAt;
flat in vec4 sun;
flat in vec4 sunLight;
flat in vec4 horizon;
flat in vec4 zenithPart;
flat in vec4 nadirPart;
flat in vec4 toColumn;
flat in vec4 toRow;
flat in vec4 forward;
flat in vec4 darkness;
flat in vec4 glow;
flat in vec3 droplets;

uniform sampler2D normals;  // times weight; weight
uniform sampler2D values;   // place on the colour scale and depth, times weight

struct Fluid {
    vec3 place;    // seen from the eye
    vec3 view;     // from the eye to it, unit
    vec3 normal;   // unit, turned to the eye
    float cosine;  // between them
    float depth;   // m in front of the eye
    float slant;   // way along the view by depth
    float value;   // place on the colour scale
    float cover;   // share of the pixel, softer at edges
    bool isDroplet;
};

// Ends the fragment where there is none. Writes its depth.
Fluid fluidHere() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    vec4 summed = texelFetch(normals, here, 0);
    if (summed.w <= 0.0) discard;
    vec2 value = texelFetch(values, here, 0).xy / summed.w;
    Fluid fluid;
    fluid.isDroplet = summed.w < droplets.z;
    fluid.value = value.x;
    fluid.depth = toColumn.w + toRow.w * value.y;
    fluid.place = fluid.depth * ray;
    fluid.slant = sqrt(dot(ray, ray));
    fluid.view = ray / fluid.slant;
    vec3 normal = summed.xyz * inversesqrt(max(dot(summed.xyz, summed.xyz), 1e-12));
    // At edges means of normals may look away: they are bent back, so that edges mirror as edges do.
    const float kLeast = 0.04;
    float away = max(dot(normal, fluid.view) + kLeast, 0.0);
    normal -= away * fluid.view;
    fluid.normal = normal * inversesqrt(dot(normal, normal));
    fluid.cosine = max(-dot(fluid.normal, fluid.view), kLeast);
    // Beyond the picture's edge fluid goes on as it is there.
    ivec2 below = max(here - 1, 0);
    ivec2 above = min(here + 1, textureSize(normals, 0) - 1);
    float around = step(1e-9, texelFetch(normals, ivec2(above.x, here.y), 0).w) +
                   step(1e-9, texelFetch(normals, ivec2(below.x, here.y), 0).w) +
                   step(1e-9, texelFetch(normals, ivec2(here.x, above.y), 0).w) +
                   step(1e-9, texelFetch(normals, ivec2(here.x, below.y), 0).w);
    fluid.cover = 0.25 * around;
    gl_FragDepth = horizon.w + zenithPart.w / fluid.depth;
    return fluid;
}

// The sun in a mirror: small and bright, with a faint halo.
vec3 sunGlint(vec3 mirror) {
    float near = max(dot(mirror, sun.xyz), 0.0);
    near *= near;
    near *= near;
    near *= near;
    near *= near;
    near *= near;
    float halo = near;
    near *= near;
    near *= near;
    near *= near;
    near *= near;
    return (1.6 * near + 0.03 * halo) * sunLight.rgb;
}
