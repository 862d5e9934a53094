// The classic: a square column of water collapses into a dry tank, as in Martin and Moyce 1952 (n^2 = 1).
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kColumn = 0.4f;
constexpr Bounds kTank{{0.0f, 0.0f, 0.0f}, {1.6f, 0.7f, kColumn}};

Scene build(size_t particles, uint64_t) {
    Scene scene;
    scene.fill = {boxFill({kTank.lower, {kColumn, kColumn, kColumn}})};
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, particles);
    setup.domain.bounds = kTank;
    setWater(setup, kColumn, 0.042f);
    // The tank is long and shallow: without these its waves run on for long.
    setup.settings.stabiliserStrength = 0.06f;
    setup.fluids[0].viscosity = 0.5f;
    setup.settings.wallGrip = 0.33f;
    setup.settings.wallRoughness = 0.003f;
    return scene;
}

const SceneRegistration kRegistration(
    {40,
     "dam-break",
     "Dam break",
     "A column of water collapses, runs through the tank and climbs its far wall.",
     4913,
     build,
     {.target = {0.82f, 0.27f, 0.2f}, .distance = 2.9f, .yaw = 0.38f, .pitch = 0.24f}});

}  // namespace
}  // namespace meniscus
