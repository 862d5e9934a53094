#include "render/gl/buffer.h"

#include <glad/gl.h>

namespace meniscus {

Buffer::Buffer() {
    glGenBuffers(1, &id_);
}

Buffer::~Buffer() {
    glDeleteBuffers(1, &id_);
}

void Buffer::uploadBytes(const void* data, size_t bytes) {
    // GL_COPY_WRITE_BUFFER leaves the binding of vertex arrays alone. Growing by half spares an allocation a frame
    // while an emitter pours.
    glBindBuffer(GL_COPY_WRITE_BUFFER, id_);
    if (bytes > capacity_) capacity_ = bytes + bytes / 2;
    glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(capacity_), nullptr, GL_STREAM_DRAW);
    if (bytes > 0) glBufferSubData(GL_COPY_WRITE_BUFFER, 0, static_cast<GLsizeiptr>(bytes), data);
}

void Buffer::bindAsUniforms(unsigned binding) const {
    glBindBufferBase(GL_UNIFORM_BUFFER, binding, id_);
}

VertexArray::VertexArray() {
    glGenVertexArrays(1, &id_);
}

VertexArray::~VertexArray() {
    glDeleteVertexArrays(1, &id_);
}

void VertexArray::attribute(const Buffer& buffer, const AttributeLayout& layout) {
    glBindVertexArray(id_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    glEnableVertexAttribArray(layout.location);
    glVertexAttribPointer(layout.location, layout.components, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(layout.stride),
                          reinterpret_cast<const void*>(layout.offset));
    glVertexAttribDivisor(layout.location, layout.advance == Advance::PerInstance ? 1 : 0);
}

void VertexArray::indices(const Buffer& buffer) {
    glBindVertexArray(id_);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer.id());
}

void VertexArray::drawPoints(size_t count) const {
    glBindVertexArray(id_);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(count));
}

void VertexArray::drawTriangles(size_t vertexCount) const {
    glBindVertexArray(id_);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(vertexCount));
}

void VertexArray::drawIndexedTriangles(size_t indexCount) const {
    glBindVertexArray(id_);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(indexCount), GL_UNSIGNED_INT, nullptr);
}

void VertexArray::drawStripInstances(size_t vertexCount, size_t instanceCount) const {
    glBindVertexArray(id_);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, static_cast<GLsizei>(vertexCount), static_cast<GLsizei>(instanceCount));
}

void VertexArray::drawTriangleInstances(size_t vertexCount, size_t instanceCount) const {
    glBindVertexArray(id_);
    glDrawArraysInstanced(GL_TRIANGLES, 0, static_cast<GLsizei>(vertexCount), static_cast<GLsizei>(instanceCount));
}

}  // namespace meniscus
