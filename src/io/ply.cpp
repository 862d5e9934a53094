// PLY, binary: a header of text that names every number of a vertex, then the vertices one by one, then the faces.
#include <fmt/format.h>

#include <array>

#include "io/geometry_encoders.h"

namespace meniscus {

namespace {

// Numbers of one kind, as many for each vertex.
struct Column {
    const std::byte* data;
    size_t bytes;  // for each vertex
};

struct VertexLayout {
    std::string properties;  // lines of the header
    std::vector<Column> columns;
    size_t bytes = 0;  // of one vertex

    void add(std::span<const float> values, std::string_view name) {
        properties += fmt::format("property float {}\n", name);
        addColumn(values);
    }
    void add(std::span<const uint32_t> values, std::string_view name) {
        properties += fmt::format("property uint {}\n", name);
        addColumn(values);
    }
    void add(std::span<const uint8_t> values, std::string_view name) {
        properties += fmt::format("property uchar {}\n", name);
        addColumn(values);
    }
    void add(std::span<const Vec3> values, std::string_view prefix) {
        properties += fmt::format("property float {0}x\nproperty float {0}y\nproperty float {0}z\n", prefix);
        addColumn(values);
    }

  private:
    template <typename T>
    void addColumn(std::span<const T> values) {
        columns.push_back({std::as_bytes(values).data(), sizeof(T)});
        bytes += sizeof(T);
    }
};

VertexLayout layoutOf(const Geometry& geometry) {
    VertexLayout layout;
    layout.add(geometry.points, "");
    if (!geometry.normals.empty()) layout.add(geometry.normals, "n");
    for (const GeometryField& field : geometry.fields) {
        const bool isVector = std::holds_alternative<std::span<const Vec3>>(field.values);
        const std::string_view name = isVector && !field.letter.empty() ? field.letter : field.name;
        std::visit([&](auto values) { layout.add(values, name); }, field.values);
    }
    return layout;
}

std::string headerOf(const Geometry& geometry, const VertexLayout& layout) {
    std::string header = "ply\nformat binary_little_endian 1.0\ncomment written by meniscus: SI units, y is up\n";
    if (geometry.seconds) header += fmt::format("comment time {} s\n", *geometry.seconds);
    header += fmt::format("element vertex {}\n{}", geometry.points.size(), layout.properties);
    // Indices have a sign, as old readers know no other.
    if (geometry.triangles) {
        header +=
            fmt::format("element face {}\nproperty list uchar int vertex_indices\n", geometry.triangles->size() / 3);
    }
    return header + "end_header\n";
}

char* putVertices(char* place, const VertexLayout& layout, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        for (const Column& column : layout.columns) {
            std::memcpy(place, column.data + i * column.bytes, column.bytes);
            place += column.bytes;
        }
    }
    return place;
}

constexpr size_t kCornerBytes = 3 * sizeof(uint32_t);
constexpr size_t kFaceBytes = 1 + kCornerBytes;

void putFaces(char* place, std::span<const uint32_t> corners) {
    for (size_t k = 0; k < corners.size(); k += 3) {
        *place++ = 3;
        std::memcpy(place, &corners[k], kCornerBytes);
        place += kCornerBytes;
    }
}

}  // namespace

std::string encodePly(const Geometry& geometry) {
    const VertexLayout layout = layoutOf(geometry);
    const auto corners = geometry.triangles.value_or(std::span<const uint32_t>());
    std::string bytes = headerOf(geometry, layout);
    const size_t headerSize = bytes.size();
    bytes.resize(headerSize + geometry.points.size() * layout.bytes + corners.size() / 3 * kFaceBytes);
    putFaces(putVertices(bytes.data() + headerSize, layout, geometry.points.size()), corners);
    return bytes;
}

}  // namespace meniscus
