#include "app/export/particle_fields.h"

#include <array>

namespace meniscus {

namespace {

using State = const ParticleState&;

// Those that only mixed frames have come last.
constexpr size_t kPlainFields = 4;
constexpr std::array kFields{
    ParticleField{"velocity", "v", "m/s", "velocity", [](State s) -> GeometryValues { return s.frame.v; }},
    ParticleField{"density", "", "kg/m^3", "density of the fluid at the particle",
                  [](State s) -> GeometryValues { return s.frame.density; }},
    ParticleField{"pressure", "", "Pa", "pressure above that of the air",
                  [](State s) -> GeometryValues { return s.frame.pressure; }},
    ParticleField{"id", "", "", "number by which a particle is found again in other files; their order changes",
                  [](State s) -> GeometryValues { return s.ids; }},
    ParticleField{"fluid", "", "", "what the particle is made of: index into fluids",
                  [](State s) -> GeometryValues { return s.frame.fluid; }},
    ParticleField{"temperature", "", "degrees Celsius", "temperature",
                  [](State s) -> GeometryValues { return s.frame.temperature; }},
    ParticleField{"dye", "", "", "how much it is dyed, 0 to 1", [](State s) -> GeometryValues { return s.frame.dye; }},
};

}  // namespace

std::span<const ParticleField> particleFields(bool isMixed) {
    return std::span(kFields).first(isMixed ? kFields.size() : kPlainFields);
}

Geometry particleGeometry(const ParticleState& state) {
    Geometry geometry;
    geometry.points = state.frame.x;
    for (const ParticleField& field : particleFields(state.frame.isMixed())) {
        geometry.fields.push_back({field.name, field.valuesOf(state), field.letter});
    }
    return geometry;
}

}  // namespace meniscus
