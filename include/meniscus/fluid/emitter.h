// Emitters pour fluid into the world, layer by layer, until their end.
#pragma once

#include <cstdint>
#include <limits>

#include "meniscus/core/enum_names.h"
#include "meniscus/core/vec3.h"

namespace meniscus {

// How far an emitter has come.
struct EmitterState {
    uint64_t emitted = 0;
    double nextLayer = 0.0;  // s, when the next layer leaves the opening at full rate
    friend bool operator==(const EmitterState&, const EmitterState&) = default;
};

enum class EmitterShape { Disc, Square };
template <>
inline constexpr auto kNamesOf<EmitterShape> = namesFor<EmitterShape>("disc", "square");

struct Emitter {
    EmitterShape shape = EmitterShape::Disc;
    Vec3 centre{};
    Vec3 direction{0.0f, -1.0f, 0.0f};  // unit vector
    float radius = 0.04f;               // m; half the side of a square
    float speed = 1.0f;                 // m/s
    float rate = 0.0f;                  // m^3/s; 0 means as much as the opening gives at this speed
    double startTime = 0.0;             // s
    double endTime = std::numeric_limits<double>::infinity();  // s
    uint64_t particleLimit = std::numeric_limits<uint64_t>::max();
    int fluid = 0;             // index into the table of fluids
    float dye = 0.0f;          // 0 to 1, of what it pours
    bool avoidsFluid = false;  // leaves out places where fluid already is: for one that may be put anywhere
};

}  // namespace meniscus
