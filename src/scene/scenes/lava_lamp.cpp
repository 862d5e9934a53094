// [MSKG05] figures 1 and 5: wax in a liquid of nearly its weight, heated from below and cooled from above. It expands,
// rises, cools, contracts, sinks, and begins again.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kRadius = 0.15f;
constexpr float kHeight = 0.75f;
constexpr float kFill = 0.7f;      // below the ceiling: the wall's density would press on it
constexpr float kWaxShare = 0.2f;  // 1200 of 6000
constexpr float kHeaterHeight = 0.16f;
constexpr float kCoolerHeight = 0.25f;

WorldSetup build(size_t particles, uint64_t seed) {
    Filling filling = fillRegions({cylinderRegion({}, kRadius, kFill)}, particles, seed);
    WorldSetup setup;
    setup.domain.bounds = {{-0.3f, 0.0f, -0.3f}, {0.3f, kHeight, 0.3f}};
    setup.solids = makeCylinderContainer({}, kRadius, kHeight);
    setup.settings = waterSettings(kHeight, filling.spacing, 0.1f, 0.01f);
    setup.settings.restDensity = 889.0f;
    setup.settings.interfaceTension = 0.5f;
    setup.settings.wallGrip = 0.0f;
    setup.settings.viscosity = 3.5f;
    setup.settings.surfaceTension = 0.0f;
    setup.spacing = filling.spacing;
    setup.particles = std::move(filling.particles);

    FluidKind liquid = findKnownFluid("water");
    liquid.name = "liquid";
    liquid.red = 0.1f, liquid.green = 0.25f, liquid.blue = 0.75f;
    FluidKind wax = findKnownFluid("wax");
    wax.restDensity = 1000.0f;
    wax.expansion = 0.005f;
    wax.heatDiffusion = 5e-4f;
    liquid.heatDiffusion = 1e-5f;
    wax.stiffness = setup.settings.stiffness;
    wax.viscosity = setup.settings.viscosity;
    setup.fluids = {liquid, wax};
    // Places come bottom up, layer by layer.
    const auto waxCount = static_cast<size_t>(kWaxShare * static_cast<float>(particles));
    for (size_t i = 0; i < std::min(waxCount, setup.particles.size()); ++i) setup.particles[i].fluid = 1;

    const Bounds& room = setup.domain.bounds;
    Bounds floor = room, ceiling = room;
    floor.upper.y = kHeaterHeight;
    ceiling.lower.y = kHeight - kCoolerHeight;
    setup.heaters = {
        {.bounds = floor, .temperature = 85.0f, .rate = 2.0f, .power = 8.0f, .period = 30.0f, .onTime = 14.0f},
        {.bounds = ceiling, .temperature = 5.0f, .rate = 2.0f, .power = 8.0f}};
    return setup;
}

const SceneRegistration kRegistration(
    {80,
     "lava-lamp",
     "Lava lamp",
     "Wax is heated at the bottom and cooled at the top: blobs rise and sink, again and again.",
     6000,
     build,
     {.target = {0.0f, 0.38f, 0.0f}, .distance = 1.9f, .yaw = 0.32f, .pitch = 0.1f, .room = RoomLook::Unseen}});

}  // namespace
}  // namespace meniscus
