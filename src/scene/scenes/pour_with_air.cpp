// [MSKG05] figure 6: water is poured into a glass and takes air along, which rises as bubbles.
#include <cmath>

#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kRadius = 0.17f;
constexpr float kDepth = 0.39f;
constexpr GlassDimensions kGlass{.base = {0.0f, 0.0f, 0.0f}, .innerRadius = kRadius, .height = 0.56f};

Scene build(size_t particles, uint64_t) {
    const float volume = 3.14159265f * kRadius * kRadius * kDepth;
    Scene scene;
    WorldSetup& setup = scene.setup;
    setup.spacing = std::cbrt(volume / static_cast<float>(particles));
    setup.domain.bounds = {{-0.4f, 0.0f, -0.4f}, {0.4f, 1.0f, 0.4f}};
    scene.solids = {kGlass};
    setSyrup(setup, kDepth, 0.06f, 0.008f);
    setup.settings.surfaceTension = 0.6f;    // as the paper has it
    setup.settings.interfaceTension = 2.0f;  // holds the bubbles together
    setup.settings.trappedAir = true;
    FluidKind air = findKnownFluid("air");
    // As hard to compress as the water: both share the number density around them. Otherwise the air would have the
    // lower pressure and stick to the walls.
    const FluidKind& water = setup.fluids[0];
    air.stiffness = water.stiffness * water.restDensity / air.restDensity;
    setup.fluids.push_back(air);
    setup.isMixed = true;
    setup.air = 1;
    setup.capacity = particles + particles / 5;  // the paper has 400 of air with 3000 of water
    setup.emitters.push_back({.centre = {-0.05f, 0.92f, 0.0f},
                              .direction = {0.0f, -1.0f, 0.0f},
                              .radius = 0.045f,
                              .speed = 1.4f,
                              .particleLimit = particles});
    return scene;
}

const SceneRegistration kRegistration(
    {80,
     "pour-with-air",
     "Pour with bubbles",
     "A jet plunges into a glass and drags air down, which gathers in bubbles and rises again.",
     3000,
     build,
     {.target = {0.0f, 0.34f, 0.0f}, .distance = 2.0f, .yaw = 0.32f, .pitch = 0.24f, .room = RoomLook::Tray}});

}  // namespace
}  // namespace meniscus
