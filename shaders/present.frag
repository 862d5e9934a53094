// The picture at another size.
uniform sampler2D picture;

in vec2 at;
out vec4 pixel;

void main() {
    pixel = vec4(texture(picture, at).rgb, 1.0);
}
