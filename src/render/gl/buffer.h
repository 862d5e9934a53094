// Buffers of vertices, indices and uniforms, and how a program reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace meniscus {

inline constexpr unsigned kSceneBinding = 0;  // of the uniform block "Scene"

class Buffer {
  public:
    Buffer();
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    // Replaces the content. The old storage is orphaned, so that the driver need not wait until it is drawn.
    template <typename Item>
    void upload(std::span<const Item> items) {
        uploadBytes(items.data(), items.size_bytes());
    }
    void bindAsUniforms(unsigned binding) const;
    [[nodiscard]] unsigned id() const { return id_; }

  private:
    void uploadBytes(const void* data, size_t bytes);

    unsigned id_ = 0;
    size_t capacity_ = 0;  // bytes
};

enum class Advance { PerVertex, PerInstance };

// Where a program finds one of its inputs in a buffer of floats.
struct AttributeLayout {
    unsigned location = 0;
    int components = 3;
    size_t stride = 0;  // bytes from one item to the next
    size_t offset = 0;  // bytes
    Advance advance = Advance::PerVertex;
};

class VertexArray {
  public:
    VertexArray();
    ~VertexArray();
    VertexArray(const VertexArray&) = delete;
    VertexArray& operator=(const VertexArray&) = delete;

    void attribute(const Buffer& buffer, const AttributeLayout& layout);
    void indices(const Buffer& buffer);  // of 32 bits

    void drawPoints(size_t count) const;
    void drawTriangles(size_t vertexCount) const;
    void drawIndexedTriangles(size_t indexCount) const;
    void drawStripInstances(size_t vertexCount, size_t instanceCount) const;
    void drawTriangleInstances(size_t vertexCount, size_t instanceCount) const;

  private:
    unsigned id_ = 0;
};

}  // namespace meniscus
