#include "render/gl/texture.h"

#include <glad/gl.h>

namespace meniscus {

namespace {

struct FormatWords {
    GLint internal;
    GLenum channels;
    GLenum type;
};

FormatWords wordsOf(TextureFormat format) {
    switch (format) {
        case TextureFormat::Rgba8:
            return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
        case TextureFormat::Rgba16:
            return {GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT};
        case TextureFormat::Rgba16F:
            return {GL_RGBA16F, GL_RGBA, GL_FLOAT};
        case TextureFormat::Rg16F:
            return {GL_RG16F, GL_RG, GL_FLOAT};
        case TextureFormat::Depth:
            break;
    }
    return {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT};
}

// Changing a texture must not disturb what passes have bound: unit 0 is nobody's for longer than a draw call.
void bindForChange(GLenum target, GLuint id) {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(target, id);
}

void setSampling(GLenum target, Filter filter) {
    const GLint word = filter == Filter::Linear ? GL_LINEAR : GL_NEAREST;
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, word);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, word);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
}

}  // namespace

Texture::Texture(TextureFormat format, Filter filter) : format_(format) {
    glGenTextures(1, &id_);
    bindForChange(GL_TEXTURE_2D, id_);
    setSampling(GL_TEXTURE_2D, filter);
}

Texture::~Texture() {
    glDeleteTextures(1, &id_);
}

void Texture::resize(PictureSize size) {
    if (size == size_) return;
    const FormatWords words = wordsOf(format_);
    bindForChange(GL_TEXTURE_2D, id_);
    glTexImage2D(GL_TEXTURE_2D, 0, words.internal, size.width, size.height, 0, words.channels, words.type, nullptr);
    size_ = size;
}

void Texture::upload(PictureSize size, std::span<const uint16_t> rgba) {
    resize(size);
    bindForChange(GL_TEXTURE_2D, id_);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_SHORT, rgba.data());
}

void Texture::upload(PictureSize size, std::span<const float> rgba) {
    resize(size);
    bindForChange(GL_TEXTURE_2D, id_);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.width, size.height, GL_RGBA, GL_FLOAT, rgba.data());
}

void Texture::bind(unsigned unit) const {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, id_);
}

VolumeTexture::VolumeTexture() {
    glGenTextures(1, &id_);
    bindForChange(GL_TEXTURE_3D, id_);
    setSampling(GL_TEXTURE_3D, Filter::Linear);
}

VolumeTexture::~VolumeTexture() {
    glDeleteTextures(1, &id_);
}

void VolumeTexture::upload(GridSize size, std::span<const uint8_t> rgba) {
    bindForChange(GL_TEXTURE_3D, id_);
    if (size == size_) {
        glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, size.x, size.y, size.z, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    } else {
        glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, size.x, size.y, size.z, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    }
    size_ = size;
}

void VolumeTexture::bind(unsigned unit) const {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_3D, id_);
}

}  // namespace meniscus
