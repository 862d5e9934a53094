#include "render/gl/framebuffer.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>

#include "meniscus/core/error.h"

namespace meniscus {

Framebuffer::Framebuffer(TextureFormat colour, Filter filter, bool hasDepth)
    : Framebuffer({colour}, filter, hasDepth) {}

Framebuffer::Framebuffer(std::initializer_list<TextureFormat> layers, Filter filter, bool hasDepth)
    : depth_(TextureFormat::Depth, Filter::Nearest), hasDepth_(hasDepth) {
    for (const TextureFormat format : layers) layers_.push_back(std::make_unique<Texture>(format, filter));
    glGenFramebuffers(1, &id_);
}

Framebuffer::~Framebuffer() {
    glDeleteFramebuffers(1, &id_);
}

void Framebuffer::resize(PictureSize size) {
    if (size == colour().size()) return;
    glBindFramebuffer(GL_FRAMEBUFFER, id_);
    std::vector<GLenum> targets;
    for (const std::unique_ptr<Texture>& layer : layers_) {
        layer->resize(size);
        targets.push_back(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(targets.size()));
        glFramebufferTexture2D(GL_FRAMEBUFFER, targets.back(), GL_TEXTURE_2D, layer->id(), 0);
    }
    glDrawBuffers(static_cast<GLsizei>(targets.size()), targets.data());
    if (hasDepth_) {
        depth_.resize(size);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
    }
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status == GL_FRAMEBUFFER_COMPLETE) return;
    // Else the size would be the wanted one already, and the next call would take it for done.
    const PictureSize none{1, 1};
    for (const std::unique_ptr<Texture>& layer : layers_) layer->resize(none);
    if (hasDepth_) depth_.resize(none);
    throw WorkError(fmt::format("the graphics driver cannot draw into a picture of {}x{} (status {:#x})", size.width,
                                size.height, status));
}

void Framebuffer::bind() const {
    bindTarget(id_, size());
}

void bindTarget(unsigned framebuffer, PictureSize size) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, size.width, size.height);
}

void clearDepth() {
    glDepthMask(GL_TRUE);
    glClearDepth(1.0);
    glClear(GL_DEPTH_BUFFER_BIT);
}

void clearPart(const PixelRect& part, glm::vec4 colour) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(part.left, part.bottom, part.width, part.height);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glClearColor(colour.r, colour.g, colour.b, colour.a);
    glDepthMask(GL_TRUE);
    glClearDepth(1.0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
}

void copyPicture(const Framebuffer& from, unsigned to) {
    const PictureSize size = from.size();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, size.width, size.height, 0, 0, size.width, size.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, to);
}

bool canCopyToTarget() {
    GLint buffers = 0;
    glGetIntegerv(GL_SAMPLE_BUFFERS, &buffers);
    return buffers == 0;
}

void setDrawing(DepthUse depth, Blending blending, Culling culling) {
    const auto enable = [](GLenum what, bool isOn) { isOn ? glEnable(what) : glDisable(what); };
    enable(GL_DEPTH_TEST, depth != DepthUse::None);
    glDepthMask(depth == DepthUse::TestAndWrite ? GL_TRUE : GL_FALSE);
    glDepthFunc(depth == DepthUse::TestBehind ? GL_GREATER : GL_LEQUAL);
    enable(GL_BLEND, blending != Blending::None && blending != Blending::DepthOnly);
    glBlendEquation(GL_FUNC_ADD);
    if (blending == Blending::Multiply) {
        glBlendFunc(GL_DST_COLOR, GL_SRC_COLOR);
    } else if (blending == Blending::Add) {
        glBlendFunc(GL_ONE, GL_ONE);
    } else {
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    }
    enable(GL_CULL_FACE, culling != Culling::None);
    glCullFace(culling == Culling::Front ? GL_FRONT : GL_BACK);
    glFrontFace(GL_CCW);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_FRAMEBUFFER_SRGB);  // the tone pass encodes by itself
    const GLboolean writesColour = blending == Blending::DepthOnly ? GL_FALSE : GL_TRUE;
    glColorMask(writesColour, writesColour, writesColour, writesColour);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

void limitRows(int lower, int upper, int width) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, lower, width, std::max(upper - lower, 0));
}

void clearRows() {
    glDisable(GL_SCISSOR_TEST);
}

DriverLimits driverLimits() {
    GLint texture = 0;
    GLint viewport[2] = {0, 0};
    GLfloat points[2] = {1.0f, 1.0f};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    glGetFloatv(GL_POINT_SIZE_RANGE, points);
    return {std::min({texture, viewport[0], viewport[1]}), points[1]};
}

void finishDrawing() {
    glFinish();
}

}  // namespace meniscus
