// Wavefront OBJ: text, a vertex, normal or face a line. Numbers have as many digits as tell a float from its
// neighbours.
#include <fmt/format.h>

#include <array>
#include <charconv>

#include "io/geometry_encoders.h"

namespace meniscus {

namespace {

// Longer than any line: three corners with two numbers of ten digits each.
constexpr size_t kMaxLineLength = 128;

class Line {
  public:
    void add(std::string_view text) { end_ += text.copy(end_, text.size()); }
    template <typename Number>
    void addNumber(Number value) {
        end_ = std::to_chars(end_, characters_.data() + characters_.size(), value).ptr;
    }
    // Adds the line to text and begins anew.
    void finish(std::string& text) {
        add("\n");
        text.append(characters_.data(), end_);
        end_ = characters_.data();
    }

  private:
    std::array<char, kMaxLineLength> characters_;
    char* end_ = characters_.data();
};

void addVectors(std::string& text, std::string_view keyword, std::span<const Vec3> vectors) {
    Line line;
    for (const Vec3& vector : vectors) {
        line.add(keyword);
        for (const float part : {vector.x, vector.y, vector.z}) {
            line.add(" ");
            line.addNumber(part);
        }
        line.finish(text);
    }
}

// OBJ counts from 1. A corner with a normal is "vertex//normal": the second place is for textures.
void addFaces(std::string& text, std::span<const uint32_t> corners, bool hasNormals) {
    Line line;
    for (size_t k = 0; k < corners.size(); k += 3) {
        line.add("f");
        for (const uint32_t corner : corners.subspan(k, 3)) {
            line.add(" ");
            line.addNumber(corner + 1);
            if (!hasNormals) continue;
            line.add("//");
            line.addNumber(corner + 1);
        }
        line.finish(text);
    }
}

}  // namespace

std::string encodeObj(const Geometry& geometry) {
    constexpr size_t kDefaultLine = 40;  // only spares moving the text while it grows
    const auto corners = geometry.triangles.value_or(std::span<const uint32_t>());
    std::string text;
    text.reserve(kDefaultLine * (geometry.points.size() + geometry.normals.size() + corners.size() / 3 + 2));
    text += "# written by meniscus: metres, y is up\n";
    if (geometry.seconds) text += fmt::format("# time {} s\n", *geometry.seconds);
    addVectors(text, "v", geometry.points);
    addVectors(text, "vn", geometry.normals);
    addFaces(text, corners, !geometry.normals.empty());
    return text;
}

}  // namespace meniscus
