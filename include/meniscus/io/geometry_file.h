// Points, values at them and triangles as files for other programs: one description of what is to be written, and an
// encoder for each format. docs/export.md tells what a file holds and who reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "meniscus/core/vec3.h"

namespace meniscus {

enum class GeometryFormat { Ply, Vtk, Obj };

// One a point.
using GeometryValues =
    std::variant<std::span<const float>, std::span<const Vec3>, std::span<const uint32_t>, std::span<const uint8_t>>;

struct GeometryField {
    std::string_view name;
    GeometryValues values;
    std::string_view letter = {};  // of vectors, for PLY, which names numbers one by one: v makes vx, vy and vz
};

struct Geometry {
    std::span<const Vec3> points;       // m
    std::span<const Vec3> normals;      // unit length, one a point; or none
    std::vector<GeometryField> fields;  // OBJ cannot hold them and leaves them out
    // Three numbers of points a triangle, counter-clockwise seen from outside. Without: a cloud of points.
    std::optional<std::span<const uint32_t>> triangles;
    std::optional<double> seconds;  // the moment, where it belongs to a series
};

struct GeometryFormatInfo {
    GeometryFormat format;
    std::string_view name;       // as --format takes it
    std::string_view extension;  // of its files
    std::string (*encode)(const Geometry& geometry);
};

[[nodiscard]] std::span<const GeometryFormatInfo> geometryFormats();
[[nodiscard]] const GeometryFormatInfo& geometryFormatInfo(GeometryFormat format);

// The bytes of a file. Throws WorkError when the parts do not fit together, or are more than the formats can count.
[[nodiscard]] std::string encodeGeometry(GeometryFormat format, const Geometry& geometry);

// The file (.pvd) that tells ParaView which file belongs to which moment. Names are relative to its folder.
struct SeriesEntry {
    std::string file;
    double seconds = 0.0;
};
[[nodiscard]] std::string encodeVtkSeries(std::span<const SeriesEntry> entries);

}  // namespace meniscus
