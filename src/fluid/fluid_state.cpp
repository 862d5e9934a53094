#include "meniscus/fluid/fluid_state.h"

#include "meniscus/fluid/stage.h"

namespace meniscus {

std::string_view stageName(Stage stage) {
    constexpr std::array<std::string_view, kStageCount> kNames{"commands", "sort",  "density", "forces",
                                                               "move",     "check", "phases"};
    return kNames[static_cast<size_t>(stage)];
}

int FluidState::fluidIndex(std::string_view name) const {
    const auto place = std::ranges::find(fluids, name, &FluidKind::name);
    return place == fluids.end() ? kNoFluid : static_cast<int>(place - fluids.begin());
}

ParticleContent FluidState::contentOf(int fluid) const {
    return {static_cast<uint8_t>(fluid), fluids[static_cast<size_t>(fluid)].temperature, 0.0f};
}

FluidCounts countFluids(const ParticleArrays& particles) {
    FluidCounts counts{};
    if (!particles.isMixed()) {
        counts[0] = particles.count;
        return counts;
    }
    for (size_t i = 0; i < particles.count; ++i) ++counts[particles.fluid[i]];
    return counts;
}

void Evaluation::resize(size_t capacity, bool isMixed) {
    records.resize(capacity + 1);
    colourGradient.resize(capacity);
    if (isMixed) {
        surfaceGradient.resize(capacity);
    } else {
        surfaceGradient = AlignedVector<Vec3>();  // "= {}" would keep the memory
    }
}

size_t Evaluation::bytes() const {
    return records.size() * sizeof(NeighborRecord) + (colourGradient.size() + surfaceGradient.size()) * sizeof(Vec3);
}

}  // namespace meniscus
