// Ink in water ([MSKG05] 3.3): a thin jet of dyed water falls into a glass that was stirred, is drawn out and diffuses.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kRadius = 0.16f;
constexpr float kDepth = 0.27f;
constexpr GlassDimensions kGlass{.base = {0.0f, 0.0f, 0.0f}, .innerRadius = kRadius, .height = 0.42f};
constexpr float kFloor = kGlass.baseThickness;
constexpr float kSpin = 2.0f;      // rad/s at the start
constexpr float kInkShare = 0.1f;  // of all particles

Scene build(size_t particles, uint64_t) {
    const auto inkCount = static_cast<size_t>(kInkShare * static_cast<float>(particles));
    Scene scene;
    scene.fill = {cylinderFill({0.0f, kFloor, 0.0f}, kRadius, kDepth)};
    scene.fill[0].spin = {0.0f, kSpin, 0.0f};
    scene.particlesAtStart = particles - inkCount;
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, scene.particlesAtStart);
    setup.domain.bounds = {{-0.35f, 0.0f, -0.35f}, {0.35f, 0.7f, 0.35f}};
    scene.solids = {kGlass};
    setSyrup(setup, kDepth, 0.06f, 0.006f);
    setup.settings.wallGrip = 0.1f;
    setup.settings.dyeDiffusion = 1e-4f;
    FluidKind ink = setup.fluids[0];
    ink.name = "ink";
    ink.red = 0.25f, ink.green = 0.02f, ink.blue = 0.35f, ink.opacity = 0.85f;
    setup.fluids.push_back(ink);
    setup.isMixed = true;
    setup.capacity = particles;
    setup.emitters.push_back({.centre = {0.06f, kFloor + kDepth + 0.2f, 0.0f},
                              .radius = 0.02f,
                              .speed = 1.0f,
                              .startTime = 0.5,
                              .particleLimit = inkCount,
                              .fluid = 1,
                              .dye = 1.0f});
    return scene;
}

const SceneRegistration kRegistration(
    {77,
     "dye",
     "Ink in water",
     "A jet of ink falls into a glass of water that was stirred, is drawn out and diffuses.",
     3500,
     build,
     {.target = {0.0f, 0.22f, 0.0f}, .distance = 1.5f, .yaw = 0.32f, .pitch = 0.24f, .room = RoomLook::Tray}});

}  // namespace
}  // namespace meniscus
