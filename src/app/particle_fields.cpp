#include "app/particle_fields.h"

#include <array>

namespace meniscus {

namespace {

using State = const ParticleState&;

constexpr std::array kFields{
    ParticleField{"velocity", "v", "m/s", "velocity", [](State s) -> GeometryValues { return s.frame.v; }},
    ParticleField{"density", "", "kg/m^3", "density of the fluid at the particle",
                  [](State s) -> GeometryValues { return s.frame.density; }},
    ParticleField{"pressure", "", "Pa", "pressure above that of the air",
                  [](State s) -> GeometryValues { return s.frame.pressure; }},
    ParticleField{"id", "", "", "number by which a particle is found again in other files; their order changes",
                  [](State s) -> GeometryValues { return s.ids; }},
};

}  // namespace

std::span<const ParticleField> particleFields() {
    return kFields;
}

Geometry particleGeometry(const ParticleState& state) {
    Geometry geometry;
    geometry.points = state.frame.x;
    for (const ParticleField& field : kFields) {
        geometry.fields.push_back({field.name, field.valuesOf(state), field.letter});
    }
    return geometry;
}

}  // namespace meniscus
