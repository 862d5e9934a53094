#include "meniscus/io/geometry_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "io/geometry_encoders.h"
#include "meniscus/core/error.h"

namespace meniscus {

namespace {

constexpr std::array kFormats{GeometryFormatInfo{GeometryFormat::Ply, "ply", ".ply", encodePly},
                              GeometryFormatInfo{GeometryFormat::Vtk, "vtk", ".vtp", encodeVtk},
                              GeometryFormatInfo{GeometryFormat::Obj, "obj", ".obj", encodeObj}};

// Readers of all three formats count points and corners with 32 bits and a sign.
constexpr size_t kMaxNumbers = std::numeric_limits<int32_t>::max();

[[noreturn]] void refuse(std::string_view what) {
    throw WorkError(fmt::format("cannot write geometry: {}", what));
}

void requireOneEach(std::string_view name, size_t count, size_t points) {
    if (count != points) refuse(fmt::format("{} of '{}' for {} points", count, name, points));
}

void requireWhole(const Geometry& geometry) {
    const size_t points = geometry.points.size();
    if (points > kMaxNumbers) refuse(fmt::format("{} points; allowed: up to {}", points, kMaxNumbers));
    if (!geometry.normals.empty()) requireOneEach("normals", geometry.normals.size(), points);
    for (const GeometryField& field : geometry.fields) {
        requireOneEach(field.name, std::visit([](auto span) { return span.size(); }, field.values), points);
    }
    if (!geometry.triangles) return;
    const std::span<const uint32_t> corners = *geometry.triangles;
    if (corners.size() % 3 != 0 || corners.size() > kMaxNumbers) {
        refuse(fmt::format("{} corners of triangles; allowed: a multiple of 3 up to {}", corners.size(), kMaxNumbers));
    }
    const auto isBad = [&](uint32_t corner) { return corner >= points; };
    if (std::ranges::any_of(corners, isBad)) refuse(fmt::format("a triangle has a corner beyond {} points", points));
}

}  // namespace

std::span<const GeometryFormatInfo> geometryFormats() {
    return kFormats;
}

const GeometryFormatInfo& geometryFormatInfo(GeometryFormat format) {
    return *std::ranges::find(kFormats, format, &GeometryFormatInfo::format);
}

std::string encodeGeometry(GeometryFormat format, const Geometry& geometry) {
    requireWhole(geometry);
    return geometryFormatInfo(format).encode(geometry);
}

}  // namespace meniscus
