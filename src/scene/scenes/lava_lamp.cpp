// [MSKG05] figures 1 and 5: wax in a liquid of nearly its weight, heated from below and cooled from above. It expands,
// rises, cools, contracts, sinks, and begins again.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kRadius = 0.15f;
constexpr float kBase = 0.08f;  // above the room's floor: walls in one plane would count twice
constexpr float kHeight = 0.75f;
constexpr float kFill = 0.7f;      // below the ceiling: the wall's density would press on it
constexpr float kWaxShare = 0.2f;  // 1200 of 6000
constexpr float kHeaterHeight = 0.26f;
constexpr float kCoolerHeight = 0.42f;

Scene build(size_t particles, uint64_t) {
    Scene scene;
    scene.fill = {cylinderFill({0.0f, kBase, 0.0f}, kRadius, kFill)};
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, particles);
    setup.domain.bounds = {{-0.3f, 0.0f, -0.3f}, {0.3f, kBase + kHeight + 0.08f, 0.3f}};
    scene.solids = {CylinderPart{{0.0f, kBase, 0.0f}, kRadius, kHeight, true}};
    setSyrup(setup, kHeight, 0.1f, 0.0075f);
    // As heavy as the wax at 45 degrees, the middle between the heater and the cooler.
    FluidKind& liquid = setup.fluids[0];
    liquid.restDensity = 889.0f;
    setup.settings.interfaceTension = 2.0f;  // as [MSKG05] 4.2
    setup.settings.wallGrip = 0.0f;
    setup.settings.timeStep *= 0.92f;  // wax pushes the lighter liquid: one substep all the same
    setup.settings.surfaceTension = 0.0f;

    liquid.name = "liquid";
    liquid.red = 0.1f, liquid.green = 0.25f, liquid.blue = 0.75f;
    FluidKind wax = findKnownFluid("wax");
    wax.restDensity = 1000.0f;
    wax.expansion = 0.005f;
    wax.heatDiffusion = 5e-4f;
    liquid.heatDiffusion = 1e-5f;  // keeps wax hot on its way up and cold on its way down
    wax.stiffness = liquid.stiffness;
    wax.viscosity = liquid.viscosity;
    setup.fluids.push_back(wax);
    setup.isMixed = true;
    scene.fill[0].layers = {{.fluid = 1, .share = kWaxShare}, {.fluid = 0}};

    const Bounds& room = setup.domain.bounds;
    Bounds floor = room, ceiling = room;
    floor.upper.y = kBase + kHeaterHeight;
    ceiling.lower.y = kBase + kHeight - kCoolerHeight;
    // The bulb is on a thermostat. Heated all the time, the wax would end as a steady plume: hot wax up the middle,
    // cold wax down beside it, and its centre at rest.
    setup.heaters = {{.bounds = floor, .temperature = 85.0f, .rate = 2.0f, .period = 30.0f, .onTime = 12.0f},
                     {.bounds = ceiling, .temperature = 5.0f, .rate = 2.0f}};
    return scene;
}

const SceneRegistration kRegistration(
    {80,
     "lava-lamp",
     "Lava lamp",
     "Wax is heated at the bottom and cooled at the top: blobs rise and sink, again and again.",
     6000,
     build,
     {.target = {0.0f, 0.44f, 0.0f}, .distance = 1.9f, .yaw = 0.32f, .pitch = 0.1f, .room = RoomLook::Unseen}});

}  // namespace
}  // namespace meniscus
