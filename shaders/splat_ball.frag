// The ball's normal and depth by the exact way of the ray through the pixel.
flat in vec4 ball;
flat in vec4 cornerRay;
flat in vec4 perX;
flat in vec4 perY;
flat in float value;
flat in vec3 outward;
flat in vec2 share;

layout(location = 0) out vec4 normalLayer;
layout(location = 1) out vec2 valueLayer;

void main() {
    vec3 d = cornerRay.xyz + gl_FragCoord.x * perX.xyz + gl_FragCoord.y * perY.xyz;
    float perLength = 1.0 / dot(d, d);
    float middle = dot(d, ball.xyz) * perLength;  // where the ray is nearest to the centre
    vec3 across = middle * d - ball.xyz;
    float inside = ball.w * ball.w - dot(across, across);
    if (inside < 0.0) discard;
    float t = middle - sqrt(inside * perLength);
    vec3 normal = (t * d - ball.xyz) * (cornerRay.w * share.y) + outward;
    normalLayer = vec4(normal, 1.0) * share.x;
    valueLayer = vec2(value, (t - perX.w) * perY.w) * share.x;
}
