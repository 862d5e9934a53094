// Where a sphere is seen in the picture. Off the axis it is an ellipse, and the centre of its frame is not the centre's
// image: the tangents from the eye are used, axis by axis.
struct Extent {
    vec2 centre;    // -1 to 1
    vec2 halfSize;  // in the same measure
    bool isSeen;    // in front of the eye
};

Extent sphereExtent(vec3 fromEye, float radius) {
    float z = dot(fromEye, scene.forward.xyz);
    vec2 xy = vec2(dot(fromEye, scene.right.xyz), dot(fromEye, scene.up.xyz));
    float square = z * z - radius * radius;
    vec2 scale = 1.0 / (max(square, 1e-12) * vec2(scene.right.w, scene.up.w));
    Extent extent;
    extent.centre = xy * z * scale;
    extent.halfSize = radius * sqrt(max(xy * xy + square, 0.0)) * scale;
    extent.isSeen = z > scene.eye.w + radius;
    return extent;
}
