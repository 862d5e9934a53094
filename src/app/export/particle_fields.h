// What is exported of a particle besides its place, described once: files and scene.json derive from this table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "meniscus/io/geometry_file.h"
#include "meniscus/world/frame.h"

namespace meniscus {

struct ParticleState {
    const Frame& frame;
    std::span<const uint32_t> ids;
};

struct ParticleField {
    std::string_view name;
    std::string_view letter;  // of vectors; see GeometryField
    std::string_view unit;    // empty for plain numbers
    std::string_view meaning;
    GeometryValues (*valuesOf)(const ParticleState& state);  // one a particle
};

// Those of a mixed frame have fluid, temperature and dye besides.
[[nodiscard]] std::span<const ParticleField> particleFields(bool isMixed);

// Points and fields, valid as long as the state is.
[[nodiscard]] Geometry particleGeometry(const ParticleState& state);

}  // namespace meniscus
