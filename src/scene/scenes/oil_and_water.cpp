// Oil and water ([MSKG05] 3.2), shaken: they part again, the oil on top.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr Bounds kTank{{-0.2f, 0.0f, -0.12f}, {0.2f, 0.45f, 0.12f}};
constexpr float kDepth = 0.26f;
constexpr float kOilShare = 1.0f / 3.0f;

Scene build(size_t particles, uint64_t) {
    const Bounds pool{kTank.lower, {kTank.upper.x, kDepth, kTank.upper.z}};
    Scene scene;
    scene.fill = {boxFill(pool)};
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, particles);
    setup.domain.bounds = kTank;
    setSyrup(setup, kDepth, 0.06f, 0.012f);
    // Disorder is what brings drops together: with the stabiliser they stop merging when a fifth is still astray. So
    // this one is thick enough to be calm without.
    setup.settings.stabiliser = false;
    setup.settings.interfaceTension = 2.0f;
    setup.settings.wallGrip = 0.2f;
    FluidKind oil = findKnownFluid("oil");
    oil.restDensity = 700.0f;  // lighter than any real one, so that one need not wait
    // As hard to compress as the water: see pour_with_air.cpp.
    const FluidKind& water = setup.fluids[0];
    oil.stiffness = water.stiffness * water.restDensity / oil.restDensity;
    oil.viscosity = water.viscosity;
    setup.fluids.push_back(oil);
    setup.isMixed = true;
    scene.fill[0].layers = {{.fluid = 1, .share = kOilShare}, {.fluid = 0}};
    scene.fill[0].isShaken = true;
    return scene;
}

const SceneRegistration kRegistration(
    {75,
     "oil-and-water",
     "Oil and water",
     "Shaken oil and water part: drops of oil merge and gather on top. Shake them again with the mouse.",
     3000,
     build,
     {.target = {0.01f, 0.18f, 0.0f}, .distance = 1.15f, .yaw = 0.5f, .pitch = 0.25f}});

}  // namespace
}  // namespace meniscus
