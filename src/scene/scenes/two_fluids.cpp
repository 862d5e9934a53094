// [MSKG05] figure 4: the lighter of two fluids begins below, rises to the surface, and dye diffuses where they meet.
#include "scene/water.h"

namespace meniscus {

namespace {

constexpr float kRadius = 0.15f;
constexpr float kDepth = 0.4f;
constexpr float kLightShare = 0.4f;
constexpr GlassDimensions kGlass{.base = {0.0f, 0.0f, 0.0f}, .innerRadius = kRadius, .height = 0.56f};
constexpr float kFloor = kGlass.baseThickness;

Scene build(size_t particles, uint64_t) {
    Scene scene;
    scene.fill = {cylinderFill(kGlass.base + Vec3{0.0f, kFloor, 0.0f}, kRadius, kDepth)};
    WorldSetup& setup = scene.setup;
    setup.spacing = fitSpacing(scene.fill, particles);
    setup.domain.bounds = {{-0.35f, 0.0f, -0.35f}, {0.35f, 0.8f, 0.35f}};
    scene.solids = {kGlass};
    setSyrup(setup, kDepth, 0.05f, 0.01f);
    setup.settings.interfaceTension = 0.6f;
    FluidKind& heavy = setup.fluids[0];
    FluidKind light = findKnownFluid("oil");
    light.name = "red";
    light.red = 0.9f, light.green = 0.08f, light.blue = 0.05f;
    heavy.name = "blue";
    light.restDensity = 500.0f;
    light.stiffness = heavy.stiffness;
    light.viscosity = heavy.viscosity;
    setup.fluids.push_back(light);
    setup.isMixed = true;
    scene.fill[0].layers = {{.fluid = 1, .share = kLightShare, .dye = 1.0f}, {.fluid = 0}};
    return scene;
}

const SceneRegistration kRegistration(
    {70,
     "two-fluids",
     "Two fluids",
     "The lighter of two fluids rises through the heavier one, and their colours diffuse where they meet.",
     4000,
     build,
     {.target = {0.0f, 0.24f, 0.0f}, .distance = 1.6f, .yaw = 0.32f, .pitch = 0.22f, .room = RoomLook::Tray}});

}  // namespace
}  // namespace meniscus
