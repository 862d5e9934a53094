// Where one looks out of a fluid within others: m in front of the eye.
in vec3 fromEye;
flat in vec3 forward;

out vec2 pixel;

void main() {
    pixel = vec2(dot(fromEye, forward), 0.0);
}
