#include "scene/water.h"

#include <algorithm>
#include <cmath>

#include "meniscus/sph/fluid.h"

namespace meniscus {

namespace {

constexpr float kWaterViscosity = 0.001f;  // Pa s

void setColumn(WorldSetup& setup, float depth, float compression, float calm) {
    Settings settings;
    FluidKind& water = setup.fluids[0];
    const WaterValues values = waterValues({.depth = depth,
                                            .spacing = setup.spacing,
                                            .compression = compression,
                                            .calm = calm,
                                            .gravity = settings.gravity,
                                            .restDensity = water.restDensity,
                                            .stiffness = {}});
    water.stiffness = values.stiffness;
    water.viscosity = values.viscosity;
    settings.surfaceTension = 0.07f;  // water's own
    settings.timeStep = values.timeStep;
    setup.settings = settings;
}

}  // namespace

WaterValues waterValues(const WaterColumn& column) {
    const float h = kSupportPerSpacing * column.spacing;
    const bool isThin = column.calm == 0.0f;
    WaterValues values;
    // The column compresses by g H / k at its foot; with the printed kernels by twice that, as eq. 10 gives half the
    // pressure gradient.
    const float weight = (isThin ? 1.0f : 2.0f) * column.gravity * column.depth;
    values.stiffness = column.stiffness.value_or(std::clamp(weight / column.compression, 20.0f, 1000.0f));
    const float sound = std::sqrt(values.stiffness);
    const float thick = std::min(column.calm * column.restDensity * sound * h, 100.0f);
    values.viscosity = isThin ? kWaterViscosity : thick;
    values.timeStep = std::clamp((isThin ? 0.7f : 0.85f) * h / sound, 0.0002f, 0.01f);
    return values;
}

void setWater(WorldSetup& setup, float depth, float compression) {
    setColumn(setup, depth, compression, 0.0f);
    setup.settings.kernelPair = KernelPair::Wendland;
    setup.settings.stabiliser = true;
    setup.settings.tensionModel = TensionModel::Stress;
    setup.settings.stabiliserStrength = 0.014f;
    setup.settings.wallRoughness = 0.005f;  // of clean glass
}

void setSyrup(WorldSetup& setup, float depth, float compression, float calm) {
    constexpr float kShare = 0.5f;  // of that viscosity; the stabiliser does the rest
    setColumn(setup, depth, compression, kShare * calm);
    setup.settings.stabiliser = true;
    setup.settings.stabiliserStrength = 0.02f;
}

}  // namespace meniscus
