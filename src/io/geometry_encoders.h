// The encoder of each format, and what the binary ones share. They may take for granted that the parts fit together.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>

#include "meniscus/io/geometry_file.h"

namespace meniscus {

[[nodiscard]] std::string encodePly(const Geometry& geometry);
[[nodiscard]] std::string encodeVtk(const Geometry& geometry);
[[nodiscard]] std::string encodeObj(const Geometry& geometry);

// Numbers go into the files as they lie in memory, and the headers say little endian.
static_assert(std::endian::native == std::endian::little);
static_assert(sizeof(Vec3) == 3 * sizeof(float));

inline void appendBytes(std::string& text, std::span<const std::byte> bytes) {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace meniscus
